#include "tools/doctor/rdma_probe.hpp"

#include <dlfcn.h>
#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace shunt::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kEnoughLocked = 64 << 20;  // enough for the rings of a few communicators

std::string first_line(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// The names in a folder of /sys, in order.
std::vector<fs::path> entries_of(const fs::path& folder) {
    std::error_code trouble;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder, trouble)) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

bool may_lock_anything() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2] = {};
    return ::syscall(SYS_capget, &header, sets) == 0 && (sets[0].effective & (1u << CAP_IPC_LOCK)) != 0;
}

}  // namespace

RdmaFacts probe_rdma() {
    RdmaFacts facts;
#ifdef SHUNT_HAS_VERBS
    facts.built = true;
#endif
    for (const fs::path& device : entries_of("/sys/class/infiniband")) {
        for (const fs::path& port : entries_of(device / "ports")) {
            const bool active = first_line(port / "state").find("ACTIVE") != std::string::npos;
            facts.any_active = facts.any_active || active;
            facts.ports.push_back(device.filename().string() + " port " + port.filename().string() + " (" +
                                  first_line(port / "link_layer") + (active ? ", active)" : ", down)"));
        }
    }
    if (void* library = ::dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_LOCAL); library != nullptr) {
        facts.has_library = true;
        ::dlclose(library);
    }
    const auto nodes = entries_of("/dev/infiniband");
    const auto may_open = [](const fs::path& node) {
        return node.filename().string().starts_with("uverbs") && ::access(node.c_str(), R_OK | W_OK) == 0;
    };
    facts.may_open = facts.ports.empty() || std::any_of(nodes.begin(), nodes.end(), may_open);
    rlimit limit{};
    if (::getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        facts.lock_bytes = limit.rlim_cur;
        facts.may_lock = limit.rlim_cur >= kEnoughLocked || may_lock_anything();
    }
    return facts;
}

}  // namespace shunt::tools
