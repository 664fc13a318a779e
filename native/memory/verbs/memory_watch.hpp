#pragma once
#include <cstddef>
#include <memory>
#include <span>

namespace shunt::memory::verbs {

/// Finds out when memory of the program is unmapped, moved, or given back by madvise: a registration that is kept
/// longer than it is needed would then reach pages that are no longer the program's.
class MemoryWatch {
public:
    static constexpr int kCannot = -1;  ///< not this memory
    static constexpr int kFull = -2;    ///< not as much memory at a time

    /// That of this process, made with the first.   Returns: null where the kernel offers none to this user.
    static std::shared_ptr<MemoryWatch> of_process();

    virtual ~MemoryWatch() = default;
    /// Begins to watch the pages of `memory`.   Returns: a number for it, or kCannot, kFull.
    virtual int add(std::span<const std::byte> memory) = 0;
    virtual void remove(int watched) = 0;
    /// Afterwards is_gone() knows of all that any thread had given back before the call.   Returns: false if it could
    /// not be found out.
    virtual bool catch_up() = 0;
    /// Part of what is watched has been given back.   Cost: a load.
    virtual bool is_gone(int watched) const = 0;
};

}  // namespace shunt::memory::verbs
