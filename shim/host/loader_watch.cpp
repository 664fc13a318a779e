#include "shim/host/loader_watch.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <span>

namespace shunt {
namespace {

/// The loader's own data; empty if it exports no name for them.
std::span<const std::uint64_t> loader_words() {
    const void* const data = dlsym(RTLD_DEFAULT, "_rtld_global");
    Dl_info where{};
    void* found = nullptr;
    if (!data || !dladdr1(data, &where, &found, RTLD_DL_SYMENT) || !found || where.dli_saddr != data) return {};
    return {static_cast<const std::uint64_t*>(data),
            static_cast<const ElfW(Sym)*>(found)->st_size / sizeof(std::uint64_t)};
}

std::uint64_t value(const std::uint64_t* word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }

}  // namespace

std::uint64_t LoaderWatch::count() {
    std::uint64_t adds = 0;
    const auto first = [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<std::uint64_t*>(into) = info->dlpi_adds;
        return 1;
    };
    dl_iterate_phdr(first, &adds);
    return adds;
}

// Each word that had the value `adds` while the loader's counter had it may be the counter.
bool LoaderWatch::find(std::uint64_t adds) {
    const std::uint64_t* found[kWords];
    int matches = 0;
    for (const std::uint64_t& word : loader_words())
        if (value(&word) == adds && matches++ < kWords) found[matches - 1] = &word;
    if (count() != adds || matches == 0 || matches > kWords) return false;
    is_found_ = true;
    for (int i = 0; i < kWords; ++i) words_[i].store(found[i < matches ? i : 0], std::memory_order_release);
    return true;
}

/// Stops watching the words that do not count as the loader does.
bool LoaderWatch::narrow(std::uint64_t adds) {
    bool counts[kWords];
    const std::uint64_t* kept = nullptr;
    for (int i = 0; i < kWords; ++i) {
        const std::uint64_t* const word = words_[i].load(std::memory_order_relaxed);
        counts[i] = value(word) == adds;
        if (counts[i]) kept = word;
    }
    if (!kept || count() != adds) return false;
    for (int i = 0; i < kWords; ++i)
        if (!counts[i]) words_[i].store(kept, std::memory_order_release);
    return true;
}

void LoaderWatch::settle(std::uint64_t adds) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (is_found_ ? narrow(adds) : find(adds)) seen_.store(adds, std::memory_order_release);
}

}  // namespace shunt
