#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "native/base/status.hpp"
#include "native/engines/contract.hpp"
#include "native/engines/pipeline/mailbox_backlog.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/shared/stamp_word.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::pipeline {

/// Memory through which the members of a node exchange short vectors. Each member has a mailbox in its own window,
/// which it alone writes and all others read. A mailbox is a ring of slots and a ring of bytes. A slot is a stamp
/// {number of the call, tag of the call} with the shortest vectors in the same cache line; longer vectors are in the
/// ring of bytes. A call uses the same slot in every mailbox, so members need to know only the call. Slots are reused
/// once all members have left the earlier calls; each member publishes now and then, in its own window, how many calls
/// it has left. If a mailbox is full and MPI lets its member be ahead, the member sets its vectors aside once the
/// others have made no progress for a while (MailboxBacklog). Thread: any one at a time.   Blocks: never.
class Mailboxes {
public:
    static constexpr std::uint64_t kMostBytes = 16 << 10;  ///< of a vector
    static constexpr std::uint64_t kSlots = 64;  ///< calls that a member may be ahead of another without setting aside
    static constexpr std::int64_t kPatienceNs =
        1'000'000;  ///< after so long without progress the others may wait for this member

    /// Bytes of each window that mailboxes take.
    static constexpr std::uint64_t window_bytes() { return kLine * (1 + kSlots) + kRingBytes; }

    /// The mailboxes lie at offset `at`, a multiple of 128, of all windows. `memory` maps peers.
    Mailboxes(std::shared_ptr<memory::RemoteMemory> memory, int rank, int size, std::uint64_t at,
              std::int64_t patience_ns = kPatienceNs,
              MailboxBacklog::StartThread start_thread = MailboxBacklog::start_thread);

    int rank() const { return rank_; }
    int size() const { return size_; }
    /// Calls begun so far.
    std::uint64_t calls() const { return number_; }

    /// Begins the next call, on vectors of `bytes` bytes; it is the call that the functions below refer to.
    void begin(std::uint64_t bytes);
    /// Undoes the last begin(); this member has posted nothing in that call.
    void withdraw();
    /// The tag that `member` has posted with call `number`, which is the last begun call or the next.
    std::optional<std::uint64_t> tag_posted(int member, std::uint64_t number) const;
    /// Whether this member's slot is free.   Fails: bug for an impossible word.
    Status poll_room();
    /// Where the vector of `member` is, once it has arrived. This member writes its own vector there before post().
    std::byte* data(int member) const { return mailboxes_[static_cast<std::size_t>(member)] + data_at_; }
    /// Publishes this member's vector.
    void post(std::uint64_t tag) { stamp(mailboxes_[static_cast<std::size_t>(rank_)] + stamp_at_, word_, tag); }
    /// Called while poll_room() returns `again`. If the others have made no progress for long, it sets `vector` aside
    /// until the slot is free. Returns a copy of it, valid until the next call begins; null: not yet, or no memory or
    /// thread.
    const std::byte* set_aside(std::uint64_t tag, std::span<const std::byte> vector);
    /// The vectors set aside, for a caller that delivers them itself too; null: none.
    MailboxBacklog* backlog() { return backlog_.get(); }
    /// Wakes sleeping members: `member`, or all. A member that is just falling asleep may miss it, so members wait in
    /// slices of time (run_call).
    void wake(int member) { memory_->wake(member); }
    void wake_all();
    /// Whether the vector of `member` has arrived.   Fails: bug for an impossible stamp, or one of another call.
    Status poll(int member, std::uint64_t tag) const {
        const Stamp& it = stamp(member);
        const std::uint64_t found = it.number.load(std::memory_order_acquire);
        if (found == word_) return it.tag == tag ? Status::ok : Status::bug;
        return PositionWord::is_sound(found) && PositionWord::position(found) < number_ ? Status::again : Status::bug;
    }
    /// This member has left the call. Published for several calls together, because each publication moves the cache
    /// line back and forth. Members that are ahead still have most of the mailbox.
    void leave() {
        if (number_ - told_ >= kSlots / 4 || end_ - told_end_ >= kRingBytes / 4) tell_left();
    }

    /// For MailboxBacklog, which posts vectors that were set aside. `mailbox`: of a member. `place`: of a stamp in it.
    static std::optional<std::uint64_t> left_by(const std::byte* mailbox) {
        const std::uint64_t word = reinterpret_cast<const memory::Word*>(mailbox)->load(std::memory_order_acquire);
        if (!PositionWord::is_sound(word)) return std::nullopt;
        return PositionWord::position(word);
    }
    static void stamp(std::byte* place, std::uint64_t word, std::uint64_t tag) {
        Stamp& own = *reinterpret_cast<Stamp*>(place);
        own.tag = tag;
        own.number.store(word, std::memory_order_release);
    }

private:
    static constexpr std::uint64_t kLine = 128, kRingBytes = 128 << 10;
    static constexpr std::uint64_t kRingAt = kLine * (1 + kSlots);
    struct Stamp {
        memory::Word number;
        std::uint64_t tag;
    };
    static constexpr std::uint64_t kWithStamp = 64 - sizeof(Stamp);  // bytes of a vector beside the stamp

    static constexpr std::uint64_t stamp_at(std::uint64_t number) { return kLine * (1 + number % kSlots); }
    const Stamp& stamp(int member) const {
        return *reinterpret_cast<Stamp*>(mailboxes_[static_cast<std::size_t>(member)] + stamp_at_);
    }
    memory::Word& left(int member) const {
        return *reinterpret_cast<memory::Word*>(mailboxes_[static_cast<std::size_t>(member)]);
    }
    std::uint64_t& start(std::uint64_t number) { return starts_[number % kSlots]; }
    bool has_room() { return number_ <= left_by_all_ + kSlots && end_ <= start(left_by_all_ + 1) + kRingBytes; }
    std::uint64_t needs_left();
    void tell_left();

    std::shared_ptr<memory::RemoteMemory> memory_;
    int rank_;
    int size_;
    std::int64_t patience_ns_;
    MailboxBacklog::StartThread start_thread_;
    std::vector<std::byte*> mailboxes_;         // by rank
    std::uint64_t number_ = 0;                  // of the call, from 1
    std::uint64_t word_ = 0;                    // its form in stamps
    std::uint64_t stamp_at_ = 0, data_at_ = 0;  // in every mailbox
    std::uint64_t end_before_ = 0;              // of the last begun call
    std::uint64_t end_ = 0;  // of the bytes of all calls so far; positions count all bytes since the first call
    std::array<std::uint64_t, kSlots> starts_{};  // of each call's bytes
    std::uint64_t left_by_all_ = 0;               // calls that all others had left at the last check
    std::uint64_t told_ = 0, told_end_ = 0;       // calls that this member has reported as left
    std::shared_ptr<MailboxBacklog> backlog_;     // null: nothing has been set aside so far
    std::vector<std::byte> aside_;                // the vector set aside last
    std::uint64_t stuck_at_ = UINT64_MAX;         // value of left_by_all_ when the mailbox was found full
    std::int64_t stuck_since_ns_ = 0;             // and the time of that
};

/// Whether a vector is sent through mailboxes, by facts that are equal on all members. Where each has a core: if the
/// busiest member reads few bytes. Where they share cores: if each member needs the vectors of all others. There a
/// member waits for two turns of the others, but in a ring for one at every step.
bool is_for_mailboxes(const PipelineOptions& options, Operation operation, int ranks, int cores, std::uint64_t bytes);

}  // namespace shunt::pipeline
