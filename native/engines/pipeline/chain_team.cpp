#include "native/engines/pipeline/chain_team.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "native/engines/pipeline/chain_call.hpp"
#include "native/engines/pipeline/costs.hpp"
#include "native/engines/pipeline/fabric.hpp"
#include "native/engines/pipeline/heedful.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/route.hpp"
#include "native/engines/pipeline/tree_call.hpp"
#include "native/engines/pipeline/waiting.hpp"

namespace shunt::pipeline {
namespace {

constexpr std::uint64_t kLineBytes = 128;
constexpr std::int64_t kPoisonNs = 5'000'000'000;

/// Where the rings of chains and of the two trees lie in the windows: one after the other.
struct Layout {
    Layout(const Ways& ways, const PipelineOptions& options) : chain(chain_rings(options)), tree(tree_rings(options)) {
        for (std::size_t rank = 0; rank < ways.chain_peers.size(); ++rank) {
            const std::uint64_t of_tree = HopRings::window_bytes(tree, ways.tree_peers[rank].size());
            begin[0].push_back(HopRings::window_bytes(chain, ways.chain_peers[rank].size()));
            begin[1].push_back(begin[0].back() + of_tree);
            bytes.push_back(begin[1].back() + of_tree);
        }
    }
    HopRings::Shape chain, tree;
    std::vector<std::uint64_t> begin[2];  // by rank: of each tree
    std::vector<std::uint64_t> bytes;     // by rank
};

/// Memory lent to the ways between members as long as this lives.
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
          waiting_{0, std::count(node_of_.begin(), node_of_.end(), node(group_.rank)) <= setup.cores},
          far_(fabric.far),
          memory_(std::move(fabric.memory)),
          window_(std::make_unique<Lent>(*memory_, memory_->window())),
          rings_(*memory_, group_.rank, shape_, ways_.chain_peers),
          scratch_(shape_.slot_bytes + kLineBytes) {
        for (const auto& begin : layout.begin)
            trees_.emplace_back(*memory_, group_.rank, layout.tree, ways_.tree_peers, begin);
        if (!by_verbs_) return;
        rings_.expect_torn_words();
        for (HopRings& tree : trees_) tree.expect_torn_words();
    }

    Status carry(const CollectiveCall& call) override {
        if (broken_ != Status::ok) return broken_;
        VectorCall vector;
        const Status status = vector_of(call, group_, vector);
        if (status != Status::ok) return give_up(status);
        if (vector.bytes == 0) return Status::ok;
        if (vector.element_bytes > shape_.slot_bytes) return Status::declined;
        if (needs_copy(vector)) {
            copy_.assign(vector.own, vector.own + vector.bytes);
            vector.own = copy_.data();
        }
        const Status done = run(vector, call);
        return done == Status::other_length ? follow_root(call, vector) : done;
    }

    // A call ends when all that it has put is with the kernel or the card, which need this member no more; but a
    // connection closed now would take with it what is on its way.
    bool leave() override { return false; }

    std::vector<EngineCounter> counters() const override {
        std::vector<EngineCounter> all{{"pipeline.operations", number_ - 1}, {"pipeline.bytes", bytes_}};
        const memory::Traffic traffic = far_ != nullptr ? far_->traffic() : memory::Traffic{};
        if (by_verbs_) {
            all.push_back({"pipeline.verbs-puts", traffic.puts});
            all.push_back({"pipeline.verbs-bytes", traffic.bytes});
            all.push_back({"pipeline.verbs-copied-bytes", traffic.copied_bytes});
            all.push_back({"pipeline.verbs-reminders", traffic.reminders});
        }
        return all;
    }

private:
    static Shape wanted_shape(const CollectiveCall& call) {
        return call.parameters.size() < 2 ? Shape::automatic
                                          : static_cast<Shape>(std::clamp<std::int64_t>(call.parameters[1], 0, 2));
    }

    /// Fails: `other_length` at a reader of a broadcast whose root has begun it with another: then nothing has been
    /// done.
    Status run(VectorCall vector, const CollectiveCall& call) {
        const WayCosts& network = by_verbs_ ? options_.verbs : options_.tcp;
        const Route route = route_of(vector, ways_, group_.size, options_, network, wanted_shape(call));
        vector.block_bytes = route.block_bytes;
        const std::uint64_t wanted = vector.result ? vector.wanted_to - vector.wanted_from : 0;
        if (route.tree) {
            const bool is_reader = vector.operation == Operation::bcast && vector.root != group_.rank;
            const Lent own(*memory_, {vector.own, is_reader ? 0 : vector.bytes});
            const Lent result(*memory_, {vector.result, vector.in_place() ? 0 : wanted});
            const ChainCall::Sources sources{window_->get(), own.get(), result.get()};
            std::vector<Branch> branches = branches_of(vector, ways_.places(vector), group_.rank);
            TreeCall operation(trees_, vector, std::move(branches), sources, number_, aligned_scratch());
            return wait_for(operation, vector);
        }
        auto streams = streams_of(vector, call.sizes, ways_.by_node, ways_.by_rank, group_.rank,
                                  shape_.slots / 2 * vector.block_bytes);
        const Lent own(*memory_, {vector.own, sends(streams, false) ? vector.bytes : 0});
        const Lent result(*memory_, {vector.result, sends(streams, true) ? wanted : 0});
        ChainCall operation(rings_, vector, std::move(streams), {window_->get(), own.get(), result.get()}, number_,
                            aligned_scratch());
        return wait_for(operation, vector);
    }

    template <class Call>
    Status wait_for(Call& operation, const VectorCall& vector) {
        const auto differs = [&] { return root_differs(vector); };
        Heedful heedful(operation, differs, 1);  // a look costs little beside the network
        const Status status = run_call(heedful, *memory_, exchange_, waiting_);
        if (status == Status::other_length) return status;
        ++number_;
        return finish(vector, status);
    }
    /// Whether the root of this broadcast has begun it, with another length: along the chain or in the trees, as goes
    /// with that.
    bool root_differs(const VectorCall& vector) {
        if (vector.operation != Operation::bcast || vector.root == group_.rank || follows_) return false;
        std::optional<std::uint64_t> bytes = rings_.open_bytes(title_of(vector, number_));
        for (const HopRings& tree : trees_)
            if (!bytes) bytes = tree.open_bytes(title_of(vector, number_));
        root_bytes_ = bytes.value_or(vector.bytes);
        return root_bytes_ != vector.bytes;
    }
    /// Carries a broadcast as its root means it, which the others are to have from here, and keeps what there is room
    /// for.
    Status follow_root(const CollectiveCall& call, VectorCall vector) {
        vector.wanted_to = std::min(vector.bytes, root_bytes_);
        vector.bytes = root_bytes_;
        follows_ = true;
        const Status status = run(vector, call);
        follows_ = false;
        if (status != Status::ok) return status;
        if (call.came) *call.came = vector.bytes;
        return Status::other_length;
    }

    Status finish(const VectorCall& vector, Status status) {
        const auto sent = [&] { return memory_->progress() != Status::again; };  // words that others count on
        if (status == Status::ok) status = wait_until_ready(sent, *memory_, exchange_, waiting_, node::kForever);
        if (status != Status::ok) return give_up(status);
        bytes_ += vector.bytes;
        return Status::ok;
    }

    /// Whether this member sends to another node what it has made in its result (scans), or else its own vector as it
    /// lies: all else goes on from the rings.
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
    // What is under way cannot go to the host any more: its peers are in it.
    Status give_up(Status status) {
        broken_ = status == Status::declined || status == Status::no_memory ? Status::bug : status;
        if (broken_ == Status::bug) tell_peers();
        return broken_;
    }

    /// Blocks: until all peers have been told, or kPoisonNs.
    void tell_peers() {
        const auto told = [&] {
            bool all = rings_.poison();
            for (HopRings& tree : trees_) all = tree.poison() && all;
            return all && memory_->progress() != Status::again;
        };
        static_cast<void>(wait_until_ready(told, *memory_, exchange_, waiting_, monotonic_ns() + kPoisonNs));
    }

    Group group_;
    PipelineOptions options_;
    HopRings::Shape shape_;
    Exchange& exchange_;
    Ways ways_;
    bool by_verbs_;
    std::vector<int> node_of_;
    Waiting waiting_;
    const memory::InternodeMemory* far_;  // of memory_
    std::unique_ptr<memory::RemoteMemory> memory_;
    std::unique_ptr<Lent> window_;
    HopRings rings_;
    std::vector<HopRings> trees_;
    std::vector<std::byte> scratch_, copy_;
    std::uint64_t number_ = 1;
    std::uint64_t bytes_ = 0;
    std::uint64_t root_bytes_ = 0;  // as heard last
    bool follows_ = false;          // carries a call as its root means it
    Status broken_ = Status::ok;
};

}  // namespace

std::unique_ptr<Team> join_chain(const TeamSetup& setup) {
    Ways ways(setup.node_of);
    const Layout layout(ways, setup.options->get<PipelineOptions>());
    memory::Setup remote;
    remote.rank = setup.group.rank;
    remote.size = setup.group.size;
    remote.cores = setup.cores;
    remote.node_of = setup.node_of;
    remote.host_of = setup.host_of;
    remote.hosts = setup.hosts;
    remote.windows.assign(layout.bytes.begin(), layout.bytes.end());
    remote.all_gather = [&](const void* mine, std::size_t bytes, void* all) {
        return setup.exchange->all_gather(mine, bytes, all);
    };
    Fabric fabric;
    const Outcome opened = open_fabric(setup, remote, fabric);
    if (opened.ok()) return std::make_unique<ChainTeam>(setup, std::move(ways), layout, std::move(fabric));
    if (setup.group.rank == 0) setup.exchange->warn(joined({"pipeline: ", opened.reason, "; using the host"}).c_str());
    return nullptr;
}

}  // namespace shunt::pipeline
