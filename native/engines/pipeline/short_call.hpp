#pragma once
#include <cstdint>
#include <optional>

#include "native/engines/pipeline/mailboxes.hpp"
#include "native/engines/pipeline/vector_call.hpp"

namespace shunt::pipeline {

/// One operation on a short vector through Mailboxes: who has something posts it, and who wants a result reads all that
/// it takes and combines it itself, in order of rank; in a barrier all post nothing, and see that all others have. One
/// member waits for another once; nobody waits for those that only read. Who only gives may be ahead of the others by
/// more calls than its mailbox is long, while they wait for it in another call of MPI: then it sets its vectors aside
/// (Mailboxes::set_aside), and goes on. Cost: a copy of one's own vector, and for a result of P vectors P - 1
/// combinations. Owner: mailboxes and memory of the call outlive this.   Thread: any one at a time.   Blocks: never.
class ShortCall {
public:
    /// Begins the next call through these mailboxes, call `number` of the team.
    ShortCall(Mailboxes& mailboxes, const VectorCall& call, std::uint64_t number = 0);

    /// The bytes of the broadcast `number` that `root` has posted in the mailboxes' call `lane_number`, of whatever
    /// length.
    static std::optional<std::uint64_t> bytes_posted(const Mailboxes& mailboxes, int root, std::uint64_t lane_number,
                                                     std::uint64_t number);

    /// As SharedCall's.
    Status advance();
    bool moved() const { return moved_; }
    /// Whom this member waits for; below 0 when for nobody in particular.
    int waits_for() const { return posts_ ? -1 : reads_ - 1; }

private:
    Status give();
    Status set_aside();
    Status combine();
    const std::byte* part(int member) const {
        return (member == mailboxes_.rank() ? own_ : mailboxes_.data(member)) + call_.wanted_from;
    }

    Mailboxes& mailboxes_;
    const VectorCall& call_;
    std::uint64_t tag_;
    int first_, end_;  ///< the members [first_, end_) whose vectors make the result; none: there is no result
    int reads_;        ///< of those, [first_, reads_) are still to come
    bool posts_;       ///< this member's own is still to be posted
    bool is_read_;     ///< ... and somebody waits for it
    bool moved_ = false;
    const std::byte* own_ = nullptr;  ///< what it has posted
};

}  // namespace shunt::pipeline
