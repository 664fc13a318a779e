// Watches memory by userfaultfd (userfaultfd(2), "Non-cooperative"). The memory is registered for write protection, but
// never protected. It then sends an event when it is unmapped, moved or given back.
#include "native/memory/verbs/memory_watch.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>

#include "native/base/one_per_process.hpp"
#include "native/base/signals.hpp"
#include "native/memory/unshared_pages.hpp"
#include "native/net/descriptor.hpp"

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

namespace shunt::memory::verbs {
namespace {

constexpr std::uintptr_t kWatchedPage = 4096;

struct Pages {
    std::uintptr_t begin = 0, end = 0;

    explicit Pages(std::span<const std::byte> memory)
        : begin(reinterpret_cast<std::uintptr_t>(memory.data()) / kWatchedPage * kWatchedPage),
          end((reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size() + kWatchedPage - 1) / kWatchedPage *
              kWatchedPage) {}
    Pages(std::uintptr_t from, std::uintptr_t to) : begin(from), end(to) {}
    bool overlaps(const Pages& other) const { return begin < other.end && other.begin < end; }
    std::uintptr_t bytes() const { return end - begin; }
    uffdio_range range() const { return {begin, end - begin}; }
};

/// Whether all of `pages` is private and anonymous: there are no events for changes that other processes make.
bool are_private(const Pages& pages) {
    std::FILE* const maps = std::fopen("/proc/self/maps", "re");
    if (maps == nullptr) return false;
    char line[512];
    std::uintptr_t known_to = pages.begin;
    bool is_start_of_line = true;
    while (known_to < pages.end && std::fgets(line, sizeof line, maps) != nullptr) {
        const bool is_whole = is_start_of_line;
        is_start_of_line = std::char_traits<char>::find(line, std::char_traits<char>::length(line), '\n') != nullptr;
        unsigned long begin = 0, end = 0, inode = 1;
        char rights[5] = {};
        if (!is_whole || std::sscanf(line, "%lx-%lx %4s %*s %*s %lu", &begin, &end, rights, &inode) != 4) continue;
        if (end <= known_to) continue;
        if (begin > known_to || rights[3] != 'p' || inode != 0) break;
        known_to = end;
    }
    std::fclose(maps);
    return known_to >= pages.end;
}

/// Before Linux 5.15 the kernel lost track of unread events if two threads gave back memory at the same time.
bool is_kernel_new_enough() {
    utsname system{};
    int major = 0, minor = 0;
    return uname(&system) == 0 && std::sscanf(system.release, "%d.%d", &major, &minor) == 2 &&
           (major > 5 || (major == 5 && minor >= 15));
}

bool may_lock_any() {
    __user_cap_header_struct version{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct may[_LINUX_CAPABILITY_U32S_3]{};
    return syscall(SYS_capget, &version, may) == 0 && (may[0].effective & 1U << CAP_IPC_LOCK) != 0;
}

/// Limit of the memory that may stay registered: a part of what a user may lock; the rest is for rings and windows.
std::uintptr_t most_kept() {
    rlimit limit{};
    if (may_lock_any() || getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINTPTR_MAX;
    return limit.rlim_cur / 4;
}

/// The thread that reads the events must not give back memory itself, nor wait for a lock: a thread that gives back
/// memory waits for the reader, and may hold any lock of the program.
class UserfaultWatch final : public MemoryWatch {
public:
    ~UserfaultWatch() override {
        if (!thread_.joinable()) return;
        const std::uint64_t one = 1;
        static_cast<void>(write(ending_.number(), &one, sizeof one));
        thread_.join();
    }

    /// Returns: false if the kernel does not provide it.
    bool start() {
        if (!is_kernel_new_enough()) return false;
        events_ =
            net::Descriptor(static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY)));
        ending_ = net::Descriptor(eventfd(0, EFD_CLOEXEC));
        if (!events_.is_open() || !ending_.is_open() || !UnsharedPages::map(kWatchedPage, probe_).ok()) return false;
        uffdio_api api{UFFD_API,
                       UFFD_FEATURE_EVENT_UNMAP | UFFD_FEATURE_EVENT_REMOVE | UFFD_FEATURE_EVENT_REMAP |
                           UFFD_FEATURE_PAGEFAULT_FLAG_WP,
                       0};
        if (ioctl(events_.number(), UFFDIO_API, &api) != 0 || !arm(Pages(probe_.memory()))) return false;
        probe_.memory()[0] = std::byte{1};  // makes the page present
        try {
            const WithoutSignals blocked;  // inherited by the new thread
            thread_ = std::thread([this] { run(); });
        } catch (const std::system_error&) { return false; }
        return catch_up();
    }

    int add(std::span<const std::byte> memory) override {
        const std::lock_guard<std::mutex> guard(mutex_);
        const Pages pages(memory);
        if (pages.bytes() > most_kept_ - kept_) return kFull;
        int free = 0;
        while (free < kMost && watched_[index(free)].end.load() != 0) ++free;
        if (free == kMost) return kFull;
        Watched& made = watched_[index(free)];
        made.is_gone = false;
        made.begin = pages.begin;
        made.end = pages.end;  // set before arming, so that no event is missed
        if (!arm(pages)) {     // perhaps the program watches them itself: older kernels would end its watch by ours
            made.end = 0;
            return kCannot;
        }
        if (!are_private(pages)) {
            disarm(made);
            return kCannot;
        }
        kept_ += pages.bytes();
        return free;
    }

    void remove(int watched) override {
        const std::lock_guard<std::mutex> guard(mutex_);
        Watched& old = watched_[index(watched)];
        kept_ -= old.end - old.begin;
        disarm(old);
    }

    bool catch_up() override {
        for (int i = 0; i < kPatience; ++i) {
            uffdio_writeprotect none{Pages(probe_.memory()).range(), 0};
            // The kernel refuses this from the moment memory is given back until its event was read (mmap_changing in
            // the kernel).
            if (ioctl(events_.number(), UFFDIO_WRITEPROTECT, &none) == 0)
                // The reader sets it before it reads, so all events it has read are marked when this is false.
                for (; i < kPatience; ++i) {
                    if (!is_marking_) return true;
                    sched_yield();
                }
            else if (errno != EAGAIN) return false;
            sched_yield();
        }
        return false;
    }

    bool is_gone(int watched) const override { return watched_[index(watched)].is_gone; }

private:
    static constexpr int kMost = 512;
    static constexpr int kPatience = 100'000;

    struct Watched {
        std::atomic<std::uintptr_t> begin = 0, end = 0;  // end 0: not used
        std::atomic<bool> is_gone = false;
    };

    static std::size_t index(int watched) { return static_cast<std::size_t>(watched); }

    bool arm(const Pages& pages) {
        uffdio_register wanted{pages.range(), UFFDIO_REGISTER_MODE_WP, 0};
        return ioctl(events_.number(), UFFDIO_REGISTER, &wanted) == 0;
    }

    /// Memory that is gone may be another object's by now; pages shared with other watches stay armed for these.
    void disarm(Watched& old) {
        const Pages pages(old.begin, old.end);
        old.end = 0;
        bool is_shared = old.is_gone;
        for (const Watched& other : watched_) is_shared = is_shared || pages.overlaps(Pages(other.begin, other.end));
        uffdio_range range = pages.range();
        if (!is_shared) static_cast<void>(ioctl(events_.number(), UFFDIO_UNREGISTER, &range));
    }

    void run() {
        pollfd files[2] = {{events_.number(), POLLIN, 0}, {ending_.number(), POLLIN, 0}};
        while (files[1].revents == 0) {
            if (poll(files, 2, -1) < 0 || files[0].revents == 0) continue;
            is_marking_ = true;
            uffd_msg event;
            while (read(events_.number(), &event, sizeof event) == sizeof event) mark(event);
            is_marking_ = false;
        }
    }

    void mark(const uffd_msg& event) {
        const bool is_moved = event.event == UFFD_EVENT_REMAP;
        const Pages gone = is_moved ? Pages(event.arg.remap.from, event.arg.remap.from + event.arg.remap.len)
                                    : Pages(event.arg.remove.start, event.arg.remove.end);
        for (Watched& watched : watched_)
            if (gone.overlaps(Pages(watched.begin, watched.end))) watched.is_gone = true;
    }

    net::Descriptor ending_;
    UnsharedPages probe_;
    std::mutex mutex_;
    std::array<Watched, kMost> watched_;
    std::uintptr_t kept_ = 0;
    const std::uintptr_t most_kept_ = most_kept();
    std::atomic<bool> is_marking_ = false;
    net::Descriptor events_;  // closed first: then no thread waits for events any more
    std::thread thread_;
};

}  // namespace

std::shared_ptr<MemoryWatch> MemoryWatch::of_process() {
    static OnePerProcess<MemoryWatch> one;
    return one.get([]() -> std::shared_ptr<MemoryWatch> {
        auto made = std::make_shared<UserfaultWatch>();
        return made->start() ? made : nullptr;
    });
}

}  // namespace shunt::memory::verbs
