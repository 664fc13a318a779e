#pragma once
#include <memory>

#include "native/memory/internode_memory.hpp"
#include "native/memory/setup.hpp"
#include "native/memory/verbs/settings.hpp"

namespace shunt::memory {

/// Opens remote memory over an RDMA device of each member (InfiniBand or RoCE).
/// Fails: declined, on all members alike, with the reason of one of them and the remedy: no device, no library at run
/// time, built without its headers, a limit of locked memory, different fabrics.   Blocks: collective over the group;
/// one exchange, two with a trial.
Outcome open_verbs(const Setup& setup, const verbs::Settings& settings, std::unique_ptr<RemoteMemory>& into);

/// Begins to open it. `gets_window`: the window is lent, and members of this node are reached by another transport. On
/// a machine without an RDMA device no library is loaded. `setup` must outlive the opening.
std::unique_ptr<InternodeOpening> open_far_verbs(const Setup& setup, const verbs::Settings& settings, bool gets_window);

/// Whether this build has the transport: libibverbs' headers were found.
bool has_verbs();

/// Whether this build has the transport and the kernel lists a device; loads no library.
bool has_verbs_device();

}  // namespace shunt::memory
