#include "native/engines/pipeline/chain_team.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "native/engines/pipeline/chain_call.hpp"
#include "native/engines/pipeline/chain_layout.hpp"
#include "native/engines/pipeline/costs.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/route.hpp"
#include "native/engines/pipeline/team_node.hpp"
#include "native/engines/pipeline/tree_call.hpp"
#include "native/engines/shared/begun_calls.hpp"
#include "native/engines/shared/fabric.hpp"
#include "native/engines/shared/waiting.hpp"

namespace shunt::pipeline {
namespace {

constexpr std::uint64_t kLineBytes = 128;

/// Memory registered with the transports between members while this lives.
class Lent {
public:
    Lent(memory::RemoteMemory& memory, std::span<const std::byte> bytes) : memory_(memory) {
        if (!bytes.empty()) is_lent_ = memory.register_memory(bytes, registration_).ok();
    }
    ~Lent() {
        if (is_lent_) memory_.deregister(registration_);
    }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    const memory::Registration* get() const { return is_lent_ ? &registration_ : nullptr; }

private:
    memory::RemoteMemory& memory_;
    memory::Registration registration_;
    bool is_lent_ = false;
};

class ChainTeam final : public Team {
public:
    ChainTeam(const TeamSetup& setup, Ways ways, const Layout& layout, Fabric fabric)
        : group_(setup.group),
          options_(setup.options->get<PipelineOptions>()),
          shape_(layout.chain),
          exchange_(*setup.exchange),
          ways_(std::move(ways)),
          by_verbs_(fabric.by_verbs),
          node_of_(setup.node_of),
          far_(fabric.far),
          memory_(std::move(fabric.memory)),
          here_(*memory_, ways_, group_.rank, layout.node_ring, setup.cores, options_),
          waiting_{0, here_.has_cores_for_all(), here_.members() == 1 || here_.has_cores_for_all() ? 0 : kTurns},
          window_(std::make_unique<Lent>(
              *memory_, memory_->window().first(layout.far_bytes[static_cast<std::size_t>(group_.rank)]))),
          rings_(*memory_, group_.rank, shape_, ways_.chain_peers),
          scratch_(shape_.slot_bytes + kLineBytes) {
        for (const auto& begin : layout.begin)
            trees_.emplace_back(*memory_, group_.rank, layout.tree, ways_.tree_peers, begin);
        if (!by_verbs_) return;
        rings_.expect_torn_words();
        for (HopRings& tree : trees_) tree.expect_torn_words();
    }

    Status carry(const CollectiveCall& call) override {
        if (begun_.any()) finish_begun();
        if (broken_ != Status::ok) return broken_;
        HopCall operation(*this, call);
        return ended(run_call(operation, *memory_, exchange_, waiting_));
    }

    std::unique_ptr<Pending> begin(const CollectiveCall& call) override {
        VectorCall vector;
        if (vector_of(call, group_, vector) == Status::ok && is_refused(vector)) return nullptr;
        return begun_.add(std::make_unique<Begun>(*this, call));
    }
    bool needs_progress() const override { return true; }
    bool holds_givers() const override { return true; }  // while its rings are full

    // Along a chain the length of blocks does not change the order, except where parts circulate within chunks. In
    // trees, blocks belong to the two trees alternately.
    std::string combining_order(const CollectiveCall& call) const override {
        VectorCall vector;
        if (vector_of(call, group_, vector) != Status::ok || vector.bytes == 0 || is_refused(vector)) return {};
        const Route route = route_for(vector, call);
        const char* const levels = route.levels ? "on each node, then " : "";
        if (route.tree) return joined({levels, "in two trees, blocks of ", in_short(route.block_bytes)});
        const std::uint64_t chunk = route.levels && vector.operation == Operation::allreduce
                                        ? level_part(route) * static_cast<std::uint64_t>(ways_.leaders.size())
                                        : vector.bytes;
        return chunk < vector.bytes ? joined({levels, "along a chain, chunks of ", in_short(chunk)})
                                    : joined({levels, "along a chain"});
    }

    // A call ends when the kernel or the card has all that was put, and needs this member no more. But closing a
    // connection now would lose the data under way.
    bool leave() override { return false; }

    bool tell_peers() override {
        return begun_.apart([&] { return broken_ != Status::bug || poison(); });
    }

    std::vector<EngineCounter> counters() const override {
        std::vector<EngineCounter> all{{"pipeline.operations", number_ - 1}, {"pipeline.bytes", bytes_}};
        const memory::Traffic traffic = far_ != nullptr ? far_->traffic() : memory::Traffic{};
        if (by_verbs_) {
            all.push_back({"pipeline.verbs-puts", traffic.puts});
            all.push_back({"pipeline.verbs-bytes", traffic.bytes});
            all.push_back({"pipeline.verbs-copied-bytes", traffic.copied_bytes});
            all.push_back({"pipeline.verbs-reminders", traffic.reminders});
            all.push_back({"pipeline.verbs-repairs", traffic.repairs});
            all.push_back({"pipeline.verbs-registrations", traffic.registrations});
        }
        return all;
    }

private:
    static Shape wanted_shape(const CollectiveCall& call) {
        return call.parameters.size() < 2 ? Shape::automatic
                                          : static_cast<Shape>(std::clamp<std::int64_t>(call.parameters[1], 0, 3));
    }

    static std::string in_short(std::uint64_t bytes) {
        return bytes % 1024 == 0 ? joined({std::to_string(bytes / 1024), "K"}) : std::to_string(bytes);
    }
    /// For a call by levels: bytes of a part in each chunk.
    std::uint64_t level_part(const Route& route) const { return shape_.slots / kLevelParts * route.block_bytes; }

    Route route_for(const VectorCall& vector, const CollectiveCall& call) const {
        const WayCosts& network = by_verbs_ ? options_.verbs : options_.tcp;
        return route_of(vector, ways_, group_.size, options_, network, wanted_shape(call));
    }

    /// One element alone is too large for a slot.
    bool is_refused(const VectorCall& vector) const {
        return vector.bytes > 0 && vector.element_bytes > shape_.slot_bytes;
    }

    /// One call of the team, along the chain or in the trees, as run_call() drives it.   Owner: the team outlives this.
    class HopCall {
    public:
        HopCall(ChainTeam& team, const CollectiveCall& call) : team_(team), call_(call) {}
        HopCall(const HopCall&) = delete;
        HopCall& operator=(const HopCall&) = delete;

        /// Fails: as Team::carry; the caller decides what that means for the team (ended()).
        Status advance() {
            moved_ = false;
            if (is_leaving_) return leave();
            if (std::holds_alternative<std::monostate>(work_)) {
                const Status status = start();
                if (status != Status::again) return status;
            }
            const Status status = std::visit([&](auto& work) { return step(work); }, work_);
            if (status == Status::other_length) return follow_root();
            if (status != Status::ok) return status == Status::declined ? Status::bug : status;  // peers are in it
            team_.number_ += 1;
            if (const auto* levels = std::get_if<LevelsCall>(&work_)) team_.here_.ended(*levels);
            is_leaving_ = true;
            return leave();
        }
        bool moved() const { return moved_; }
        /// Waiting for other nodes takes longer than waking a sleeping member; and the sockets must be read.
        bool waits_long() const {
            const auto* levels = std::get_if<LevelsCall>(&work_);
            return !levels || !levels->is_up();
        }
        int waits_for() const {
            return std::visit(
                [](const auto& work) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(work)>, std::monostate>) return -1;
                    else return work.waits_for();
                },
                work_);
        }

    private:
        Status start() {
            const Status status = follows_ ? Status::ok : vector_of(call_, team_.group_, vector_);
            if (status != Status::ok || vector_.bytes == 0) return status;
            if (team_.is_refused(vector_)) return Status::declined;
            if (needs_copy(vector_)) {
                team_.copy_.assign(vector_.own, vector_.own + vector_.bytes);
                vector_.own = team_.copy_.data();
            }
            const Route route = team_.route_for(vector_, call_);
            vector_.block_bytes = route.block_bytes;
            if (route.levels) start_by_levels(route);
            else if (route.tree) start_in_trees();
            else start_in_chain();
            return Status::again;
        }
        std::uint64_t wanted_bytes() const { return vector_.result ? vector_.wanted_to - vector_.wanted_from : 0; }
        void lend(const VectorCall& vector, std::uint64_t own_bytes, std::uint64_t result_bytes) {
            own_.emplace(*team_.memory_, std::span<const std::byte>{vector.own, own_bytes});
            result_.emplace(*team_.memory_, std::span<const std::byte>{vector.result, result_bytes});
        }
        ChainCall::Sources sources() const { return {team_.window_->get(), own_->get(), result_->get()}; }
        void start_in_trees() {
            const bool is_reader = vector_.operation == Operation::bcast && vector_.root != team_.group_.rank;
            lend(vector_, is_reader ? 0 : vector_.bytes, vector_.in_place() ? 0 : wanted_bytes());
            std::vector<Branch> branches = branches_of(vector_, team_.ways_.places(vector_), team_.group_.rank);
            work_.emplace<TreeCall>(team_.trees_, vector_, std::move(branches), sources(), number(),
                                    team_.aligned_scratch());
        }
        void start_in_chain() {
            auto streams = streams_of(vector_, call_.sizes, team_.ways_.by_node, team_.ways_.by_rank, team_.group_.rank,
                                      team_.shape_.slots / 2 * vector_.block_bytes);
            lend(vector_, team_.sends(streams, false) ? vector_.bytes : 0,
                 team_.sends(streams, true) ? wanted_bytes() : 0);
            work_.emplace<ChainCall>(team_.rings_, vector_, std::move(streams), sources(), number(),
                                     team_.aligned_scratch());
        }

        void start_by_levels(const Route& route) {
            LevelsCall& levels = work_.emplace<LevelsCall>(team_.here_.level_for(vector_, room_), vector_, number());
            const int rank = team_.group_.rank;
            if (team_.ways_.leaders.place_of(rank) < 0) return;
            const VectorCall across = levels.call_across();
            lend(across, across.own ? across.bytes : 0, 0);
            if (route.tree) {
                levels.across().emplace<TreeCall>(team_.trees_, across,
                                                  branches_of(across, team_.ways_.of_leaders, rank), sources(),
                                                  number(), team_.aligned_scratch());
                return;
            }
            levels.across().emplace<ChainCall>(
                team_.rings_, across, streams_among(across, team_.ways_.leaders, rank, team_.level_part(route)),
                sources(), number(), team_.aligned_scratch());
        }

        /// The call's ordinal, where known: a member that has left another call to the host learns that here.
        std::uint64_t number() const { return call_.ordinal != 0 ? call_.ordinal : team_.number_; }

        Status step(std::monostate&) { return Status::bug; }
        /// Ends also when the root has another length: that check costs little beside the network.
        template <class Work>
        Status step(Work& work) {
            const Status status = work.advance();
            moved_ = work.moved();
            if (status != Status::bug && (status != Status::again || moved_)) return status;
            if (!follows_ && team_.root_differs(vector_, number(), std::holds_alternative<LevelsCall>(work_)))
                return Status::other_length;
            return status == Status::bug && may_hear_of_root() ? Status::again : status;
        }
        /// A block of another call does not prove yet that members disagree. A member that has finished this broadcast,
        /// with another length and so by other rings, may have begun the next call before these data arrive.
        bool may_hear_of_root() {
            constexpr std::int64_t kMostNs = 1'000'000'000;
            if (follows_ || !team_.reads_broadcast(vector_) || team_.is_poisoned()) return false;
            const std::int64_t now = monotonic_ns();
            if (strange_since_ns_ == 0) strange_since_ns_ = now;
            return now - strange_since_ns_ < kMostNs;
        }
        /// Carries the broadcast with the root's length, as other members expect from this one, and keeps as much as
        /// there is room for.
        Status follow_root() {
            vector_.wanted_to = std::min(vector_.bytes, team_.root_bytes_);
            vector_.bytes = team_.root_bytes_;
            follows_ = true;
            work_ = std::monostate{};
            moved_ = true;
            return Status::again;
        }
        /// Words that other members count on must have reached the kernel or the card.
        Status leave() {
            if (team_.memory_->progress() == Status::again) return Status::again;
            team_.bytes_ += vector_.bytes;
            if (!follows_) return Status::ok;
            if (call_.came) *call_.came = vector_.bytes;
            return Status::other_length;
        }

        ChainTeam& team_;
        CollectiveCall call_;
        VectorCall vector_;
        std::unique_ptr<std::byte[]> room_;  // for the whole vector, where no other memory has room for it
        std::optional<Lent> own_, result_;
        std::variant<std::monostate, ChainCall, TreeCall, LevelsCall> work_;
        std::int64_t strange_since_ns_ = 0;  // a block of another call is here; 0: none
        bool is_leaving_ = false;
        bool follows_ = false;  // carries a call with its root's length
        bool moved_ = false;
    };

    /// A call in the background.
    class Begun final : public BegunCall {
    public:
        Begun(ChainTeam& team, const CollectiveCall& call) : team_(team), operation_(team, call) {}
        Status advance() override { return team_.broken_ != Status::ok ? team_.broken_ : operation_.advance(); }
        bool moved() const override { return operation_.moved(); }
        int waits_for() const override { return operation_.waits_for(); }
        Status fail(Status why) override { return team_.broken_ != Status::ok ? team_.broken_ : team_.give_up(why); }

    private:
        ChainTeam& team_;
        HopCall operation_;
    };

    Status ended(Status status) { return is_usable_after(status) ? status : give_up(status); }
    /// Ends the calls begun in the background first.
    void finish_begun() { begun_.finish(); }

    bool reads_broadcast(const VectorCall& vector) const {
        return vector.operation == Operation::bcast && vector.root != group_.rank;
    }
    bool is_poisoned() const { return rings_.is_poisoned() || here_.is_poisoned(); }

    /// Whether the root of this broadcast has begun it with another length, along the chain or in the trees, as that
    /// length requires. `by_levels`: there the first member of its node stands for the root.
    bool root_differs(const VectorCall& vector, std::uint64_t number, bool by_levels) {
        if (!reads_broadcast(vector)) return false;
        VectorCall among = vector;
        if (by_levels) among.root = ways_.on_node_of(vector.root).front();
        std::optional<std::uint64_t> bytes = rings_.open_bytes(title_of(among, number));
        for (const HopRings& tree : trees_)
            if (!bytes) bytes = tree.open_bytes(title_of(among, number));
        if (!bytes) bytes = here_.open_bytes(vector, number);
        root_bytes_ = bytes.value_or(vector.bytes);
        return root_bytes_ != vector.bytes;
    }

    /// Whether this member sends another node its result (scans), or its own vector in place: all other data are sent
    /// from the rings.
    bool sends(const std::vector<ChainStream>& streams, bool result) const {
        for (const ChainStream& stream : streams)
            for (const Item& item : stream.items)
                if (item.sends && node(stream.to) != node(group_.rank) &&
                    result == (stream.prefix && !stream.exclusive && item.receives) && (result || !item.receives))
                    return true;
        return false;
    }

    int node(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }

    std::byte* aligned_scratch() {
        const auto address = reinterpret_cast<std::uintptr_t>(scratch_.data());
        return scratch_.data() + (kLineBytes - address % kLineBytes) % kLineBytes;
    }
    // A call under way cannot go to the host any more: its peers are in it.
    Status give_up(Status status) {
        broken_ = status == Status::declined || status == Status::no_memory ? Status::bug : status;
        if (broken_ == Status::bug) poison();
        memory_->keep_posted();  // the program may free its vectors now
        return broken_;
    }

    /// Returns whether all peers have been told that the team is broken.
    bool poison() {
        bool all = rings_.poison();
        here_.poison();
        for (HopRings& tree : trees_) all = tree.poison() && all;
        return all && memory_->progress() != Status::again;
    }

    Group group_;
    PipelineOptions options_;
    HopRings::Shape shape_;
    Exchange& exchange_;
    Ways ways_;
    bool by_verbs_;
    std::vector<int> node_of_;
    const memory::InternodeMemory* far_;  // of memory_
    std::unique_ptr<memory::RemoteMemory> memory_;
    TeamNode here_;
    Waiting waiting_;
    std::unique_ptr<Lent> window_;
    HopRings rings_;
    std::vector<HopRings> trees_;
    std::vector<std::byte> scratch_;
    std::vector<std::byte> copy_;  // of this member's vector, where its result overwrites data not sent yet
    std::uint64_t number_ = 1;
    std::uint64_t bytes_ = 0;
    std::uint64_t root_bytes_ = 0;  // the last known
    Status broken_ = Status::ok;
    BegunCalls begun_{*memory_, exchange_, waiting_.has_core};
};

}  // namespace

std::unique_ptr<Team> join_chain(const TeamSetup& setup) {
    Ways ways(setup.node_of);
    const Layout layout(ways, setup.options->get<PipelineOptions>());
    memory::Setup remote = memory_setup_of(setup);
    remote.windows.assign(layout.bytes.begin(), layout.bytes.end());
    remote.far_windows.assign(layout.far_bytes.begin(), layout.far_bytes.end());
    Fabric fabric;
    const PipelineOptions& set = setup.options->get<PipelineOptions>();
    const Outcome opened = open_fabric(setup, {"pipeline", set.interface, set.way}, remote, fabric);
    if (opened.ok()) return std::make_unique<ChainTeam>(setup, std::move(ways), layout, std::move(fabric));
    warn_of_refusal(setup, "pipeline", opened);
    return nullptr;
}

}  // namespace shunt::pipeline
