#pragma once

namespace shunt::remote_write {

/// Moves the cost of "store, then check whether the other process sleeps" to the process that falls asleep. That
/// process has the kernel make a full memory barrier on all cores that run processes that joined. The publishing
/// process then needs none.
/// Source: membarrier(2), MEMBARRIER_CMD_GLOBAL_EXPEDITED.   Thread: any.
class CoreBarrier {
public:
    /// This process joins.   Returns: whether the kernel can do it; if not, no process may rely on this one.
    static bool join();
    /// A full barrier in all processes that joined.   Blocks: some us.
    static void everywhere();
};

}  // namespace shunt::remote_write
