#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "native/engines/multicast/hub.hpp"
#include "native/engines/multicast/link.hpp"
#include "native/net/recovery/client.hpp"

namespace shunt::multicast {

/// Asks the host of the node that a call waits for, by TCP every few seconds, whether it is alive. The service thread
/// of a late process answers; for a stopped process its kernel accepts the connection. Thread: any one at a time.
/// Blocks: never.
class HostWatch {
public:
    /// `service_of`: the recovery service of every node; `own`: the address of this node.   Owner: all outlive this.
    HostWatch(const Link& link, const std::vector<net::Endpoint>& service_of, net::Ipv4 own)
        : link_(link), service_of_(service_of), own_(own) {}

    /// Call it about once a second. Returns how long the host of `node` has not answered: since its last answer, or
    /// since the first question. `operation`: the one waited for.   Units: ns.
    std::int64_t silent_ns(int node, std::uint32_t operation, std::int64_t now);

private:
    void ask(std::uint32_t operation, std::int64_t now);

    const Link& link_;
    const std::vector<net::Endpoint>& service_of_;
    net::Ipv4 own_;
    std::optional<net::RecoveryClient> client_;
    std::array<std::byte, kAnnouncedBytes> answer_{};
    int node_ = -1;
    std::int64_t heard_at_ = 0;
    std::int64_t ask_at_ = 0;
};

}  // namespace shunt::multicast
