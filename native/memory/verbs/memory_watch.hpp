#pragma once
#include <cstddef>
#include <memory>
#include <span>

namespace shunt::memory::verbs {

/// Detects when memory of the program is unmapped, moved, or given back by madvise. A registration that is kept longer
/// than needed would then refer to pages that are no longer the program's.
class MemoryWatch {
public:
    static constexpr int kCannot = -1;  ///< this memory cannot be watched
    static constexpr int kFull = -2;    ///< no more memory can be watched at the same time

    /// The watch of this process, made at the first call.   Returns: null if the kernel offers none to this user.
    static std::shared_ptr<MemoryWatch> of_process();

    virtual ~MemoryWatch() = default;
    /// Begins to watch the pages of `memory`.   Returns: a number for them, or kCannot, kFull.
    virtual int add(std::span<const std::byte> memory) = 0;
    virtual void remove(int watched) = 0;
    /// After this call is_gone() reflects all memory that any thread had given back before the call.   Returns: false
    /// if that is not possible.
    virtual bool catch_up() = 0;
    /// Whether part of the watched memory has been given back.   Cost: a load.
    virtual bool is_gone(int watched) const = 0;
};

}  // namespace shunt::memory::verbs
