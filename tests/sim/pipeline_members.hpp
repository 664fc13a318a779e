#pragma once
// Remote memory among members of one thread. A put arrives when the test decides; the puts of each pair keep their
// order.
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/contract.hpp"
#include "native/memory/remote_memory.hpp"

namespace pipeline_sim {

using shunt::Status;

/// A put in flight from one member to another.
struct Put {
    std::uint64_t offset;
    std::span<const std::byte> data;  // read when it arrives: changing it earlier is a bug of the sender
    std::uint64_t value;
    bool is_word;
};

struct Network {
    Network(int size, std::size_t most_on_way)
        : size(size), most(most_on_way), windows(static_cast<std::size_t>(size)) {}
    std::deque<Put>& way(int from, int to) { return ways[from * size + to]; }
    std::size_t on_way(int from, int to) const {
        const auto found = ways.find(from * size + to);
        return found == ways.end() ? 0 : found->second.size();
    }
    void make_window(int rank, std::size_t bytes);
    std::byte* window(int rank) { return windows[static_cast<std::size_t>(rank)].memory; }
    /// Lets the oldest put of a random pair arrive, if any is in flight.
    void deliver(shunt::Random& random);

    struct Window {
        std::unique_ptr<std::byte[]> raw;
        std::byte* memory = nullptr;
        std::size_t bytes = 0;
    };
    /// Whether the members map each other's windows.
    bool share_node(int a, int b) const {
        return !node_of.empty() && node_of[static_cast<std::size_t>(a)] == node_of[static_cast<std::size_t>(b)];
    }

    int size;
    std::size_t most;
    std::vector<int> node_of;             // by rank; empty: each on its own
    std::map<int, std::deque<Put>> ways;  // from * size + to; only those with puts in flight
    std::vector<Window> windows;
};

/// The remote memory of one member. When mapped, as among members of a node, puts take effect at once and windows are
/// plain memory.
class Memory final : public shunt::memory::RemoteMemory {
public:
    Memory(Network& network, int rank, bool mapped)
        : network_(network), rank_(rank), mapped_(mapped), posted_(static_cast<std::size_t>(network.size)) {}

    shunt::memory::Traits traits() const override {
        shunt::memory::Traits traits;
        traits.maps_peers = traits.reads_peers = mapped_;
        return traits;
    }
    std::span<std::byte> window() override {
        const Network::Window& own = network_.windows[static_cast<std::size_t>(rank_)];
        return {own.memory, own.bytes};
    }
    std::byte* mapped(int peer) override { return maps(peer) ? network_.window(peer) : nullptr; }
    shunt::Outcome register_memory(std::span<const std::byte> memory, shunt::memory::Registration& into) override {
        into = {memory, 1};
        return {};
    }
    void deregister(shunt::memory::Registration& registration) override { registration = {}; }
    Status put(int peer, std::uint64_t offset, std::span<const std::byte> data,
               const shunt::memory::Registration*) override {
        return post(peer, {offset, data, 0, false});
    }
    Status put_word(int peer, std::uint64_t offset, std::uint64_t value) override {
        return post(peer, {offset, {}, value, true});
    }
    Status read(int, shunt::memory::Place from, std::span<std::byte> into) override {
        std::copy_n(reinterpret_cast<const std::byte*>(from.address), into.size(), into.data());
        return Status::ok;
    }
    Status write(int, shunt::memory::Place to, std::span<const std::byte> data) override {
        std::copy(data.begin(), data.end(), reinterpret_cast<std::byte*>(to.address));
        return Status::ok;
    }
    void expect(int) override {}
    std::uint64_t posted(int peer) const override { return posted_[static_cast<std::size_t>(peer)]; }
    std::uint64_t completed(int peer) override { return posted(peer) - network_.on_way(rank_, peer); }
    Status progress() override { return Status::ok; }
    Status wait(shunt::memory::Condition, std::int64_t) override { return Status::timeout; }
    int lost_peer() const override { return -1; }

private:
    bool maps(int peer) const { return mapped_ || network_.share_node(rank_, peer); }
    Status post(int peer, const Put& put) {
        if (!maps(peer)) {
            std::deque<Put>& way = network_.way(rank_, peer);
            if (way.size() >= network_.most) return Status::again;
            way.push_back(put);
        }
        ++posted_[static_cast<std::size_t>(peer)];
        if (maps(peer)) arrive(network_, peer, put);
        return Status::ok;
    }
    friend struct Network;
    static void arrive(Network& network, int peer, const Put& put) {
        std::byte* const to = network.window(peer) + put.offset;
        if (put.is_word) reinterpret_cast<shunt::memory::Word*>(to)->store(put.value, std::memory_order_seq_cst);
        else std::copy(put.data.begin(), put.data.end(), to);
    }

    Network& network_;
    int rank_;
    bool mapped_;
    std::vector<std::uint64_t> posted_;
};

inline void Network::make_window(int rank, std::size_t bytes) {
    Window& window = windows[static_cast<std::size_t>(rank)];
    window.raw = std::make_unique<std::byte[]>(bytes + 4096);
    const auto address = reinterpret_cast<std::uintptr_t>(window.raw.get());
    window.memory = window.raw.get() + (4096 - address % 4096) % 4096;
    window.bytes = bytes;
}

inline void Network::deliver(shunt::Random& random) {
    if (ways.empty()) return;
    auto found = ways.lower_bound(
        static_cast<int>(random.below(static_cast<std::uint64_t>(size) * static_cast<std::uint64_t>(size))));
    if (found == ways.end()) found = ways.begin();
    Memory::arrive(*this, found->first % size, found->second.front());
    found->second.pop_front();
    if (found->second.empty()) ways.erase(found);
}

/// x -> a x + b modulo a prime; composing them is associative and does not commute.
struct Affine {
    static constexpr std::uint64_t kPrime = 1'000'003;
    std::uint64_t a, b;
    bool operator==(const Affine&) const = default;
    friend Affine operator*(const Affine& left, const Affine& right) {
        return {left.a * right.a % kPrime, (right.a * left.b + right.b) % kPrime};
    }
};

/// Composes maps; or adds both numbers, which commutes.
class AffineReducer final : public shunt::Reducer {
public:
    explicit AffineReducer(bool commutes) : commutes_(commutes) {}
    std::uint64_t element_bytes() const override { return sizeof(Affine); }
    bool is_commutative() const override { return commutes_; }
    Affine combined(const Affine& left, const Affine& right) const {
        return commutes_ ? Affine{(left.a + right.a) % Affine::kPrime, (left.b + right.b) % Affine::kPrime}
                         : left * right;
    }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) override {
        const auto* from = reinterpret_cast<const Affine*>(left);
        auto* into = reinterpret_cast<Affine*>(right);
        for (std::uint64_t i = 0; i < elements; ++i) into[i] = combined(from[i], into[i]);
        return Status::ok;
    }

private:
    bool commutes_;
};

}  // namespace pipeline_sim
