#pragma once
#include "native/base/operation.hpp"

namespace shunt::pipeline {

inline constexpr int kNobody = -1;

/// What a member does with each block in its turn.
enum class Work : unsigned char {
    none,     ///< it has no turn
    write,    ///< puts its own data into the block
    combine,  ///< block = own op block, in place
    take,     ///< receive = own op block: the last turn of a reduction, at its root
    scan,     ///< receive = block op own; so is the block while others follow
    exscan,   ///< receive = block, then block = block op own while others follow
};

/// One member's part in an operation on a SharedRing: blocks pass from turn to turn, `first` ... `last`; then members
/// with a result read them.
struct SharedPlan {
    Work work = Work::none;
    int first = 0;             ///< the member that writes the blocks
    int before = kNobody;      ///< the member with the turn before this one's
    int next = kNobody;        ///< the member with the turn after it
    int last = 0;              ///< the member after whose turn a block is complete
    bool writes_copy = false;  ///< `write`: the data is also this member's result
    bool delivers = false;     ///< copies complete blocks into its result
    bool tells_all = false;    ///< this member is last, and others deliver
    int tells_one = kNobody;   ///< this member is last, and only member `tells_one` delivers
    bool releases = false;     ///< the first member may wait for this one's `finished`
};

/// The part of `rank` among `size` members, at least 2.
/// Reductions begin at the highest rank. So the block contains the right operand, and is combined in place with this
/// rank's own, the left one. For commutative operations the turns end at the root.   Scans begin at rank 0.
SharedPlan shared_plan(Operation operation, int root, int rank, int size, bool commutative);

/// The part of `rank` where `writer` gives a vector to `reader` alone; other members skip it.
SharedPlan handing_over(int writer, int reader, int rank);

}  // namespace shunt::pipeline
