#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>

namespace shunt {

/// Reports, for the cost of some loads, whether shared objects have been loaded into the process since the caller last
/// examined them. The loader counts them (`dlpi_adds`) and reports the count only in dl_iterate_phdr, which takes 30 to
/// 80 ns. The loader's counter is a word of its `_rtld_global` and is found there by its value; while other words have
/// the same value, all of these are watched. If the counter cannot be found, may_have_news() is always true. Thread:
/// any.   Source: dl_iterate_phdr(3).
class LoaderWatch {
public:
    bool may_have_news() const {
        const std::uint64_t seen = seen_.load(std::memory_order_acquire);
        std::uint64_t differs = 0;
        for (const auto& word : words_)
            differs |= __atomic_load_n(word.load(std::memory_order_acquire), __ATOMIC_RELAXED) ^ seen;
        return differs != 0;
    }
    /// The caller has examined all objects that were present when the count was `adds`.
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
