#pragma once

namespace shunt::remote_write {

/// Moves the cost of "store, then look whether the other sleeps" to the one that goes to sleep: it has the kernel make
/// a full memory barrier on all cores that run processes which joined. Who publishes then needs none.
/// Source: membarrier(2), MEMBARRIER_CMD_GLOBAL_EXPEDITED.   Thread: any.
class CoreBarrier {
public:
    /// This process joins.   Returns: whether the kernel can do it. Who cannot must not be relied on by anybody.
    static bool join();
    /// A full barrier in all processes that joined.   Blocks: some us.
    static void everywhere();
};

}  // namespace shunt::remote_write
