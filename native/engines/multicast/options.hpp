#pragma once
#include <cstdint>
#include <string>

#include "native/base/option.hpp"

namespace shunt::multicast {

/// How receivers acknowledge: each to the root, up a tree, or as the number of nodes and the length suggest.
enum class Acknowledge : std::uint8_t { automatic, flat, tree };

/// Settings of the multicast engine; every field is equal on all ranks. The defaults are in kOptions.
struct MulticastOptions {
    std::string interface;  ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    std::string range;      ///< of group addresses, a CIDR
    Acknowledge acknowledge = Acknowledge::automatic;
    std::int64_t groups = 0;           ///< the most groups that a process has joined at the same time
    std::int64_t retain_bytes = 0;     ///< largest operation whose root leaves before it is confirmed
    std::int64_t scatter_most = 0;     ///< largest scatter expected to be faster by multicast; bytes of all blocks
    std::int64_t allgather_least = 0;  ///< smallest allgather likewise; bytes of one block
    std::int64_t allgather_most = 0;   ///< largest one
    std::int64_t opened_least = 0;     ///< smallest scatterv in an opened group likewise; bytes of all blocks
    std::int64_t rescue_after_ns = 0;
    int ttl = 0;
    bool authenticate = false;  ///< datagrams carry a keyed hash
};

/// `multicast.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::multicast
