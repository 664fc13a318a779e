#include "native/program/simulator.hpp"

#include <algorithm>
#include <queue>

#include "native/program/parts.hpp"

namespace shunt::program {
namespace {

using Time = std::uint64_t;
using Node = StepGraph::Node;

/// What happens at a time, in the order in which it is looked at.
enum class EventKind : std::uint8_t { done, ready, leaves, arrives };

struct Event {
    Time time = 0;
    EventKind kind = EventKind::ready;
    Node node = 0;  ///< of a message that leaves: the send; that arrives: the receive
    bool operator>(const Event& other) const {
        if (time != other.time) return time > other.time;
        return kind != other.kind ? kind > other.kind : node > other.node;
    }
};

/// One direction of a port or uplink: a token bucket, which has saved its burst when it begins.
struct Port {
    std::int64_t free_at = INT64_MIN / 2;  ///< all that has been given to it has passed then, at its rate
};

/// What serves one at a time: a processor.
struct Server {
    Time free_at = 0;
    /// Occupies it from `from` on at the earliest.   Returns: the end.
    Time serve(Time from, Time duration) { return free_at = std::max(from, free_at) + duration; }
};

constexpr double kLongestNs = 1e15;
constexpr std::int64_t kNever = INT64_MAX / 4;  ///< ns

Time duration_of(double bytes, double rate) {
    return rate > 0 ? static_cast<Time>(std::min(bytes * 1e9 / rate, kLongestNs)) : 0;
}

class Simulation {
public:
    Simulation(const StepGraph& graph, const Network& network, std::uint64_t element_bytes, bool with_spans)
        : graph_(graph), network_(network), element_bytes_(static_cast<double>(element_bytes)) {
        const int ranks = graph.parts().ranks();
        processors_.resize(static_cast<std::size_t>(ranks));
        prediction_.done_at.resize(static_cast<std::size_t>(ranks));
        std::uint32_t nodes = 0;
        for (int rank = 0; rank < ranks; ++rank) nodes = std::max(nodes, node_of(rank) + 1);
        out_.resize(nodes);
        in_.resize(nodes);
        switch_of_.resize(nodes, kNoSwitch);
        up_.resize(network.switches.size());
        down_.resize(network.switches.size());
        for (std::uint32_t i = 0; i < network.switches.size(); ++i)
            for (const auto node : network.switches[i].nodes)
                if (node < nodes) switch_of_[node] = i;
        if (with_spans) prediction_.spans.resize(graph.nodes());
    }

    Prediction run() {
        pending_.resize(graph_.nodes());
        is_ready_.resize(graph_.nodes());
        has_arrived_.resize(graph_.nodes());
        for (Node node = 0; node < graph_.nodes(); ++node)
            for (const Node follower : graph_.followers(node)) ++pending_[follower];
        for (Node node = 0; node < graph_.nodes(); ++node)
            if (pending_[node] == 0) events_.push({0, EventKind::ready, node});
        while (!events_.empty()) {
            const Event event = events_.top();
            events_.pop();
            now_ = event.time;
            switch (event.kind) {
                case EventKind::done: finish(event.node); break;
                case EventKind::ready: begin(event.node); break;
                case EventKind::leaves: leave(event.node); break;
                case EventKind::arrives: arrive(event.node); break;
            }
        }
        prediction_.time = *std::ranges::max_element(prediction_.done_at);
        return std::move(prediction_);
    }

private:
    static constexpr std::uint32_t kNoSwitch = UINT32_MAX;

    std::uint32_t node_of(int rank) const { return network_.node_of(static_cast<std::uint64_t>(rank)); }
    Server& processor(Node node) { return processors_[static_cast<std::size_t>(graph_.rank_of(node))]; }
    double bytes_of(Node node) const { return static_cast<double>(graph_.step(node).count) * element_bytes_; }
    bool is_local(Node send) const {
        return node_of(graph_.rank_of(send)) == node_of(graph_.rank_of(graph_.partner(send)));
    }
    bool is_eager(Node send) const { return bytes_of(send) <= static_cast<double>(network_.eager); }

    void end_at(Node node, Time time) { events_.push({time, EventKind::done, node}); }
    void note_begin(Node node, Time time) {
        if (!prediction_.spans.empty()) prediction_.spans[node].begin = time;
    }

    /// Of the rank's processor, on its own data.
    void work(Node node, double rate) {
        Server& own = processor(node);
        note_begin(node, std::max(now_, own.free_at));
        end_at(node, own.serve(now_, duration_of(bytes_of(node), rate)));
    }

    void begin(Node node) {
        is_ready_[node] = true;
        note_begin(node, now_);
        const Step& step = graph_.step(node);
        switch (step.kind) {
            case Kind::copy: work(node, network_.copy_rate); break;
            case Kind::combine: work(node, network_.combine_rate); break;
            case Kind::send:
                if (is_eager(node) || is_ready_[graph_.partner(node)]) send(node);
                break;
            case Kind::receive: {
                const Node other = graph_.partner(node);
                if (has_arrived_[node]) take(node);
                else if (!is_eager(other) && is_ready_[other]) send(other);
                break;
            }
        }
    }

    /// The message begins its way.
    void send(Node node) {
        ++prediction_.messages;
        const Node receive = graph_.partner(node);
        if (is_local(node)) {
            events_.push({now_ + network_.local_latency, EventKind::arrives, receive});
            if (is_eager(node)) end_at(node, now_);
            return;
        }
        prediction_.bytes_between_nodes += static_cast<std::uint64_t>(bytes_of(node));
        const Time told = processor(node).serve(now_, network_.message);
        events_.push({told, EventKind::leaves, node});
        if (is_eager(node)) end_at(node, told);
    }

    /// The message passes the ports and uplinks.
    void leave(Node node) {
        const Node receive = graph_.partner(node);
        const std::uint32_t from = node_of(graph_.rank_of(node)), to = node_of(graph_.rank_of(receive));
        const double bytes = bytes_of(node);
        note_begin(node, std::max(now_, static_cast<Time>(std::max<std::int64_t>(out_[from].free_at, 0))));
        auto first = static_cast<std::int64_t>(now_), last = first;  // byte, at the entry of the next port
        const auto pass = [&](Port& port, double rate, Time latency, Time burst) {
            const auto extra = static_cast<std::int64_t>(latency), saved = static_cast<std::int64_t>(burst);
            const std::int64_t begin = std::max(first, port.free_at);
            const auto duration = static_cast<std::int64_t>(duration_of(bytes, rate));
            port.free_at = std::min(std::max(first - saved, port.free_at) + duration, kNever);
            first = begin + extra;
            last = std::max({begin, port.free_at, last}) + extra;
        };
        const Time burst = duration_of(static_cast<double>(network_.port_burst), network_.port_rate);
        pass(out_[from], network_.port_rate, 0, burst);
        if (switch_of_[from] != switch_of_[to]) {
            for (const bool is_up : {true, false}) {
                const std::uint32_t at = switch_of_[is_up ? from : to];
                if (at == kNoSwitch) continue;
                const auto& one = network_.switches[at];
                pass(is_up ? up_[at] : down_[at], one.rate, one.latency, 0);
            }
        }
        pass(in_[to], network_.port_rate, network_.port_latency, burst);
        events_.push({static_cast<Time>(last), EventKind::arrives, receive});
        if (!is_eager(node)) end_at(node, static_cast<Time>(last));
    }

    void arrive(Node receive) {
        has_arrived_[receive] = true;
        if (is_ready_[receive]) take(receive);
    }

    /// The receiver's processor takes what has come.
    void take(Node receive) {
        const Node node = graph_.partner(receive);
        const bool local = is_local(node);
        const Time end = processor(receive).serve(
            now_, local ? duration_of(bytes_of(receive), network_.local_rate) : network_.message);
        end_at(receive, end);
        if (local && !is_eager(node)) end_at(node, end);
    }

    void finish(Node node) {
        if (!prediction_.spans.empty()) prediction_.spans[node].end = now_;
        Time& done = prediction_.done_at[static_cast<std::size_t>(graph_.rank_of(node))];
        done = std::max(done, now_);
        for (const Node follower : graph_.followers(node))
            if (--pending_[follower] == 0) events_.push({now_, EventKind::ready, follower});
    }

    const StepGraph& graph_;
    const Network& network_;
    const double element_bytes_;
    std::vector<Server> processors_;        ///< by rank
    std::vector<Port> out_, in_;            ///< by node
    std::vector<Port> up_, down_;           ///< by switch
    std::vector<std::uint32_t> switch_of_;  ///< by node
    std::vector<std::uint32_t> pending_;
    std::vector<bool> is_ready_, has_arrived_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    Time now_ = 0;
    Prediction prediction_;
};

}  // namespace

Prediction simulate(const StepGraph& graph, const Network& network, std::uint64_t element_bytes, bool with_spans) {
    return Simulation(graph, network, element_bytes, with_spans).run();
}

Prediction simulate(const Program& program, const Network& network, std::uint64_t element_bytes) {
    const Parts parts(program);
    StepGraph graph(parts);
    if (graph.match() || graph.sort()) return {};
    return simulate(graph, network, element_bytes);
}

}  // namespace shunt::program
