#include "native/pipeline/chain_team.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "native/pipeline/chain_call.hpp"
#include "native/pipeline/costs.hpp"
#include "native/pipeline/waiting.hpp"
#include "native/pipeline/fabric.hpp"

namespace shunt::pipeline {
namespace {

constexpr std::uint64_t kLeastBlock = 1024;
constexpr std::uint64_t kSlots = 16;
constexpr std::uint64_t kLineBytes = 128;
constexpr std::int64_t kPoisonNs = 5'000'000'000;
constexpr std::uint64_t kPartsOfARound = 4;   // blocks of each part that goes round, so that a hop's latency is hidden

HopRings::Shape shape_of(const PipelineSettings& settings) {
    const std::uint64_t slot = static_cast<std::uint64_t>(settings.ring) / kSlots;
    return {kSlots, std::max(kLineBytes, slot / kLineBytes * kLineBytes)};
}

/// The two orders that chains have, and who is whose neighbour in them.
struct Orders {
    explicit Orders(const TeamSetup& setup) : by_node(order_by_node(setup.node_of)), by_rank(order_by_rank(setup.group.size)) {
        for (int rank = 0; rank < setup.group.size; ++rank) neighbours_of.push_back(neighbours(by_node, by_rank, rank));
    }
    ChainOrder by_node, by_rank;
    std::vector<std::vector<int>> neighbours_of;
};

/// Memory lent to the ways between members as long as this lives.
class Lent {
public:
    Lent(remote::RemoteMemory& memory, std::span<const std::byte> bytes) : memory_(memory) {
        if (!bytes.empty()) is_lent_ = memory.register_memory(bytes, registration_).ok();
    }
    ~Lent() {
        if (is_lent_) memory_.deregister(registration_);
    }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    const remote::Registration* get() const { return is_lent_ ? &registration_ : nullptr; }

private:
    remote::RemoteMemory& memory_;
    remote::Registration registration_;
    bool is_lent_ = false;
};

class ChainTeam final : public Team {
public:
    ChainTeam(const TeamSetup& setup, Orders orders, Fabric fabric)
        : group_(setup.group),
          settings_(setup.settings.pipeline),
          shape_(shape_of(settings_)),
          exchange_(*setup.exchange),
          orders_(std::move(orders)),
          by_verbs_(fabric.by_verbs),
          node_of_(setup.node_of),
          far_(fabric.far),
          memory_(std::move(fabric.memory)),
          window_(std::make_unique<Lent>(*memory_, memory_->window())),
          rings_(*memory_, group_.rank, shape_, orders_.neighbours_of),
          scratch_(shape_.slot_bytes + kLineBytes) {}

    Status carry(const CollectiveCall& call) override {
        if (broken_ != Status::ok) return broken_;
        VectorCall vector;
        const Status status = vector_of(call, group_, vector);
        if (status != Status::ok) return give_up(status);
        if (vector.bytes == 0) return Status::ok;
        if (vector.element_bytes > shape_.slot_bytes) return Status::declined;
        vector.block_bytes = block_bytes(vector);
        if (needs_copy(vector)) {
            copy_.assign(vector.own, vector.own + vector.bytes);
            vector.own = copy_.data();
        }
        return run(vector, call.sizes);
    }

    void close() override {
        const char here = 1;
        std::vector<char> all(static_cast<std::size_t>(group_.size));
        if (broken_ != Status::peer_lost) static_cast<void>(exchange_.all_gather(&here, 1, all.data()));
        if (far_ != nullptr) traffic_ = far_->traffic();
        far_ = nullptr;
        window_.reset();
        memory_.reset();
    }

    std::vector<EngineCounter> counters() const override {
        std::vector<EngineCounter> all{{"pipeline.operations", number_ - 1}, {"pipeline.bytes", bytes_}};
        const remote::Traffic traffic = far_ != nullptr ? far_->traffic() : traffic_;
        if (by_verbs_) {
            all.push_back({"pipeline.verbs-puts", traffic.puts});
            all.push_back({"pipeline.verbs-bytes", traffic.bytes});
            all.push_back({"pipeline.verbs-copied-bytes", traffic.copied_bytes});
            all.push_back({"pipeline.verbs-reminders", traffic.reminders});
        }
        return all;
    }

private:
    Status run(const VectorCall& vector, std::span<const std::uint64_t> sizes) {
        auto lanes = lanes_of(vector, sizes, orders_.by_node, orders_.by_rank, group_.rank, shape_.slots / 2 * vector.block_bytes);
        const Lent own(*memory_, {vector.own, sends(lanes, false) ? vector.bytes : 0});
        const Lent result(*memory_, {vector.result, sends(lanes, true) ? vector.wanted_to - vector.wanted_from : 0});
        ChainCall operation(rings_, vector, std::move(lanes), {window_->get(), own.get(), result.get()}, number_++, aligned_scratch());
        Status status = run_call(operation, *memory_, exchange_, 0);
        while (status == Status::ok) {   // words that others count on
            const Status sent = memory_->wait([&] { return memory_->progress() != Status::again; }, kLastSliceNs);
            if (sent == Status::ok) break;
            if (sent != Status::timeout) status = sent;
        }
        if (status != Status::ok) return give_up(status);
        bytes_ += vector.bytes;
        return Status::ok;
    }

    /// Whether this member sends to another node what it has made in its result (scans), or else its own vector as it lies: all else goes
    /// on from the rings.
    bool sends(const std::vector<Lane>& lanes, bool result) const {
        const auto node = [&](int rank) { return node_of_[static_cast<std::size_t>(rank)]; };
        for (const Lane& lane : lanes)
            for (const Item& item : lane.items)
                if (item.sends && node(lane.to) != node(group_.rank) && result == (lane.prefix && !lane.exclusive && item.receives) &&
                    (result || !item.receives))
                    return true;
        return false;
    }
    std::uint64_t block_bytes(const VectorCall& vector) const {
        std::uint64_t block = static_cast<std::uint64_t>(settings_.block);
        const bool goes_round = vector.operation != Operation::bcast && vector.operation != Operation::reduce &&
                                vector.operation != Operation::scan && vector.operation != Operation::exscan && vector.commutative;
        if (block == 0 && goes_round)
            block = std::max(kLeastBlock, vector.bytes / static_cast<std::uint64_t>(group_.size) / kPartsOfARound);
        if (block == 0) {
            const Costs costs = costs_of(by_verbs_ ? settings_.verbs : settings_.tcp);
            block = best_block(kLeastBlock, shape_.slot_bytes, [&](double bytes) {
                return chain_ns(costs, vector.operation, group_.size, static_cast<double>(vector.bytes), bytes);
            });
        }
        return in_elements(std::min(block, shape_.slot_bytes), vector.element_bytes);
    }
    std::byte* aligned_scratch() {
        const auto address = reinterpret_cast<std::uintptr_t>(scratch_.data());
        return scratch_.data() + (kLineBytes - address % kLineBytes) % kLineBytes;
    }
    // What is under way cannot go to the host any more: its peers are in it.
    Status give_up(Status status) {
        broken_ = status == Status::declined || status == Status::no_memory ? Status::bug : status;
        if (broken_ == Status::bug) tell_neighbours();
        return broken_;
    }

    /// Blocks: until all neighbours have been told, or kPoisonNs.
    void tell_neighbours() {
        const auto told = [&] { return rings_.poison() && memory_->progress() != Status::again; };
        const std::int64_t end = monotonic_ns() + kPoisonNs;
        while (memory_->wait(told, kLastSliceNs) == Status::timeout && monotonic_ns() < end) exchange_.progress();
    }

    Group group_;
    PipelineSettings settings_;
    HopRings::Shape shape_;
    Exchange& exchange_;
    Orders orders_;
    bool by_verbs_;
    std::vector<int> node_of_;
    const remote::FarMemory* far_;  // of memory_
    remote::Traffic traffic_;       // once that is closed
    std::unique_ptr<remote::RemoteMemory> memory_;
    std::unique_ptr<Lent> window_;
    HopRings rings_;
    std::vector<std::byte> scratch_, copy_;
    std::uint64_t number_ = 1;
    std::uint64_t bytes_ = 0;
    Status broken_ = Status::ok;
};

}  // namespace

std::unique_ptr<Team> join_chain(const TeamSetup& setup) {
    Orders orders(setup);
    remote::Setup remote;
    remote.rank = setup.group.rank;
    remote.size = setup.group.size;
    remote.cores = setup.cores;
    remote.node_of = setup.node_of;
    remote.window_bytes =
        HopRings::window_bytes(shape_of(setup.settings.pipeline), orders.neighbours_of[static_cast<std::size_t>(remote.rank)].size());
    remote.all_gather = [&](const void* mine, std::size_t bytes, void* all) { return setup.exchange->all_gather(mine, bytes, all); };
    Fabric fabric;
    const Outcome opened = open_fabric(setup, remote, fabric);
    if (opened.ok()) return std::make_unique<ChainTeam>(setup, std::move(orders), std::move(fabric));
    if (setup.group.rank == 0) setup.exchange->warn(joined({"pipeline: ", opened.reason, "; using the host"}).c_str());
    return nullptr;
}

}  // namespace shunt::pipeline
