#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <span>
#include <utility>

#include "native/base/outcome.hpp"

namespace shunt::memory {

/// Zero-filled memory of whole pages that a forked child does not inherit. A device writes to the physical pages that
/// were registered with it; after a fork, copy on write could give the parent other pages.   Owner: of the mapping.
class UnsharedPages {
public:
    UnsharedPages() = default;
    ~UnsharedPages() {
        if (base_ != nullptr) munmap(base_, bytes_);
    }
    UnsharedPages(UnsharedPages&& other) noexcept
        : base_(std::exchange(other.base_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    UnsharedPages& operator=(UnsharedPages&& other) noexcept {
        std::swap(base_, other.base_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    /// Fails: no_memory.
    static Outcome map(std::size_t bytes, UnsharedPages& into);
    std::span<std::byte> memory() const { return {base_, bytes_}; }

private:
    std::byte* base_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace shunt::memory
