#pragma once
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "native/base/random.hpp"
#include "native/memory/direct_memory.hpp"

namespace remote_write_test {

using namespace shunt;

/// Remote memory of processes in one thread, with delays: puts and reads happen later, in the order of each pair, when
/// a process serves. Registered data are read only then, so that memory freed too early is noticed. Seeded; returns
/// `again` at random.
struct LoopNetwork {
    struct Operation {
        std::byte* to = nullptr;
        const std::byte* from = nullptr;  ///< registered; null: `copy`
        std::vector<std::byte> copy;
        std::size_t bytes = 0;
        bool wakes = false, is_read = false;
        std::uint64_t number = 0;
    };
    struct Member {
        std::span<std::byte> window;
        std::vector<std::span<const std::byte>> registered;
        std::deque<int> writers, declined;
        std::uint64_t events = 0, limit = ~std::uint64_t{0};  ///< most bytes that may be registered
        bool is_gone = false;
    };
    LoopNetwork(int count, std::uint64_t seed) : random(seed), members(static_cast<std::size_t>(count)) {}

    Member& at(int process) { return members[static_cast<std::size_t>(process)]; }
    bool is_registered(int process, const std::byte* begin, std::size_t bytes) {
        return std::ranges::any_of(at(process).registered, [&](const auto& each) {
            return begin >= each.data() && begin + bytes <= each.data() + each.size();
        });
    }
    /// Performs one operation of a random pair.
    void step() {
        if (queues.empty()) return;
        auto pair = queues.begin();
        std::advance(pair, static_cast<std::ptrdiff_t>(random.below(queues.size())));
        auto& [ends, queue] = *pair;
        if (queue.empty() || ends == held || (holds_reads && queue.front().is_read)) return;
        if (has_no_way(ends.second, ends.first)) {  // the process called cannot connect, and says so
            queue.clear();
            if (!has_no_way(ends.first, ends.second)) no_way.push_back(ends);
            decline(ends.second, ends.first);
            return decline(ends.first, ends.second);
        }
        const Operation next = std::move(queue.front());
        queue.pop_front();
        if (at(ends.second).is_gone) return;
        std::memcpy(next.to, next.from ? next.from : next.copy.data(), next.bytes);
        ++happened[ends];
        done[ends] = next.number;
        ++at(ends.first).events;
        if (!next.wakes) return;
        ++at(ends.second).events;
        auto& writers = at(ends.second).writers;
        if (std::ranges::find(writers, ends.first) == writers.end()) writers.push_back(ends.first);
    }

    bool has_no_way(int from, int to) const { return std::ranges::find(no_way, std::pair{from, to}) != no_way.end(); }
    void decline(int at_process, int peer) {
        at(at_process).declined.push_back(peer);
        ++at(at_process).events;
    }

    Random random;
    std::vector<Member> members;
    std::vector<std::pair<int, int>> no_way;  ///< the first cannot make a connection to the second
    std::map<std::pair<int, int>, std::deque<Operation>> queues;
    std::map<std::pair<int, int>, std::uint64_t> posted, done, happened;
    bool holds_reads = false;
    std::pair<int, int> held{-1, -1};  ///< the pair whose operations are held back
    std::uint64_t wrong = 0;           ///< uses of memory that is not registered
};

class LoopMemory final : public memory::DirectMemory {
public:
    static constexpr std::uint64_t kMost = 12;

    LoopMemory(LoopNetwork& network, int process, std::span<std::byte> window) : network_(network), process_(process) {
        network_.at(process).window = window;
    }
    ~LoopMemory() override { network_.at(process_).is_gone = true; }

    memory::Traits traits() const override { return {}; }
    std::span<std::byte> window() override { return network_.at(process_).window; }
    std::byte* mapped(int) override { return nullptr; }
    Outcome register_memory(std::span<const std::byte> bytes, memory::Registration& into) override {
        auto& own = network_.at(process_);
        std::size_t held = bytes.size();
        for (const auto& each : own.registered) held += each.size();
        if (held > own.limit) return {Status::no_memory, "a limit"};
        own.registered.push_back(bytes);
        into = {bytes, 1};
        return {};
    }
    void deregister(memory::Registration& registration) override {
        auto& all = network_.at(process_).registered;
        const auto found = std::ranges::find_if(all, [&](const auto& each) {
            return each.data() == registration.memory.data() && each.size() == registration.memory.size();
        });
        if (found == all.end()) ++network_.wrong;
        else all.erase(found);
        registration = {};
    }
    Status put(int peer, std::uint64_t offset, std::span<const std::byte> data,
               const memory::Registration* from) override {
        return post(peer, network_.at(peer).window.data() + offset, data, from, false);
    }
    Status put_word(int peer, std::uint64_t offset, std::uint64_t value) override {
        return post(peer, network_.at(peer).window.data() + offset, std::as_bytes(std::span(&value, 1)), nullptr, true);
    }
    Status put_at(int peer, memory::Place to, std::span<const std::byte> data, const memory::Registration* from,
                  bool wakes) override {
        auto* const place = reinterpret_cast<std::byte*>(to.address);
        if (to.key != 1 || !network_.is_registered(peer, place, data.size())) ++network_.wrong;
        return post(peer, place, data, from, wakes);
    }
    Status read_at(int peer, memory::Place from, std::span<std::byte> into, const memory::Registration& of) override {
        const auto* const source = reinterpret_cast<const std::byte*>(from.address);
        if (from.key != 1 || of.key != 1 || !network_.is_registered(peer, source, into.size())) ++network_.wrong;
        const memory::Registration all{{source, into.size()}, 1};
        return post(peer, into.data(), {source, into.size()}, &all, false, true);
    }
    std::uint64_t room(int peer) override {
        return kMost - (network_.posted[{process_, peer}] - network_.done[{process_, peer}]);
    }
    std::uint64_t posted(int peer) const override { return network_.posted[{process_, peer}]; }
    std::uint64_t completed(int peer) override { return network_.done[{process_, peer}]; }
    int next_writer() override {
        auto& writers = network_.at(process_).writers;
        if (writers.empty()) return -1;
        const int writer = writers.front();
        writers.pop_front();
        return writer;
    }
    int next_declined() override {
        auto& declined = network_.at(process_).declined;
        if (declined.empty()) return -1;
        const int peer = declined.front();
        declined.pop_front();
        return peer;
    }
    std::uint64_t events() const override { return network_.at(process_).events; }
    bool serve() override {
        for (std::uint64_t i = network_.random.below(4); i-- > 0;) network_.step();
        return true;
    }
    std::array<int, 2> arm(std::int64_t&) override { return {-1, -1}; }
    Status progress() override { return Status::ok; }
    Status wait(memory::Condition, std::int64_t) override { return Status::timeout; }
    Status trouble() const override { return lost_peer() < 0 ? Status::ok : Status::peer_lost; }
    int lost_peer() const override {
        for (std::size_t i = 0; i < network_.members.size(); ++i)
            if (network_.members[i].is_gone) return static_cast<int>(i);
        return -1;
    }
    void lose(int, Status) override {}
    void check_peers() override {}

private:
    Status post(int peer, std::byte* to, std::span<const std::byte> data, const memory::Registration* from, bool wakes,
                bool is_read = false) {
        const std::pair ends{process_, peer};
        if (network_.at(peer).is_gone) return Status::peer_lost;
        if (network_.has_no_way(process_, peer)) {
            network_.decline(process_, peer);
            return Status::declined;
        }
        if (network_.posted[ends] - network_.done[ends] >= kMost) return Status::again;
        LoopNetwork::Operation next;
        next.to = to;
        next.bytes = data.size();
        next.wakes = wakes;
        next.is_read = is_read;
        next.number = ++network_.posted[ends];
        if (from) next.from = data.data();
        else next.copy.assign(data.begin(), data.end());
        network_.queues[ends].push_back(std::move(next));
        return Status::ok;
    }

    LoopNetwork& network_;
    int process_;
};

}  // namespace remote_write_test
