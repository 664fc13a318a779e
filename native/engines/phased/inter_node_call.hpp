#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "native/engines/phased/blocks.hpp"
#include "native/engines/phased/counters.hpp"
#include "native/engines/phased/options.hpp"
#include "native/engines/phased/pattern_cache.hpp"
#include "native/engines/phased/port_rate.hpp"
#include "native/net/tcp/streams.hpp"

namespace shunt::phased {

/// The result of prepare(): a plan, and the row of this node that it was made for.
struct PhasedPrepared final : Prepared {
    std::uint64_t team = 0;  ///< token of its team
    Row own;
    std::shared_ptr<const Plan> plan;
};

/// The state shared by all InterNodeCalls of a team.   Owner: the team.
struct Wires {
    const Nodes& nodes;
    net::Streams& streams;
    LocalPeers* local_peers = nullptr;  ///< null: this rank is alone on its node
    PatternCache cache;
    schedule::Topology topology;
    schedule::CostModel model;
    PhasedOptions options;
    Counters counters;
    PortRate rate;
    bool renews_when_paced = false;  ///< streams change their congestion control once the rate is known
};

/// The parameters of a call between nodes.
struct InterNodeCallSetup {
    std::uint32_t number = 0;  ///< of the call in its team
    Operation operation = Operation::alltoall;
    int root = 0;
    Order order = Order::automatic;
    Separation separation = Separation::automatic;
    const PhasedPrepared* prepared = nullptr;
    const std::vector<Row>* pattern = nullptr;  ///< the rows of all nodes, where they are known
    bool only_prepare = false;                  ///< makes a plan, moves no data
};

/// One call between nodes, on a leader: agrees on a plan, then moves the blocks of its node by it. A call whose members
/// disagree about sizes still runs to its end, so that no member waits for ever, and returns `bug`.
/// Thread: any one at a time.   Blocks: never for long.
class InterNodeCall final : public net::StreamSink {
public:
    InterNodeCall(Wires& wires, const NodeBlocks& blocks, const InterNodeCallSetup& setup);

    /// Makes the progress that is possible now.   Returns `again` until all is moved.   Fails: peer_lost, bug.
    Status advance(std::int64_t now_ns);
    /// The node that the call waits for; -1: none.
    int awaited() const;
    /// The call waits until sent data have left the port. No event reports that, so advance() must be called again
    /// soon.
    bool must_look() const { return !draining_.empty(); }
    /// The plan made for the pattern of this call; null for operations that need none.
    const std::shared_ptr<const Plan>& plan() const { return plan_; }
    const Row& own_row() const { return own_row_; }

    Take frame_begins(int node, const net::Frame& frame, std::vector<iovec>& places) override;
    void frame_grows(int node, const net::Frame& frame, std::size_t bytes) override;
    void frame_ends(int node, const net::Frame& frame) override;
    void all_sent(int node) override;
    void lost(int node, const Outcome& why) override;
    const Outcome& trouble() const { return trouble_; }
    /// How members disagree about the call; empty: they do not.
    const std::string& disagreement() const { return disagreement_; }

private:
    enum class State { looking, gathering, moving, done };

    /// The message to, or from, one node, and the move under way.
    struct Line {
        NodeMessage message;
        MessageParts parts;
        bool made = false;
        bool differs = false;      ///< the plan does not fit the blocks of this node
        std::uint32_t number = 0;  ///< finished moves
        std::size_t move = 0;
        std::uint64_t done = 0;  ///< bytes of the move
        bool active = false;
        std::uint64_t here = 0;          ///< arrived bytes of the move, including an incomplete frame
        std::int64_t measured_from = 0;  ///< start of the port's rate measurement in the move; 0: not yet
        std::uint64_t here_then = 0;     ///< bytes of the move at that time
    };

    void begin();
    void want(int node);
    void begin_moving(std::shared_ptr<const Plan> plan);
    void compare_with_plan();
    void make_plan(std::span<const Row> rows);
    Line& line(std::unordered_map<int, Line>& lines, int node, NodeMessage (NodeBlocks::*message)(int) const);
    Line& outgoing(int node) { return line(out_, node, &NodeBlocks::outgoing); }
    Line& incoming(int node) { return line(in_, node, &NodeBlocks::incoming); }
    void tell();
    void tell_rows(const BruckAllgather::Tell& told);
    void after_exchange();
    void move();
    void meet();
    void drain();
    void measure(Line& line, std::uint64_t bytes);
    void feed(int node);
    Take hold_for_later(int node, const net::Frame& frame);
    Take take_data(int node, const net::Frame& frame, std::vector<iovec>& places);
    void end_data(int node, const net::Frame& frame);
    void disagree(const char* what, int node);
    void send(int node, std::uint16_t kind, std::uint32_t number, std::uint64_t word) {
        wires_.streams.send(node, {kind, setup_.number, number, 0, word});
    }

    Wires& wires_;
    const NodeBlocks& blocks_;
    InterNodeCallSetup setup_;
    DisseminationRounds rounds_;
    State state_ = State::looking;
    Row own_row_;
    std::optional<AndReduction> common_;
    std::optional<BruckAllgather> gathering_;
    std::shared_ptr<const Plan> plan_;
    std::optional<Phases> phases_;
    std::unordered_map<std::uint32_t, AndReduction> barriers_;  ///< by phase
    std::optional<std::uint32_t> barrier_after_;                ///< the phase that is over here, but not everywhere
    std::unordered_map<int, Line> out_, in_;
    std::vector<int> draining_;  ///< nodes whose move the kernel has, but the network does not have all yet
    Status result_ = Status::ok;
    Outcome trouble_;
    std::string disagreement_;
    bool moved_ = false;  ///< since the last advance()
    std::int64_t impatient_at_ = 0;
};

}  // namespace shunt::phased
