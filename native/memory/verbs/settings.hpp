#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "native/memory/verbs/options.hpp"
#include "native/net/liveness.hpp"

namespace shunt::memory::verbs {

struct Call;

/// Settings of the verbs transport: the user's options and the caller's wishes. Equal on all members, except the
/// options that VerbsOptions calls per member.
struct Settings {
    VerbsOptions options;
    /// Until this returns true, members try their connections before opening ends, and decline if one does not work.
    /// `now`: in nanoseconds of the monotonic clock. Empty: there is no trial.
    std::function<bool(std::int64_t now)> is_trial_over;
    int eager_members = 8;  ///< groups up to this size try all their connections, larger ones some
    /// The caller has another way to a peer for which no queue pair can be made, and asks next_declined(). Otherwise
    /// that peer is lost.
    bool declines_peers = false;
    std::int64_t spin_ns = 20'000;  ///< how long a wait spins before it sleeps, if every member has a core
    std::int64_t patience_ns = net::kUsualPatienceNs;  ///< how long a peer may be silent, by RDMA or by TCP
    std::string interface {};  ///< for the TCP connections that repair a failed queue pair, as in TcpOptions
    std::string library = "libibverbs.so.1";  ///< the library to load
    std::function<void(std::string_view)>
        warn;                         ///< one line for the user when a peer or the device is lost; may be empty
    std::function<void(Call&)> hear;  ///< may change the call received in a datagram (for tests); may be empty
};

}  // namespace shunt::memory::verbs
