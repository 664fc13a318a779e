#pragma once
#include "native/base/operation.hpp"

namespace shunt::pipeline {

inline constexpr int kNobody = -1;

/// What a member does with each block when its turn has come.
enum class Work : unsigned char {
    none,     ///< it has no turn
    write,    ///< puts its own data there
    combine,  ///< block = own op block, in place
    take,     ///< receive = own op block: the last turn of a reduction whose root it is
    scan,     ///< receive = block op own, and the block too while others follow
    exscan,   ///< receive = block, then block = block op own while others follow
};

/// One member's part in an operation on a SharedRing: blocks go from turn to turn, `first` ... `last`; then those who
/// want them read them.
struct SharedPlan {
    Work work = Work::none;
    int first = 0;             ///< who writes the blocks
    int before = kNobody;      ///< whose turn comes before this member's
    int next = kNobody;        ///< whose comes after
    int last = 0;              ///< after whose turn a block is complete
    bool writes_copy = false;  ///< `write`: the data is also this member's result
    bool delivers = false;     ///< copies complete blocks into its result
    bool tells_all = false;    ///< is last, and others deliver
    int tells_one = kNobody;   ///< is last, and only this one delivers
    bool releases = false;     ///< its finishing may be what the first waits for
};

/// The part of `rank` among `size` members, at least 2.
/// Reductions begin at the highest rank, so that what has come is the right operand and is combined in place: left is
/// this rank's own. Where operands may be exchanged, the turns end at the root.   Scans begin at rank 0.
SharedPlan shared_plan(Operation operation, int root, int rank, int size, bool commutative);

}  // namespace shunt::pipeline
