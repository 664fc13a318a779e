#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace shunt::remote::verbs {

/// What the verbs transport is set to; what is not said of one member is equal on all.
struct Settings {
    std::string device;                          ///< of this member, such as "mlx5_0"; empty: the first with an active port
    int port = 0;                                ///< of this member, counted from 1; 0: the first active one
    int gid_index = -1;                          ///< of this member; -1: chosen, see choose_gid()
    int mtu_bytes = 0;                           ///< largest packet, 256 to 4096; 0: the smaller of what both ports have
    std::size_t registration_limit = 1u << 30;   ///< bytes of the program's memory registered at once
    bool keep_registrations = false;             ///< beyond the last deregister(); see README.md for when that is safe
    std::size_t bounce_bytes = 1 << 20;          ///< memory through which unregistered data go
    int eager_members = 8;                       ///< groups up to this size connect all their queue pairs when they are opened
    bool trial = false;                          ///< members try their ways before opening has ended, and decline where one does not work
    std::int64_t ack_timeout_ns = 268'435'456;   ///< a packet unanswered so long is sent again; after the 6th time the peer is lost
    std::int64_t spin_ns = 20'000;               ///< how long a wait spins before it sleeps, where every member has a core
    std::string library = "libibverbs.so.1";     ///< what is loaded
    std::function<void(std::string_view)> warn;  ///< one line for the user when a peer or the device is lost; may be empty
};

}  // namespace shunt::remote::verbs
