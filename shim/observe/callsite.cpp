#include "shim/observe/callsite.hpp"

#include <dlfcn.h>
#include <execinfo.h>

#include <cstdio>
#include <cstring>

#include "shim/observe/record/recorder.hpp"

namespace shunt {
namespace {

constexpr int kMostFrames = 24;

/// Return addresses seen before; direct-mapped, so a clash only costs a second search of the strings.
struct Known {
    void* address = nullptr;
    std::uint32_t text = 0;
    const record::SpoolHeader* record = nullptr;  ///< whose strings hold the text: a process may have several, in turn
};
Known known[1024];

bool is_ours_or_mpi(const char* path) {
    const char* slash = std::strrchr(path, '/');
    const char* base = slash ? slash + 1 : path;
    return std::strncmp(base, "libshunt", 8) == 0 || std::strncmp(base, "libmpi", 6) == 0 ||
           std::strncmp(base, "libopen-", 8) == 0;
}

}  // namespace

std::uint32_t current_callsite(record::Recorder& recorder) {
    void* frames[kMostFrames];
    const int depth = backtrace(frames, kMostFrames);
    for (int i = 1; i < depth; ++i) {
        Known& entry = known[(reinterpret_cast<std::uintptr_t>(frames[i]) >> 2) % 1024];
        if (entry.address == frames[i] && entry.record == &recorder.header()) return entry.text;
        Dl_info info{};
        if (!dladdr(frames[i], &info) || !info.dli_fname || is_ours_or_mpi(info.dli_fname)) continue;
        char text[512];
        const auto offset = static_cast<const char*>(frames[i]) - static_cast<const char*>(info.dli_fbase);
        std::snprintf(text, sizeof text, "%s+0x%llx", info.dli_fname, static_cast<unsigned long long>(offset));
        entry = {frames[i], recorder.add_string(text), &recorder.header()};
        return entry.text;
    }
    return 0;
}

}  // namespace shunt
