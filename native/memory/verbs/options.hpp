#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "native/base/option.hpp"

namespace shunt::memory::verbs {

/// How RDMA devices are used. The defaults are in kOptions.
struct VerbsOptions {
    std::string device;  ///< of this member, such as "mlx5_0"; empty: the first with an active port
    int port = 0;        ///< of this member, counted from 1; 0: the first active one
    int gid_index = 0;   ///< of this member; -1: chosen, see choose_gid()
    int mtu_bytes = 0;   ///< largest packet, 256 to 4096, equal on all; 0: the smaller limit of the two ports
    std::size_t registration_limit = 0;  ///< bytes of the program's memory registered at once, of this member
    bool keeps_registrations = false;    ///< of memory that is used repeatedly and watched, of this member
    std::size_t bounce_bytes = 0;        ///< memory through which unregistered data are sent, of this member
    std::int64_t ack_timeout_ns = 0;  ///< a packet without an answer is sent again after this time; after the 6th time
                                      ///< the queue pair fails; equal on all
};

/// `verbs.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::memory::verbs
