#include "native/program/simulator.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <utility>

#include "native/program/parts.hpp"

namespace shunt::program {
namespace {

using Time = std::uint64_t;
using Node = StepGraph::Node;

/// The kinds of events; those at the same time are handled in this order.
enum class EventKind : std::uint8_t { done, ready, leaves, passed, arrives };

struct Event {
    Time time = 0;
    EventKind kind = EventKind::ready;
    Node node = 0;              ///< of a message that leaves or has passed: the send; of one that arrives: the receive
    std::uint32_t version = 0;  ///< of a message that has passed: Flow::version; if they differ, the event is outdated
    bool operator>(const Event& other) const {
        if (time != other.time) return time > other.time;
        return kind != other.kind ? kind > other.kind : node > other.node;
    }
};

/// One direction of a port or uplink: a token bucket, which has saved its burst at the beginning. Messages that pass at
/// the same time have equal shares, as TCP connections do.   Units: bytes, bytes per second.
struct Port {
    double rate = 0;  ///< 0: unlimited
    double burst = 0, saved = 0;
    Time idle_since = 0;
    std::vector<std::uint32_t> flows;  ///< messages that pass now
    bool is_dirty = false;             ///< their number has changed

    /// The bytes that it lets pass at once, from `now` on.
    double at_once(Time now) {
        if (rate <= 0) return kUnlimited;
        if (flows.empty()) saved = std::min(burst, saved + static_cast<double>(now - idle_since) * 1e-9 * rate);
        idle_since = now;
        return saved;
    }
    static constexpr double kUnlimited = 1e30;
};

/// A message on its path through some ports.
struct Flow {
    Node send = 0;
    double left = 0;  ///< bytes, at `since`
    double rate = 0;  ///< from then on, bytes per second
    Time since = 0;
    Time latency = 0;  ///< of its path
    std::uint32_t version = 0;
    std::vector<std::uint32_t> ports;
};

/// A resource that serves one request at a time: a processor.
struct Server {
    Time free_at = 0;
    /// Occupies it from `from` on at the earliest.   Returns: the end.
    Time serve(Time from, Time duration) { return free_at = std::max(from, free_at) + duration; }
};

constexpr double kLongestNs = 1e15;

Time duration_of(double bytes, double rate) {
    return rate > 0 ? static_cast<Time>(std::min(bytes * 1e9 / rate, kLongestNs) + 0.5) : 0;
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
        nodes_ = nodes;
        const auto burst = static_cast<double>(network.port_burst);
        ports_.assign(2 * std::size_t{nodes}, {network.port_rate, burst, burst, 0, {}, false});
        for (const auto& each : network.switches) ports_.resize(ports_.size() + 2, {each.rate, 0, 0, 0, {}, false});
        switch_of_.resize(nodes, kNoSwitch);
        for (std::uint32_t i = 0; i < network.switches.size(); ++i)
            for (const auto node : network.switches[i].nodes)
                if (node < nodes) switch_of_[node] = i;
        if (with_spans) prediction_.spans.resize(graph.nodes());
    }

    Prediction run() {
        pending_.resize(graph_.nodes());
        is_ready_.resize(graph_.nodes());
        has_arrived_.resize(graph_.nodes());
        flow_of_.resize(graph_.nodes());
        behind_.resize(graph_.nodes());
        for (Node node = 0; node < graph_.nodes(); ++node)
            for (const Node follower : graph_.followers(node)) ++pending_[follower];
        for (Node node = 0; node < graph_.nodes(); ++node)
            if (pending_[node] == 0) events_.push({0, EventKind::ready, node});
        while (!events_.empty() || !dirty_.empty()) {
            if (!dirty_.empty() && (events_.empty() || events_.top().time > now_)) {
                share();
                continue;
            }
            const Event event = events_.top();
            events_.pop();
            now_ = event.time;
            switch (event.kind) {
                case EventKind::done: finish(event.node); break;
                case EventKind::ready: begin(event.node); break;
                case EventKind::leaves: leave(event.node); break;
                case EventKind::passed: pass(event.node, event.version); break;
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

    /// Work of the rank's processor on its own data.
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

    /// The message is sent.
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

    std::uint32_t out_of(std::uint32_t node) const { return node; }
    std::uint32_t into(std::uint32_t node) const { return nodes_ + node; }
    std::uint32_t up_from(std::uint32_t at) const { return 2 * nodes_ + 2 * at; }
    std::uint32_t down_to(std::uint32_t at) const { return up_from(at) + 1; }

    /// The connection of the message, on which messages follow each other.
    std::uint64_t connection_of(Node send) const {
        const auto from = static_cast<std::uint64_t>(graph_.rank_of(send));
        return from << 32 | static_cast<std::uint64_t>(graph_.rank_of(graph_.partner(send)));
    }
    void leave(Node node) {
        const auto [last, is_first] = last_on_.try_emplace(connection_of(node), node);
        if (is_first) return begin_to_pass(node);
        behind_[last->second] = node;
        last->second = node;
    }

    /// The message begins to pass the ports and uplinks. Their saved bursts let its first bytes pass at once.
    void begin_to_pass(Node node) {
        note_begin(node, now_);
        const std::uint32_t number = new_flow();
        Flow& flow = flows_[number];
        const std::uint32_t from = node_of(graph_.rank_of(node)), to = node_of(graph_.rank_of(graph_.partner(node)));
        flow.send = node;
        flow.latency = network_.port_latency;
        flow.ports = {out_of(from)};
        if (switch_of_[from] != switch_of_[to])
            for (const bool is_up : {true, false}) {
                const std::uint32_t at = switch_of_[is_up ? from : to];
                if (at == kNoSwitch) continue;
                flow.ports.push_back(is_up ? up_from(at) : down_to(at));
                flow.latency += network_.switches[at].latency;
            }
        flow.ports.push_back(into(to));
        std::erase_if(flow.ports, [&](std::uint32_t at) { return ports_[at].rate <= 0; });
        double at_once = bytes_of(node);
        for (const std::uint32_t at : flow.ports) at_once = std::min(at_once, ports_[at].at_once(now_));
        flow.left = bytes_of(node) - at_once;
        flow.since = now_;
        flow.rate = 0;
        for (const std::uint32_t at : flow.ports) {
            ports_[at].saved -= at_once;
            ports_[at].flows.push_back(number);
            mark(at);
        }
        flow_of_[node] = number;
        if (flow.ports.empty() || flow.left <= 0) events_.push({now_, EventKind::passed, node, flow.version});
    }

    std::uint32_t new_flow() {
        if (spare_flows_.empty()) {
            flows_.emplace_back();
            return static_cast<std::uint32_t>(flows_.size() - 1);
        }
        const std::uint32_t number = spare_flows_.back();
        spare_flows_.pop_back();
        return number;
    }
    void mark(std::uint32_t at) {
        if (!ports_[at].is_dirty) dirty_.push_back(at);
        ports_[at].is_dirty = true;
    }

    /// Messages on a port that others have joined or left get a new share of it.
    void share() {
        for (const std::uint32_t at : dirty_) ports_[at].is_dirty = false;
        for (const std::uint32_t at : std::exchange(dirty_, {}))
            for (const std::uint32_t number : ports_[at].flows) give_share(flows_[number]);
    }
    void give_share(Flow& flow) {
        double rate = Port::kUnlimited;
        for (const std::uint32_t at : flow.ports)
            rate = std::min(rate, ports_[at].rate / static_cast<double>(ports_[at].flows.size()));
        if (rate == flow.rate) return;
        flow.left -= static_cast<double>(now_ - flow.since) * 1e-9 * flow.rate;
        flow.since = now_;
        flow.rate = rate;
        events_.push(
            {now_ + duration_of(std::max(flow.left, 0.0), rate), EventKind::passed, flow.send, ++flow.version});
    }

    /// The last byte of the message has passed.
    void pass(Node node, std::uint32_t version) {
        const std::uint32_t number = flow_of_[node];
        Flow& flow = flows_[number];
        if (flow.send != node || flow.version != version) return;
        ++flow.version;
        for (const std::uint32_t at : flow.ports) {
            Port& port = ports_[at];
            std::erase(port.flows, number);
            port.idle_since = now_;
            mark(at);
        }
        events_.push({now_ + flow.latency, EventKind::arrives, graph_.partner(node)});
        if (!is_eager(node)) end_at(node, now_ + flow.latency);
        spare_flows_.push_back(number);
        const auto last = last_on_.find(connection_of(node));
        if (last->second == node) last_on_.erase(last);
        else begin_to_pass(behind_[node]);
    }

    void arrive(Node receive) {
        has_arrived_[receive] = true;
        if (is_ready_[receive]) take(receive);
    }

    /// The receiver's processor receives the message that has arrived.
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
    std::vector<Server> processors_;  ///< by rank
    std::uint32_t nodes_ = 0;
    std::vector<Port> ports_;           ///< out of and into the nodes, then up from and down to each switch
    std::vector<std::uint32_t> dirty_;  ///< ports whose shares have changed
    std::vector<Flow> flows_;
    std::vector<std::uint32_t> spare_flows_;
    std::unordered_map<std::uint64_t, Node> last_on_;  ///< by connection: the last message that is under way or waits
    std::vector<Node> behind_;                         ///< by message that is not the last: the next one
    std::vector<std::uint32_t> flow_of_;               ///< by node: of a message under way
    std::vector<std::uint32_t> switch_of_;             ///< by node
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
