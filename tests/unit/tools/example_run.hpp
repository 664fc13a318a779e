#pragma once
// A run that looks like a real program's, of any size. The pictures, the size tests and the approved texts are made
// from it.
#include <string>

#include "tests/unit/record/synthetic.hpp"

namespace shunt::tools::example {

/// Rank `rank` of `size` on nodes of `per_node`: a 2-D stencil (Irecv, Isend, Waitall), an Allreduce to which rank
/// `size / 3` comes late, sums on row communicators, Alltoall partly carried by an engine, results sent to rank 0, some
/// I/O; three phases. `dense`: each rank also sends to every other rank.
record::synthetic::Parts make_rank(int rank, int size, int per_node = 16, bool dense = false);

/// The whole run as a loaded profile.
record::ProfileFile make_run(int size, int per_node = 16, bool dense = false);

/// Loads a profile made of `ranks`.
record::ProfileFile load(const std::vector<record::synthetic::Parts>& ranks, std::uint32_t flags = 0);

}  // namespace shunt::tools::example
