#include "native/engines/multicast/membership.hpp"

#include <utility>

namespace shunt::multicast {

Membership::Membership(Hub& hub, Link& link, std::uint32_t group, unsigned interface_index, bool lasting)
    : hub_(hub), link_(link), lasting_(lasting) {
    Opened<net::GroupSocket> opened = net::GroupSocket::open({link.group_endpoint(group), interface_index});
    if (!opened.ok()) return;
    socket_ = std::move(opened.value);
    (void)hub_.join(socket_);  // touch() reports the result
    const std::lock_guard<std::mutex> guard(link_.mutex);
    link_.listen(socket_, lasting_);
}

Membership::~Membership() {
    if (!socket_.is_open()) return;
    {
        const std::lock_guard<std::mutex> guard(link_.mutex);
        link_.forget(socket_);
    }
    hub_.leave(socket_);
    if (lasting_) hub_.settle();
}

}  // namespace shunt::multicast
