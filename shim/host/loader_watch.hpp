#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>

namespace shunt {

/// Tells, for the cost of some loads, whether shared objects have been loaded into the process since somebody looked.
/// The loader counts them (`dlpi_adds`), and gives the count away only in dl_iterate_phdr, which takes 30 to 80 ns. The
/// word in which it counts lies in its `_rtld_global` and is found there by its value; while others have that value
/// too, all are watched. Where it cannot be found there always may be news. Thread: any.   Source: dl_iterate_phdr(3).
class LoaderWatch {
public:
    bool may_have_news() const {
        const std::uint64_t seen = seen_.load(std::memory_order_acquire);
        std::uint64_t differs = 0;
        for (const auto& word : words_)
            differs |= __atomic_load_n(word.load(std::memory_order_acquire), __ATOMIC_RELAXED) ^ seen;
        return differs != 0;
    }
    /// Somebody has looked at all objects that were there when `adds` had been loaded.
    void settle(std::uint64_t adds);

    /// Objects loaded so far.   Blocks: while another thread changes the loader's list.
    static std::uint64_t count();

private:
    static constexpr int kWords = 2;
    bool find(std::uint64_t adds);
    bool narrow(std::uint64_t adds);

    static constexpr std::uint64_t kNever = 0;
    std::atomic<const std::uint64_t*> words_[kWords] = {&kNever, &kNever};
    std::atomic<std::uint64_t> seen_{1};
    std::mutex mutex_;
    bool is_found_ = false;
};

}  // namespace shunt
