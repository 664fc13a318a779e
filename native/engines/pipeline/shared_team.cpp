#include "native/engines/pipeline/shared_team.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include "native/engines/bcast_choices.hpp"
#include "native/engines/pipeline/costs.hpp"
#include "native/engines/pipeline/direct_bcast.hpp"
#include "native/engines/pipeline/heedful.hpp"
#include "native/engines/pipeline/mailboxes.hpp"
#include "native/engines/pipeline/node_model.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/shared_call.hpp"
#include "native/engines/pipeline/short_call.hpp"
#include "native/engines/pipeline/watched.hpp"
#include "native/engines/shared/begun_calls.hpp"
#include "native/engines/shared/fabric.hpp"
#include "native/engines/shared/waiting.hpp"
#include "native/memory/shared_memory.hpp"

namespace shunt::pipeline {
namespace {

std::uint64_t ring_bytes(const TeamSetup& setup) {
    return node_ring_bytes(setup.options->get<PipelineOptions>().ring_bytes, setup.group.size, setup.cores);
}

constexpr std::uint64_t kLineBytes = 128;
constexpr unsigned kVainLooks = 32;  // before a check of the words that the root writes

/// Results of so many bytes in total, on shared cores, have left the caches before they are read.
constexpr std::uint64_t kStreamedBytes = 8 << 20;

/// The parts of each window between the ring's words and the ring: words of broadcasts from memory to memory,
/// mailboxes, choices between engine and host.
struct Extras {
    std::uint64_t direct_at, mailboxes_at, choices_at, bytes;

    explicit Extras(int size) {
        direct_at = SharedRing::words_bytes(size);
        mailboxes_at = (direct_at + DirectBcast::window_bytes(size) + kLineBytes - 1) / kLineBytes * kLineBytes;
        choices_at = mailboxes_at + Mailboxes::window_bytes();
        bytes = choices_at + BcastChoices::bytes_needed() - direct_at;
    }
};

class SharedTeam final : public Team, public ChoosingTogether {
public:
    SharedTeam(const TeamSetup& setup, std::unique_ptr<memory::RemoteMemory> memory)
        : group_(setup.group),
          cores_(setup.cores),
          options_(setup.options->get<PipelineOptions>()),
          costs_(NodeCosts::of(options_)),
          exchange_(*setup.exchange),
          memory_(std::move(memory)),
          extras_(setup.group.size),
          ring_(*memory_, SharedRing::Sharers::all(setup.group.rank, setup.group.size), extras_.bytes,
                ring_bytes(setup), setup.cores),
          mailboxes_(memory_, setup.group.rank, setup.group.size, extras_.mailboxes_at),
          choices_(setup.group.rank, places_at(extras_.choices_at)) {}

    Status carry(const CollectiveCall& call) override {
        if (begun_.any()) [[unlikely]]
            finish_begun();
        if (broken_ != Status::ok) return broken_;
        VectorCall vector;
        const Status status = vector_of(call, group_, vector);
        if (status != Status::ok) return give_up(status);
        if (path_of(vector) == Path::mailboxes) return carry_short(call, vector);
        NodeCall operation(*this, call, true);
        return ended(run_call(operation, *memory_, exchange_, waiting()));
    }

    BcastChoices& bcast_choices() override { return choices_; }

    std::unique_ptr<Pending> begin(const CollectiveCall& call) override {
        VectorCall vector;
        if (vector_of(call, group_, vector) == Status::ok && path_of(vector) == Path::refused) return nullptr;
        return begun_.add(std::make_unique<Begun>(*this, call));
    }
    bool needs_progress() const override { return true; }

    std::string combining_order(const CollectiveCall& call) const override {
        VectorCall vector;
        const bool is_known = vector_of(call, group_, vector) == Status::ok;
        const Path path = is_known ? path_of(vector) : Path::nothing;
        return path == Path::mailboxes ? "from mailboxes" : path == Path::ring ? "in one ring" : "";
    }

    // All data owed are in memory that stays until the last member has left it, or are moved there by the backlog's
    // thread.
    bool leave() override { return memory_->finish(); }

    std::vector<EngineCounter> counters() const override {
        const std::uint64_t in_mailboxes = mailboxes_.calls();
        return {{"pipeline.operations", number_ - 1 + in_mailboxes},
                {"pipeline.short-operations", in_mailboxes},
                {"pipeline.bytes", bytes_}};
    }

private:
    Waiting waiting() const {
        const bool has_core = group_.size <= cores_;
        return {has_core ? kSpinNs : 0, has_core, kTurns};
    }
    /// Alike on all members: whether they reach each other's memory was agreed when it was opened.
    NodeChoice choose(const VectorCall& vector) const {
        NodeWays ways;
        ways.block_bytes = static_cast<double>(options_.block_bytes);
        ways.ring_bytes = static_cast<double>(ring_.ring_bytes());
        ways.direct_from = static_cast<double>(options_.direct_bytes);
        ways.reads_peers = memory_->traits().reads_peers;
        return choose_on_node(costs_, vector.operation, group_.size, cores_, static_cast<double>(vector.bytes), ways);
    }
    /// How a vector is carried; `refused`: not at all, as one element alone is too large for the ring.
    enum class Path { nothing, refused, mailboxes, direct, ring };
    /// Sets the division of the vector into blocks. Alike on all members whose vectors have one length.
    Path path_of(VectorCall& vector) const {
        if (vector.operation == Operation::barrier) return Path::mailboxes;
        if (vector.bytes == 0) return Path::nothing;
        if (is_for_mailboxes(options_, vector.operation, group_.size, cores_, vector.bytes)) return Path::mailboxes;
        const NodeChoice choice = choose(vector);
        if (choice.direct) return Path::direct;
        vector.block_bytes = block_bytes(vector, choice.block_bytes);
        vector.streams =
            group_.size > cores_ && vector.bytes * static_cast<std::uint64_t>(group_.size) >= kStreamedBytes;
        return vector.block_bytes > SharedRing::most_block_bytes(ring_.ring_bytes()) ? Path::refused : Path::ring;
    }

    /// One call of the team, by any path, as run_call() drives it.   Owner: the team outlives this.
    class NodeCall {
    public:
        /// `may_leave`: the call may end with `left_to_host`.
        NodeCall(SharedTeam& team, const CollectiveCall& call, bool may_leave)
            : team_(team), call_(call), may_leave_(may_leave) {}
        /// A broadcast that has begun, and whose root has `root_bytes`.
        NodeCall(SharedTeam& team, const CollectiveCall& call, VectorCall vector, std::uint64_t root_bytes)
            : NodeCall(team, call, false) {
            vector_ = vector;
            is_counted_ = true;
            follow_root(root_bytes);
        }
        NodeCall(const NodeCall&) = delete;
        NodeCall& operator=(const NodeCall&) = delete;

        /// Fails: as Team::carry; the caller decides what that means for the team (ended()).
        Status advance() {
            moved_ = false;
            if (std::holds_alternative<std::monostate>(work_)) {
                const Status status = start();
                if (status != Status::again) return status;
            }
            const Status status = std::visit([&](auto& work) { return step(work); }, work_);
            if (status == Status::again) return status;
            std::visit([&](auto& work) { team_.leave_work(work, status); }, work_);
            work_ = std::monostate{};
            return finish(status == Status::declined ? Status::bug : status);  // peers are in it
        }
        bool moved() const { return moved_; }
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
            if (!is_counted_) {
                const Status status = vector_of(call_, team_.group_, vector_);
                if (status != Status::ok) return status;
                is_counted_ = true;
                team_.count(call_);
            }
            switch (team_.path_of(vector_)) {
                case Path::nothing: return finish(Status::ok);
                case Path::refused: return Status::declined;
                case Path::mailboxes:
                    team_.in_mailboxes_ = true;
                    work_.template emplace<ShortCall>(team_.mailboxes_, vector_, team_.calls_);
                    break;
                case Path::direct: start_direct(); break;
                case Path::ring:
                    work_.template emplace<SharedCall>(team_.ring_, vector_, team_.position_, team_.calls_,
                                                       team_.scratch_for(vector_));
                    break;
            }
            return Status::again;
        }
        /// From memory to memory only the whole vector can be copied.
        void start_direct() {
            if (follows_) {
                all_.resize(vector_.bytes);
                vector_.result = all_.data();
            }
            work_.template emplace<DirectBcast>(*team_.memory_, team_.group_.rank, team_.group_.size,
                                                team_.extras_.direct_at, vector_, team_.calls_);
        }

        Status step(std::monostate&) { return Status::bug; }
        /// Ends also when another member has reported a fault, and when the root has another length.
        template <class Work>
        Status step(Work& work) {
            const Status status = work.advance();
            moved_ = work.moved();
            if (status != Status::bug && (status != Status::again || moved_)) return status;
            if (team_.ring_.is_poisoned() || status == Status::bug) return look_at_root(Status::bug);
            return ++vain_looks_ % kVainLooks == 0 ? look_at_root(status) : status;
        }
        Status look_at_root(Status otherwise) {
            const Status found = follows_ ? Status::again : team_.look_at_root(vector_, may_leave_ ? call_.ordinal : 0);
            return found == Status::again ? otherwise : found;
        }

        Status finish(Status status) {
            if (status == Status::other_length) {
                follow_root(team_.root_bytes_);
                moved_ = true;
                return Status::again;
            }
            if (status != Status::ok) return status;
            team_.bytes_ += vector_.bytes;
            if (!follows_) return status;
            if (!all_.empty()) std::memcpy(call_.receive.data(), all_.data(), vector_.wanted_to);
            if (call_.came) *call_.came = vector_.bytes;
            return Status::other_length;
        }
        /// Carries the broadcast with the root's length, and keeps as much as there is room for.
        void follow_root(std::uint64_t root_bytes) {
            vector_.wanted_to = std::min(vector_.bytes, root_bytes);
            vector_.bytes = root_bytes;
            vector_.block_bytes = 1;  // as the root began: its own path defines the blocks
            vector_.streams = false;
            follows_ = true;
        }

        SharedTeam& team_;
        CollectiveCall call_;
        VectorCall vector_;
        std::variant<std::monostate, ShortCall, SharedCall, DirectBcast> work_;
        std::vector<std::byte> all_;  // of a broadcast that is longer than there is room for
        unsigned vain_looks_ = 0;
        bool is_counted_ = false;
        bool may_leave_;
        bool follows_ = false;  // carries a call with its root's length
        bool moved_ = false;
    };

    /// A call in the background.
    class Begun final : public BegunCall {
    public:
        Begun(SharedTeam& team, const CollectiveCall& call) : team_(team), operation_(team, call, false) {}
        Status advance() override { return team_.broken_ != Status::ok ? team_.broken_ : operation_.advance(); }
        bool moved() const override { return operation_.moved(); }
        int waits_for() const override { return operation_.waits_for(); }
        Status fail(Status why) override { return team_.broken_ != Status::ok ? team_.broken_ : team_.give_up(why); }

    private:
        SharedTeam& team_;
        NodeCall operation_;
    };

    /// A short blocking call takes less time than the choice of a NodeCall would.
    Status carry_short(const CollectiveCall& call, const VectorCall& vector) {
        count(call);
        ShortCall operation(mailboxes_, vector, calls_);
        in_mailboxes_ = true;
        const auto look = [&] { return look_at_root(vector, call.ordinal); };
        Watched watched(operation, ring_);
        Heedful heedful(watched, look, kVainLooks);
        const Status status = run_call(heedful, *memory_, exchange_, waiting());
        leave_work(operation, status);
        if (status == Status::ok) {
            bytes_ += vector.bytes;
            return status;
        }
        if (status != Status::other_length) return ended(status);
        NodeCall as_root_means(*this, call, vector, root_bytes_);
        return ended(run_call(as_root_means, *memory_, exchange_, waiting()));
    }
    Status ended(Status status) { return is_usable_after(status) ? status : give_up(status); }
    /// Calls are numbered by their ordinals where these are known: a member that leaves one to the host stays in step.
    void count(const CollectiveCall& call) { calls_ = call.ordinal != 0 ? call.ordinal : calls_ + 1; }
    /// Whether a call with this result was not carried as this member began it.
    static bool is_undone(Status status) { return status == Status::other_length || status == Status::left_to_host; }
    void leave_work(std::monostate&, Status) {}
    void leave_work(ShortCall&, Status status) {
        in_mailboxes_ = false;
        if (is_undone(status)) mailboxes_.withdraw();
    }
    void leave_work(SharedCall& operation, Status status) {
        if (is_undone(status)) return;
        position_ = operation.end();
        number_ += 1;
    }
    void leave_work(DirectBcast&, Status status) { number_ += !is_undone(status); }

    /// Ends the calls begun in the background first.
    void finish_begun() { begun_.finish(); }

    /// How the root of a broadcast differs from this member: it has left it to the host, or begun it with another
    /// length; `again` if it does not. `ordinal` 0: nothing is left to the host.
    Status look_at_root(const VectorCall& vector, std::uint32_t ordinal) {
        if (vector.operation != Operation::bcast || vector.root == group_.rank) return Status::again;
        if (ordinal != 0 && choices_.is_left(vector.root, ordinal)) return Status::left_to_host;
        return root_differs(vector) ? Status::other_length : Status::again;
    }
    /// Whether the root of this broadcast has begun it with another length, by any path that this length requires.
    bool root_differs(const VectorCall& vector) {
        std::optional<std::uint64_t> bytes =
            ShortCall::bytes_posted(mailboxes_, vector.root, mailboxes_.calls() + !in_mailboxes_, calls_);
        if (!bytes) bytes = DirectBcast::bytes_told(*memory_, extras_.direct_at, vector.root, calls_);
        const auto block = ring_.title_at(position_, vector.root);
        if (!bytes && block && block->title == title_of(vector, calls_)) bytes = block->bytes;
        root_bytes_ = bytes.value_or(vector.bytes);
        return root_bytes_ != vector.bytes;
    }
    std::vector<std::byte*> places_at(std::uint64_t offset) const {
        std::vector<std::byte*> places;
        for (int member = 0; member < group_.size; ++member) places.push_back(memory_->mapped(member) + offset);
        return places;
    }
    /// Room for one block of an exscan; null where none is needed.
    std::byte* scratch_for(const VectorCall& vector) {
        if (vector.operation == Operation::exscan && scratch_.size() < vector.block_bytes + kLineBytes)
            scratch_.resize(vector.block_bytes + kLineBytes);
        return aligned_scratch();
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
    // A call under way cannot go to the host any more: its peers are in it.
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
    std::shared_ptr<memory::RemoteMemory> memory_;  // also owned by the backlog of the mailboxes
    Extras extras_;
    SharedRing ring_;
    Mailboxes mailboxes_;
    BcastChoices choices_;
    std::vector<std::byte> scratch_;
    std::uint64_t position_ = 0;
    std::uint64_t calls_ = 0;       // the last call's number, on any path; equal on all members
    std::uint64_t root_bytes_ = 0;  // the last known
    bool in_mailboxes_ = false;     // the last call begun in the mailboxes is under way
    std::uint64_t number_ = 1;
    std::uint64_t bytes_ = 0;
    Status broken_ = Status::ok;
    BegunCalls begun_{*memory_, exchange_, waiting().has_core};
};

}  // namespace

std::unique_ptr<Team> join_shared(const TeamSetup& setup) {
    memory::Setup remote = memory_setup_of(setup);
    for (int rank = 0; rank < remote.size; ++rank)
        remote.windows.push_back(
            SharedRing::window_bytes(rank, remote.size, Extras(remote.size).bytes, ring_bytes(setup)));
    std::unique_ptr<memory::RemoteMemory> memory;
    const Outcome opened = memory::open_shared_memory(remote, memory);
    if (opened.ok()) return std::make_unique<SharedTeam>(setup, std::move(memory));
    warn_of_refusal(setup, "pipeline", opened);
    return nullptr;
}

}  // namespace shunt::pipeline
