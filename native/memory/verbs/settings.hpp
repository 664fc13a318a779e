#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "native/memory/verbs/options.hpp"
#include "native/net/liveness.hpp"

namespace shunt::memory::verbs {

/// Settings of the verbs transport: the user's options and the caller's wishes. Equal on all members, except the
/// options that VerbsOptions calls per member.
struct Settings {
    VerbsOptions options;
    bool keep_registrations = false;  ///< beyond the last deregister(); see README.md for when that is safe
    int eager_members = 8;            ///< groups up to this size connect all their queue pairs when they are opened
    bool trial = false;  ///< members try their connections before opening ends, and decline if one does not work
    std::int64_t spin_ns = 20'000;  ///< how long a wait spins before it sleeps, where every member has a core
    std::int64_t patience_ns = net::kUsualPatienceNs;  ///< with a peer that answers nothing, by RDMA or by TCP
    std::string interface {};  ///< for the TCP connections that mend a failed queue pair, as TcpOptions has it
    std::string library = "libibverbs.so.1";  ///< what is loaded
    std::function<void(std::string_view)>
        warn;  ///< one line for the user when a peer or the device is lost; may be empty
};

}  // namespace shunt::memory::verbs
