#pragma once
#include <cstdint>
#include <memory>

#include "native/engines/multicast/hub.hpp"
#include "native/engines/multicast/link.hpp"
#include "native/net/udp/socket.hpp"

namespace shunt::multicast {

/// This node in a group beside the communicator's, as long as it lives, within the hub's limit. Where it cannot join,
/// what is sent to the group comes by repairs to this node alone. Owner: hub and link outlive it.   Thread: that of the
/// call; the link's mutex is not held.
class Membership {
public:
    /// `lasting`: over more than one call.
    Membership(Hub& hub, Link& link, std::uint32_t group, unsigned interface_index, bool lasting);
    ~Membership();
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    /// The group is used now: joins again what was left because others were used.   Returns whether it is joined.
    bool touch() { return socket_.is_open() && hub_.touch(link_, socket_).ok(); }

private:
    Hub& hub_;
    Link& link_;
    bool lasting_;
    net::GroupSocket socket_;
};

}  // namespace shunt::multicast
