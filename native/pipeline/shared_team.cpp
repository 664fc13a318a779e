#include "native/pipeline/shared_team.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "native/pipeline/costs.hpp"
#include "native/pipeline/direct_bcast.hpp"
#include "native/pipeline/node_model.hpp"
#include "native/pipeline/shared_call.hpp"
#include "native/pipeline/short_call.hpp"
#include "native/pipeline/short_lanes.hpp"
#include "native/pipeline/waiting.hpp"
#include "native/remote/shared_memory.hpp"

namespace shunt::pipeline {
namespace {

std::uint64_t ring_bytes(const TeamSetup& setup) { return node_ring_bytes(setup.settings.pipeline.ring, setup.group.size, setup.cores); }

constexpr std::uint64_t kLineBytes = 128;

/// Results of so many bytes together, on cores that others take in turns, are gone from the caches before they are read.
constexpr std::uint64_t kStreamedBytes = 8 << 20;

/// What lies in each window between the ring's words and the ring: words of broadcasts from memory to memory, then lanes.
struct Extras {
    std::uint64_t direct_at, lanes_at, bytes;

    explicit Extras(int size) {
        direct_at = SharedRing::words_bytes(size);
        lanes_at = (direct_at + DirectBcast::window_bytes(size) + kLineBytes - 1) / kLineBytes * kLineBytes;
        bytes = lanes_at + ShortLanes::window_bytes() - direct_at;
    }
};

/// A call that also ends when a member says that something is wrong: who finds that tells the others by the ring.
template <class Call>
class Watched {
public:
    Watched(Call& call, const SharedRing& ring) : call_(call), ring_(ring) {}
    Status advance() {
        const Status status = call_.advance();
        return status == Status::again && ring_.is_poisoned() ? Status::bug : status;
    }
    bool moved() const { return call_.moved(); }
    int waits_for() const { return call_.waits_for(); }

private:
    Call& call_;
    const SharedRing& ring_;
};

class SharedTeam final : public Team {
public:
    SharedTeam(const TeamSetup& setup, std::unique_ptr<remote::RemoteMemory> memory)
        : group_(setup.group),
          cores_(setup.cores),
          settings_(setup.settings.pipeline),
          costs_(NodeCosts::of(settings_)),
          exchange_(*setup.exchange),
          memory_(std::move(memory)),
          extras_(setup.group.size),
          ring_(*memory_, setup.group.rank, setup.group.size, extras_.bytes, ring_bytes(setup)),
          lanes_(*memory_, setup.group.rank, setup.group.size, extras_.lanes_at) {}

    Status carry(const CollectiveCall& call) override {
        if (broken_ != Status::ok) return broken_;
        VectorCall vector;
        const Status status = vector_of(call, group_, vector);
        if (status != Status::ok) return give_up(status);
        if (vector.operation == Operation::barrier) return carry_short(vector);
        if (vector.bytes == 0) return Status::ok;
        if (is_for_lanes(settings_, vector.operation, group_.size, cores_, vector.bytes)) return carry_short(vector);
        const NodeChoice choice = choose(vector);
        if (choice.direct) return carry_direct(vector);
        vector.block_bytes = block_bytes(vector, choice.block_bytes);
        vector.streams = group_.size > cores_ && vector.bytes * static_cast<std::uint64_t>(group_.size) >= kStreamedBytes;
        if (vector.block_bytes > SharedRing::most_block_bytes(ring_.ring_bytes())) return Status::declined;   // one element alone
        if (call.operation == Operation::exscan && scratch_.size() < vector.block_bytes) scratch_.resize(vector.block_bytes + kLineBytes);
        SharedCall operation(ring_, vector, position_, number_++, aligned_scratch());
        const Status done = run_call(operation, *memory_, exchange_, waiting());
        position_ = operation.end();
        return ended(done, vector);
    }

    // All that is owed lies in memory that stays until the last member has left it; but a member that leaves is lost to those still
    // waiting.
    void close() override {
        const char here = 1;
        std::vector<char> all(static_cast<std::size_t>(group_.size));
        if (broken_ != Status::peer_lost) static_cast<void>(exchange_.all_gather(&here, 1, all.data()));
        memory_.reset();
    }

    std::vector<EngineCounter> counters() const override {
        const std::uint64_t in_lanes = lanes_.calls();
        return {{"pipeline.operations", number_ - 1 + in_lanes}, {"pipeline.short-operations", in_lanes}, {"pipeline.bytes", bytes_}};
    }

private:
    Waiting waiting() const { return {group_.size <= cores_ ? kSpinNs : 0, group_.size <= cores_}; }
    /// Alike on all members: whether they reach each other's memory has been agreed when it was opened.
    NodeChoice choose(const VectorCall& vector) const {
        NodeWays ways;
        ways.block_bytes = static_cast<double>(settings_.block);
        ways.ring_bytes = static_cast<double>(ring_.ring_bytes());
        ways.direct_from = static_cast<double>(settings_.direct);
        ways.reads_peers = memory_->traits().reads_peers;
        return choose_on_node(costs_, vector.operation, group_.size, cores_, static_cast<double>(vector.bytes), ways);
    }
    Status carry_direct(const VectorCall& vector) {
        DirectBcast operation(*memory_, group_.rank, group_.size, extras_.direct_at, vector, static_cast<std::uint32_t>(number_++));
        Watched watched(operation, ring_);
        return ended(run_call(watched, *memory_, exchange_, waiting()), vector);
    }
    Status carry_short(const VectorCall& vector) {
        ShortCall operation(lanes_, vector);
        Watched watched(operation, ring_);
        return ended(run_call(watched, *memory_, exchange_, waiting()), vector);
    }
    Status ended(Status status, const VectorCall& vector) {
        if (status != Status::ok) return give_up(status);
        bytes_ += vector.bytes;
        return Status::ok;
    }
    std::uint64_t block_bytes(const VectorCall& vector, double chosen) const {
        const std::uint64_t block = std::min(static_cast<std::uint64_t>(chosen), SharedRing::most_block_bytes(ring_.ring_bytes()) / 2);
        return in_elements(block, vector.element_bytes);
    }
    std::byte* aligned_scratch() {
        const auto address = reinterpret_cast<std::uintptr_t>(scratch_.data());
        return scratch_.data() + (kLineBytes - address % kLineBytes) % kLineBytes;
    }
    // What is under way cannot go to the host any more: its peers are in it.
    Status give_up(Status status) {
        broken_ = status == Status::declined ? Status::bug : status;
        if (broken_ == Status::bug) ring_.poison();
        return broken_;
    }

    Group group_;
    int cores_;
    PipelineSettings settings_;
    NodeCosts costs_;
    Exchange& exchange_;
    std::unique_ptr<remote::RemoteMemory> memory_;
    Extras extras_;
    SharedRing ring_;
    ShortLanes lanes_;
    std::vector<std::byte> scratch_;
    std::uint64_t position_ = 0;
    std::uint64_t number_ = 1;
    std::uint64_t bytes_ = 0;
    Status broken_ = Status::ok;
};

}  // namespace

std::unique_ptr<Team> join_shared(const TeamSetup& setup) {
    remote::Setup remote;
    remote.rank = setup.group.rank;
    remote.size = setup.group.size;
    remote.cores = setup.cores;
    remote.node_of = setup.node_of;
    remote.window_bytes = SharedRing::window_bytes(remote.rank, remote.size, Extras(remote.size).bytes, ring_bytes(setup));
    remote.all_gather = [&](const void* mine, std::size_t bytes, void* all) { return setup.exchange->all_gather(mine, bytes, all); };
    std::unique_ptr<remote::RemoteMemory> memory;
    const Outcome opened = remote::open_shared_memory(remote, memory);
    if (opened.ok()) return std::make_unique<SharedTeam>(setup, std::move(memory));
    if (setup.group.rank == 0) setup.exchange->warn(joined({"pipeline: ", opened.reason, "; using the host"}).c_str());
    return nullptr;
}

}  // namespace shunt::pipeline
