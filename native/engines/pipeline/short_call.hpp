#pragma once
#include <cstdint>
#include <optional>

#include "native/engines/pipeline/mailboxes.hpp"
#include "native/engines/pipeline/vector_call.hpp"

namespace shunt::pipeline {

/// One operation on a short vector through Mailboxes. A member with an operand posts it; a member with a result reads
/// all operands and combines them itself, in order of rank. In a barrier all members post an empty vector and wait for
/// those of the others. A member waits for each other member at most once, and never for one that only reads. A member
/// that only gives may be more calls ahead than its mailbox has room for, while the others wait for it in another MPI
/// call: it then sets its vectors aside (Mailboxes::set_aside) and continues. Cost: a copy of the own vector, and P - 1
/// combinations for a result of P vectors. Owner: mailboxes and memory of the call outlive this.   Thread: any one at a
/// time.   Blocks: never.
class ShortCall {
public:
    /// Begins the next call through these mailboxes, call `number` of the team.
    ShortCall(Mailboxes& mailboxes, const VectorCall& call, std::uint64_t number = 0);

    /// The length of broadcast `number`, if `root` has posted it in the mailboxes' call `mailbox_number`.
    static std::optional<std::uint64_t> bytes_posted(const Mailboxes& mailboxes, int root, std::uint64_t mailbox_number,
                                                     std::uint64_t number);

    /// As in SharedCall.
    Status advance();
    bool moved() const { return moved_; }
    /// The member that this one waits for; below 0: no particular one.
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
    int reads_;        ///< of those, [first_, reads_) are not read yet
    bool posts_;       ///< this member's own vector is not posted yet
    bool is_read_;     ///< some member waits for that vector
    bool moved_ = false;
    const std::byte* own_ = nullptr;  ///< the vector it has posted
};

}  // namespace shunt::pipeline
