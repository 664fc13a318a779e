#pragma once
#include <cstdint>
#include <memory>

#include "native/engines/multicast/hub.hpp"
#include "native/engines/multicast/link.hpp"
#include "native/net/udp/socket.hpp"

namespace shunt::multicast {

/// Membership of this node in a group beside the communicator's, within the hub's limit, for the lifetime of the
/// object. If the node cannot join, the root repairs the group's packets to this node by unicast. Owner: hub and link
/// outlive it.   Thread: that of the call; the link's mutex is not held.
class Membership {
public:
    /// `lasting`: for more than one call.
    Membership(Hub& hub, Link& link, std::uint32_t group, unsigned interface_index, bool lasting);
    ~Membership();
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    /// Call it when the group is used: joins it again if it was left in favour of other groups.   Returns whether it is
    /// joined.
    bool touch() { return socket_.is_open() && hub_.touch(link_, socket_).ok(); }

private:
    Hub& hub_;
    Link& link_;
    bool lasting_;
    net::GroupSocket socket_;
};

}  // namespace shunt::multicast
