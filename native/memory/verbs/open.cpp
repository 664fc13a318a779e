#include "native/memory/verbs/open.hpp"

#include <dirent.h>

#include "native/memory/verbs/remedy.hpp"
#include "native/memory/verbs/verbs_memory.hpp"

namespace shunt::memory {

bool has_verbs_device() {
    DIR* const folder = opendir("/sys/class/infiniband");
    if (folder == nullptr) return false;
    const dirent* entry = readdir(folder);
    while (entry != nullptr && entry->d_name[0] == '.') entry = readdir(folder);
    closedir(folder);
    return entry != nullptr;
}

namespace {

template <class Memory>
Outcome open_and_meet(const Setup& setup, const verbs::Settings& settings, std::span<std::byte> window,
                      bool worth_trying, std::unique_ptr<Memory>& into) {
    auto made = std::make_unique<verbs::VerbsMemory>(setup, settings, !window.empty());
    Outcome outcome{Status::declined, joined({"RDMA: this machine has no RDMA device; ", verbs::kLookAtDevices})};
    if (worth_trying) outcome = made->open_own(setup.own_window(), window);
    outcome = made->meet(setup, outcome);
    if (outcome.ok()) into = std::move(made);
    return outcome;
}

}  // namespace

Outcome open_verbs(const Setup& setup, const verbs::Settings& settings, std::unique_ptr<RemoteMemory>& into) {
    return open_and_meet(setup, settings, {}, true, into);
}

Outcome open_far_verbs(const Setup& setup, const verbs::Settings& settings, std::span<std::byte> window,
                       std::unique_ptr<InternodeMemory>& into) {
    return open_and_meet(setup, settings, window, has_verbs_device(), into);
}

bool has_verbs() { return true; }

}  // namespace shunt::memory
