#pragma once
#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/remote_write/fabric.hpp"

namespace shunt::message_sim {

using remote_write::Fabric;
using remote_write::Target;
using remote_write::Ticket;
using remote_write::Transfer;

/// How the simulated fabric behaves. Times in ns of the virtual clock.
struct Conditions {
    std::uint64_t delay_most = 50;        ///< the delay of each pair is drawn up to this
    std::uint64_t jitter_most = 20;       ///< added to each frame's delay; frames of a pair keep their order
    std::size_t mailbox_bytes = 2000;     ///< of frames in flight from one process to another
    std::uint64_t refused_in_1000 = 100;  ///< calls of reserve(), offer() and expose() that find no room
    std::uint64_t attach_in_1000 = 500;   ///< calls of advance() in which one side copies without the other
    std::size_t gates = 4;                ///< per process
    int processes_a_node = 0;             ///< processes with the same quotient share a node; 0: all do
    std::uint64_t far_delay_most = 5000;  ///< as delay_most, between nodes, which have no shared memory
    std::uint64_t frames_in_1000 = 0;     ///< how often a frame is preferred to writing; each side decides by itself
};

/// Reports a call by which the messenger breaks the contract of its fabric.
[[noreturn]] inline void misuse(const char* what) { throw std::logic_error(what); }

/// The state that the two sides of a transfer share.
struct Exchange {
    std::span<const std::byte> data;
    std::span<std::byte> into;
    bool accepted = false, held = false, withdrawn = false;
    bool has_target = false;
    Target target;
    bool far = false, lost = false;
    int from = -1, to = -1;
    std::uint64_t delay = 0;                      // of the pair
    std::uint64_t accepted_at = 0, moved_at = 0;  // between nodes: times of acceptance and of the last data sent
    std::size_t moved = 0;
    std::size_t wanted() const { return accepted ? into.size() : data.size(); }
};

class Network;

class SimulatedTransfer final : public Transfer {
public:
    SimulatedTransfer(Network& network, std::shared_ptr<Exchange> exchange, bool sends)
        : network_(network), exchange_(std::move(exchange)), sends_(sends) {}
    bool advance() override;
    bool done() const override {
        const Exchange& x = *exchange_;
        if (x.lost) return true;
        if (x.far && !sends_ && !has_arrived()) return false;
        return (x.accepted || x.has_target) && x.moved >= x.wanted() && (sends_ || x.accepted);
    }
    Status status() const override { return exchange_->lost ? Status::peer_lost : Status::ok; }
    bool has_arrived() const;
    Exchange& exchange() { return *exchange_; }

private:
    Network& network_;
    std::shared_ptr<Exchange> exchange_;
    bool sends_;
};

/// All processes' mailboxes, transfers and gates, in one thread, on a virtual clock.
class Network {
public:
    struct Sent {
        std::uint64_t arrival, number;
        int from;
        std::vector<std::byte> bytes;
        bool operator>(const Sent& other) const {
            return arrival != other.arrival ? arrival > other.arrival : number > other.number;
        }
    };
    using Mailbox = std::priority_queue<Sent, std::vector<Sent>, std::greater<>>;
    struct Pair {
        std::uint64_t delay = 0, last_arrival = 0;
        std::size_t bytes = 0;  // in flight
    };
    enum class Gate { open, claimed };

    Network(int processes, Conditions conditions_of, std::uint64_t seed)
        : conditions(conditions_of), random(seed), mailboxes(static_cast<std::size_t>(processes)) {}

    Pair& pair(int from, int to) {
        const auto [found, made] =
            pairs.try_emplace((static_cast<std::uint64_t>(from) << 32) | static_cast<unsigned>(to));
        if (made)
            found->second.delay =
                random.below((same_node(from, to) ? conditions.delay_most : conditions.far_delay_most) + 1);
        return found->second;
    }
    bool same_node(int one, int other) const {
        const int each = conditions.processes_a_node;
        return each == 0 || one / each == other / each;
    }
    /// Resets the connection of two processes of different nodes: data in flight is lost, and both sides notice.
    void reset(int one, int other) {
        if (is_reset(one, other)) return;
        for (const auto& [from, to] : {std::pair{one, other}, std::pair{other, one}}) {
            resets.insert((static_cast<std::uint64_t>(from) << 32) | static_cast<unsigned>(to));
            Mailbox kept;
            for (Mailbox& mailbox = mailboxes[static_cast<std::size_t>(to)]; !mailbox.empty(); mailbox.pop())
                if (mailbox.top().from != from) kept.push(mailbox.top());
            mailboxes[static_cast<std::size_t>(to)] = std::move(kept);
            told_lost[to].push_back(from);
        }
        for (const auto& exchange : far_exchanges)
            if (const auto alive = exchange.lock())
                if ((alive->from == one && alive->to == other) || (alive->from == other && alive->to == one))
                    alive->lost = true;
    }
    void keep_far(const std::shared_ptr<Exchange>& exchange) {
        far_exchanges.push_back(exchange);
        if (far_exchanges.size() < prune_far_at) return;
        std::erase_if(far_exchanges, [](const auto& each) { return each.expired(); });
        prune_far_at = std::max<std::size_t>(1024, 2 * far_exchanges.size());
    }
    bool is_reset(int from, int to) const {
        return !resets.empty() && resets.contains((static_cast<std::uint64_t>(from) << 32) | static_cast<unsigned>(to));
    }
    bool refuses() { return conditions.refused_in_1000 != 0 && random.chance(conditions.refused_in_1000, 1000); }

    Conditions conditions;
    Random random;
    std::uint64_t now = 0, frames = 0;
    std::vector<Mailbox> mailboxes;
    std::unordered_map<std::uint64_t, Pair> pairs;
    std::unordered_map<std::uint64_t, std::shared_ptr<Exchange>> exchanges;  // by the number in the ticket
    std::vector<std::weak_ptr<Exchange>> far_exchanges;
    std::size_t prune_far_at = 1024;
    std::set<std::uint64_t> resets;
    std::map<int, std::deque<int>> told_lost;  // by the process that is to be notified
    std::uint64_t next_exchange = 1, next_gate = 1;
    std::unordered_map<std::uint64_t, Gate> gates;
    std::size_t open_transfers = 0;
    /// Called with each frame before its receiver gets it.
    std::function<void(int to, const Fabric::Frame&)> on_frame;
    /// Called when `from` has claimed a buffer of `to`: it names the message of `from` that a receive has matched.
    std::function<void(int to, int from)> on_claim;
};

inline bool SimulatedTransfer::has_arrived() const { return network_.now >= exchange_->moved_at + exchange_->delay; }

inline bool SimulatedTransfer::advance() {
    Exchange& x = *exchange_;
    if (x.lost) return true;
    if (x.far && (!sends_ || !x.accepted || network_.now < x.accepted_at + x.delay)) return false;
    if (x.withdrawn) misuse("advance of a withdrawn transfer");
    if (!x.accepted && !(sends_ && x.has_target)) return false;
    if (x.moved >= x.wanted() || !network_.random.chance(network_.conditions.attach_in_1000, 1000)) return false;
    const std::size_t bytes = std::min(x.wanted() - x.moved, std::size_t{1} + network_.random.below(200));
    std::byte* const to = x.accepted ? x.into.data() : reinterpret_cast<std::byte*>(x.target.address);
    if (bytes != 0) std::memcpy(to + x.moved, x.data.data() + x.moved, bytes);
    x.moved += bytes;
    x.moved_at = network_.now;
    return true;
}

/// The fabric of one process. Throws where the messenger breaks the contract.
class SimulatedFabric final : public Fabric {
public:
    SimulatedFabric(Network& network, int process) : network_(network), process_(process) {}

    std::byte* reserve(int process, std::size_t bytes) override {
        if (bytes > remote_write::kMostFrameBytes || process == process_) misuse("reserve");
        if (network_.refuses() || network_.is_reset(process_, process)) return nullptr;
        const std::size_t on_way = network_.pair(process_, process).bytes;
        if (on_way != 0 && on_way + bytes > network_.conditions.mailbox_bytes) return nullptr;
        reserved_for_ = process;
        reserved_.assign(bytes, std::byte{0xee});
        return reserved_.data();
    }
    void publish(int process) override {
        if (process != reserved_for_) misuse("publish without reserve");
        reserved_for_ = -1;
        Network::Pair& pair = network_.pair(process_, process);
        pair.bytes += reserved_.size();
        const std::uint64_t arrival =
            network_.now + pair.delay + network_.random.below(network_.conditions.jitter_most + 1);
        pair.last_arrival = std::max(pair.last_arrival, arrival);
        network_.mailboxes[static_cast<std::size_t>(process)].push(
            {pair.last_arrival, network_.frames++, process_, std::move(reserved_)});
        reserved_ = {};
    }
    bool next(Frame& frame) override {
        if (in_hand_) misuse("next before release");
        Network::Mailbox& mailbox = network_.mailboxes[static_cast<std::size_t>(process_)];
        if (mailbox.empty() || mailbox.top().arrival > network_.now) return false;
        current_ = mailbox.top();
        mailbox.pop();
        frame = {current_.from, current_.bytes, 7};
        in_hand_ = true;
        if (network_.on_frame) network_.on_frame(process_, frame);
        return true;
    }
    void release(const Frame& frame) override {
        if (!in_hand_ || frame.cookie != 7) misuse("release");
        in_hand_ = false;
        network_.pair(current_.from, process_).bytes -= current_.bytes.size();
        current_.bytes.assign(current_.bytes.size(), std::byte{0xdd});
    }

    Transfer* offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) override {
        if (data.empty() || process == process_) misuse("offer");
        if (network_.refuses()) return nullptr;
        auto exchange = std::make_shared<Exchange>();
        exchange->data = data;
        if (!network_.same_node(process_, process)) {
            if (target) misuse("a target of another node");
            if (network_.is_reset(process_, process)) return nullptr;
            exchange->far = true;
            exchange->from = process_;
            exchange->to = process;
            exchange->delay = network_.pair(process_, process).delay;
            network_.keep_far(exchange);
        }
        exchange->has_target = target != nullptr;
        if (target) exchange->target = *target;
        const std::uint64_t number = network_.next_exchange++;
        std::memcpy(ticket.bytes.data(), &number, sizeof number);
        network_.exchanges[number] = exchange;
        return made(std::move(exchange), true);
    }
    Transfer* accept(int, const Ticket& ticket, std::span<std::byte> into, Status& status) override {
        auto exchange = found(ticket, status);
        if (!exchange) return nullptr;
        if (exchange->accepted || into.size() > exchange->data.size()) misuse("accept");
        if (exchange->has_target && into.data() != reinterpret_cast<std::byte*>(exchange->target.address))
            misuse("accept elsewhere than at the target");
        if (exchange->lost) {
            status = Status::peer_lost;
            return nullptr;
        }
        exchange->accepted = true;
        exchange->accepted_at = exchange->moved_at = network_.now;
        exchange->into = into;
        return made(std::move(exchange), false);
    }
    bool hold(int, const Ticket& ticket) override {
        Status status = Status::ok;
        const auto exchange = found(ticket, status, true);
        if (exchange) exchange->held = true;
        return exchange != nullptr;
    }
    bool is_withdrawn(int, const Ticket& ticket) override {
        std::uint64_t number = 0;
        std::memcpy(&number, ticket.bytes.data(), sizeof number);
        return network_.exchanges.at(number)->withdrawn;
    }
    bool withdraw(Transfer& transfer) override {
        Exchange& exchange = static_cast<SimulatedTransfer&>(transfer).exchange();
        if (exchange.far) misuse("withdraw of an offer without a gate");
        if (exchange.accepted || exchange.held) return false;
        exchange.withdrawn = true;
        return true;
    }
    void close(Transfer& transfer) override {
        auto& own = static_cast<SimulatedTransfer&>(transfer);
        const Exchange& exchange = own.exchange();
        // The sender also closes an offer when the receiver has told that it will not accept it.
        if (!own.done() && !exchange.withdrawn && exchange.accepted) misuse("close before the end");
        --network_.open_transfers;
        delete &own;
    }

    bool expose(int process, std::span<std::byte> into, Target& target) override {
        if (!has_gates(process)) misuse("expose without gates");
        if (process == process_ || network_.refuses() || exposed_ == network_.conditions.gates) return false;
        ++exposed_;
        target = {reinterpret_cast<std::uint64_t>(into.data()), into.size(), network_.next_gate++};
        network_.gates[target.gate] = Network::Gate::open;
        return true;
    }
    bool withdraw(const Target& target) override {
        const auto gate = network_.gates.find(target.gate);
        if (gate == network_.gates.end()) misuse("withdraw of a target that is not exposed");
        if (gate->second == Network::Gate::claimed) return false;
        network_.gates.erase(gate);
        --exposed_;
        return true;
    }
    void conclude(const Target& target) override {
        const auto gate = network_.gates.find(target.gate);
        if (gate == network_.gates.end() || gate->second != Network::Gate::claimed) misuse("conclude");
        network_.gates.erase(gate);
        --exposed_;
    }
    bool claim(int process, const Target& target) override {
        const auto gate = network_.gates.find(target.gate);
        if (gate == network_.gates.end()) return false;
        if (gate->second == Network::Gate::claimed) misuse("claimed twice");
        gate->second = Network::Gate::claimed;
        if (network_.on_claim) network_.on_claim(process, process_);
        return true;
    }
    void wait(std::int64_t) override {}
    bool has_gates(int process) const override { return network_.same_node(process_, process); }
    bool prefers_frame_to(int) override { return prefers_frame(); }
    bool prefers_frame_from(int) const override { return prefers_frame(); }
    int next_lost() override {
        std::deque<int>& lost = network_.told_lost[process_];
        if (lost.empty()) return -1;
        const int process = lost.front();
        lost.pop_front();
        return process;
    }

private:
    bool prefers_frame() const {
        const std::uint64_t in_1000 = network_.conditions.frames_in_1000;
        return in_1000 != 0 && network_.random.chance(in_1000, 1000);
    }
    Transfer* made(std::shared_ptr<Exchange> exchange, bool sends) {
        ++network_.open_transfers;
        return new SimulatedTransfer(network_, std::move(exchange), sends);  // close() deletes it
    }
    // An accepted or withdrawn exchange is not found again.
    std::shared_ptr<Exchange> found(const Ticket& ticket, Status& status, bool stays = false) {
        std::uint64_t number = 0;
        std::memcpy(&number, ticket.bytes.data(), sizeof number);
        const auto at = network_.exchanges.find(number);
        if (at == network_.exchanges.end()) misuse("a ticket that nobody gave");
        auto exchange = at->second;
        if (!stays || exchange->withdrawn) network_.exchanges.erase(at);
        status = exchange->withdrawn ? Status::declined : Status::ok;
        return exchange->withdrawn ? nullptr : exchange;
    }

    Network& network_;
    int process_, reserved_for_ = -1;
    std::vector<std::byte> reserved_;
    Network::Sent current_{};
    bool in_hand_ = false;
    std::size_t exposed_ = 0;
};

}  // namespace shunt::message_sim
