#include "native/memory/unshared_pages.hpp"

#include <cerrno>

namespace shunt::memory {
namespace {

constexpr std::size_t kUnsharedPage = 4096, kHugeFrom = 2 << 20;

}  // namespace

Outcome UnsharedPages::map(std::size_t bytes, UnsharedPages& into) {
    const std::size_t whole = (bytes + kUnsharedPage - 1) / kUnsharedPage * kUnsharedPage;
    void* const address = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED)
        return failed_call(Status::no_memory, "RDMA: mapping memory", errno, "set a smaller ring");
    madvise(address, whole, MADV_DONTFORK);
    if (whole >= kHugeFrom) madvise(address, whole, MADV_HUGEPAGE);
    UnsharedPages made;
    made.base_ = static_cast<std::byte*>(address);
    made.bytes_ = whole;
    into = std::move(made);
    return {};
}

}  // namespace shunt::memory
