#pragma once
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>

/// Imitates a program that keeps the memory of several processes equal by itself. Its pages have no access rights, and
/// a signal handler gives a page its rights when a thread of this process touches it. The kernel and other processes
/// get EFAULT.
namespace protected_pages {

inline constexpr std::size_t kPage = 4096;

struct Region {
    std::atomic<std::uintptr_t> begin{0}, end{0};
};
inline std::array<Region, 64> regions;
inline std::atomic<int> faults{0};

inline bool give_rights(std::uintptr_t address) {
    for (const Region& region : regions) {
        if (address < region.begin || address >= region.end) continue;
        faults.fetch_add(1, std::memory_order_relaxed);
        return mprotect(reinterpret_cast<void*>(address / kPage * kPage), kPage, PROT_READ | PROT_WRITE) == 0;
    }
    return false;
}

inline void on_fault(int number, siginfo_t* what, void*) {
    if (!give_rights(reinterpret_cast<std::uintptr_t>(what->si_addr))) std::signal(number, SIG_DFL);
}

inline void listen() {
    struct sigaction action {};
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = &on_fault;
    sigaction(SIGSEGV, &action, nullptr);
}

/// Memory that the test can protect at any time.
class Pages {
public:
    explicit Pages(std::size_t bytes) : bytes_(bytes) {
        listen();
        at_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        const auto address = reinterpret_cast<std::uintptr_t>(at_);
        for (Region& region : regions) {
            std::uintptr_t free = 0;
            if (!region.begin.compare_exchange_strong(free, address)) continue;
            region.end = address + bytes_;
            region_ = &region;
            break;
        }
    }
    ~Pages() {
        if (region_ != nullptr) region_->end = region_->begin = 0;
        munmap(at_, bytes_);
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    /// From now on the first access to each page is a fault. `rights`: PROT_NONE, or PROT_READ where only writes are to
    /// fault.
    void protect(int rights = PROT_NONE) { mprotect(at_, bytes_, rights); }
    template <class Element = std::byte>
    std::span<Element> all() const {
        return {static_cast<Element*>(at_), bytes_ / sizeof(Element)};
    }

private:
    void* at_;
    std::size_t bytes_;
    Region* region_ = nullptr;
};

}  // namespace protected_pages
