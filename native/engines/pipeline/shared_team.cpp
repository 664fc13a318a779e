#include "native/engines/pipeline/shared_team.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "native/engines/pipeline/costs.hpp"
#include "native/engines/pipeline/direct_bcast.hpp"
#include "native/engines/pipeline/heedful.hpp"
#include "native/engines/pipeline/mailboxes.hpp"
#include "native/engines/pipeline/node_model.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/shared_call.hpp"
#include "native/engines/pipeline/short_call.hpp"
#include "native/engines/pipeline/waiting.hpp"
#include "native/memory/shared_memory.hpp"

namespace shunt::pipeline {
namespace {

std::uint64_t ring_bytes(const TeamSetup& setup) {
    return node_ring_bytes(setup.options->get<PipelineOptions>().ring_bytes, setup.group.size, setup.cores);
}

constexpr std::uint64_t kLineBytes = 128;
constexpr unsigned kVainLooks = 32;  // before a look at what is the root's to write

/// Results of this many bytes in total, on shared cores, have left the caches before they are read.
constexpr std::uint64_t kStreamedBytes = 8 << 20;

/// What lies in each window between the ring's words and the ring: words of broadcasts from memory to memory, then
/// mailboxes.
struct Extras {
    std::uint64_t direct_at, mailboxes_at, bytes;

    explicit Extras(int size) {
        direct_at = SharedRing::words_bytes(size);
        mailboxes_at = (direct_at + DirectBcast::window_bytes(size) + kLineBytes - 1) / kLineBytes * kLineBytes;
        bytes = mailboxes_at + Mailboxes::window_bytes() - direct_at;
    }
};

/// A call that also ends when a member has marked the ring as failed.
template <class Call>
class Watched {
public:
    Watched(Call& call, const SharedRing& ring) : call_(call), ring_(ring) {}
    Status advance() {
        const Status status = call_.advance();
        if (status != Status::again || call_.moved()) return status;
        return ring_.is_poisoned() ? Status::bug : status;
    }
    bool moved() const { return call_.moved(); }
    int waits_for() const { return call_.waits_for(); }

private:
    Call& call_;
    const SharedRing& ring_;
};

class SharedTeam final : public Team {
public:
    SharedTeam(const TeamSetup& setup, std::unique_ptr<memory::RemoteMemory> memory)
        : group_(setup.group),
          cores_(setup.cores),
          options_(setup.options->get<PipelineOptions>()),
          costs_(NodeCosts::of(options_)),
          exchange_(*setup.exchange),
          memory_(std::move(memory)),
          extras_(setup.group.size),
          ring_(*memory_, setup.group.rank, setup.group.size, extras_.bytes, ring_bytes(setup)),
          mailboxes_(memory_, setup.group.rank, setup.group.size, extras_.mailboxes_at) {}

    Status carry(const CollectiveCall& call) override {
        if (broken_ != Status::ok) return broken_;
        VectorCall vector;
        const Status status = vector_of(call, group_, vector);
        if (status != Status::ok) return give_up(status);
        calls_ += 1;
        const Status done = carry_by_its_way(vector);
        return done == Status::other_length ? follow_root(call, vector) : done;
    }

    // All that is owed lies in memory that stays until the last member has left it, or goes there by itself.
    bool leave() override { return memory_->finish(); }

    std::vector<EngineCounter> counters() const override {
        const std::uint64_t in_mailboxes = mailboxes_.calls();
        return {{"pipeline.operations", number_ - 1 + in_mailboxes},
                {"pipeline.short-operations", in_mailboxes},
                {"pipeline.bytes", bytes_}};
    }

private:
    Waiting waiting() const { return {group_.size <= cores_ ? kSpinNs : 0, group_.size <= cores_}; }
    /// Alike on all members: whether they reach each other's memory has been agreed when it was opened.
    NodeChoice choose(const VectorCall& vector) const {
        NodeWays ways;
        ways.block_bytes = static_cast<double>(options_.block_bytes);
        ways.ring_bytes = static_cast<double>(ring_.ring_bytes());
        ways.direct_from = static_cast<double>(options_.direct_bytes);
        ways.reads_peers = memory_->traits().reads_peers;
        return choose_on_node(costs_, vector.operation, group_.size, cores_, static_cast<double>(vector.bytes), ways);
    }
    /// Fails: `other_length` at a reader of a broadcast whose root has begun it with another: then nothing has been
    /// done.
    Status carry_by_its_way(VectorCall vector) {
        if (vector.operation == Operation::barrier) return carry_short(vector);
        if (vector.bytes == 0) return Status::ok;
        if (is_for_mailboxes(options_, vector.operation, group_.size, cores_, vector.bytes)) return carry_short(vector);
        const NodeChoice choice = choose(vector);
        if (choice.direct) return carry_direct(vector);
        vector.block_bytes = block_bytes(vector, choice.block_bytes);
        vector.streams =
            group_.size > cores_ && vector.bytes * static_cast<std::uint64_t>(group_.size) >= kStreamedBytes;
        if (vector.block_bytes > SharedRing::most_block_bytes(ring_.ring_bytes()))
            return Status::declined;  // one element alone
        return carry_in_ring(vector);
    }
    Status carry_in_ring(const VectorCall& vector) {
        if (vector.operation == Operation::exscan && scratch_.size() < vector.block_bytes)
            scratch_.resize(vector.block_bytes + kLineBytes);
        SharedCall operation(ring_, vector, position_, calls_, aligned_scratch());
        const Status status = run(operation, vector);
        if (status != Status::other_length) position_ = operation.end();
        number_ += status != Status::other_length;
        return status;
    }
    Status carry_direct(const VectorCall& vector) {
        DirectBcast operation(*memory_, group_.rank, group_.size, extras_.direct_at, vector,
                              static_cast<std::uint32_t>(calls_));
        const Status status = run(operation, vector);
        number_ += status != Status::other_length;
        return status;
    }
    Status carry_short(const VectorCall& vector) {
        ShortCall operation(mailboxes_, vector, calls_);
        in_mailboxes_ = true;
        const Status status = run(operation, vector);
        in_mailboxes_ = false;
        mailboxes_.serve_backlog();
        if (status == Status::other_length) mailboxes_.withdraw();
        return status;
    }
    template <class Call>
    Status run(Call& operation, const VectorCall& vector) {
        const auto differs = [&] { return root_differs(vector); };
        Watched watched(operation, ring_);
        Heedful heedful(watched, differs, kVainLooks);
        const Status status = run_call(heedful, *memory_, exchange_, waiting());
        if (status == Status::other_length) return status;
        if (status != Status::ok) return give_up(status);
        bytes_ += vector.bytes;
        return Status::ok;
    }
    /// Whether the root of this broadcast has begun it with another length, in whichever place that length selects.
    bool root_differs(const VectorCall& vector) {
        if (vector.operation != Operation::bcast || vector.root == group_.rank || follows_) return false;
        std::optional<std::uint64_t> bytes =
            ShortCall::bytes_posted(mailboxes_, vector.root, mailboxes_.calls() + !in_mailboxes_, calls_);
        if (!bytes)
            bytes =
                DirectBcast::bytes_told(*memory_, extras_.direct_at, vector.root, static_cast<std::uint32_t>(calls_));
        const auto block = ring_.title_at(position_, vector.root);
        if (!bytes && block && block->title == title_of(vector, calls_)) bytes = block->bytes;
        root_bytes_ = bytes.value_or(vector.bytes);
        return root_bytes_ != vector.bytes;
    }
    /// Carries a broadcast with its root's length, and keeps what fits.
    Status follow_root(const CollectiveCall& call, VectorCall vector) {
        const std::uint64_t room = std::min(vector.bytes, root_bytes_);
        vector.bytes = root_bytes_;
        vector.wanted_to = room;
        std::vector<std::byte> all;
        if (is_direct(vector)) {  // which always copies the whole vector
            all.resize(vector.bytes);
            vector.result = all.data();
        }
        follows_ = true;
        const Status status = carry_by_its_way(vector);
        follows_ = false;
        if (status != Status::ok) return status;
        if (!all.empty()) std::memcpy(call.receive.data(), all.data(), room);
        if (call.came) *call.came = vector.bytes;
        return Status::other_length;
    }
    bool is_direct(const VectorCall& vector) const {
        return !is_for_mailboxes(options_, vector.operation, group_.size, cores_, vector.bytes) &&
               choose(vector).direct;
    }
    std::uint64_t block_bytes(const VectorCall& vector, double chosen) const {
        const std::uint64_t block =
            std::min(static_cast<std::uint64_t>(chosen), SharedRing::most_block_bytes(ring_.ring_bytes()) / 2);
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
    PipelineOptions options_;
    NodeCosts costs_;
    Exchange& exchange_;
    std::shared_ptr<memory::RemoteMemory> memory_;  // with what the mailboxes have set aside
    Extras extras_;
    SharedRing ring_;
    Mailboxes mailboxes_;
    std::vector<std::byte> scratch_;
    std::uint64_t position_ = 0;
    std::uint64_t calls_ = 0;       // so far, by whichever way; equal on all members
    std::uint64_t root_bytes_ = 0;  // as heard last
    bool in_mailboxes_ = false;     // the mailboxes' call begun last is the one under way
    bool follows_ = false;          // carries a call as its root means it
    std::uint64_t number_ = 1;
    std::uint64_t bytes_ = 0;
    Status broken_ = Status::ok;
};

}  // namespace

std::unique_ptr<Team> join_shared(const TeamSetup& setup) {
    memory::Setup remote;
    remote.rank = setup.group.rank;
    remote.size = setup.group.size;
    remote.cores = setup.cores;
    remote.node_of = setup.node_of;
    for (int rank = 0; rank < remote.size; ++rank)
        remote.windows.push_back(
            SharedRing::window_bytes(rank, remote.size, Extras(remote.size).bytes, ring_bytes(setup)));
    remote.all_gather = [&](const void* mine, std::size_t bytes, void* all) {
        return setup.exchange->all_gather(mine, bytes, all);
    };
    std::unique_ptr<memory::RemoteMemory> memory;
    const Outcome opened = memory::open_shared_memory(remote, memory);
    if (opened.ok()) return std::make_unique<SharedTeam>(setup, std::move(memory));
    if (setup.group.rank == 0) setup.exchange->warn(joined({"pipeline: ", opened.reason, "; using the host"}).c_str());
    return nullptr;
}

}  // namespace shunt::pipeline
