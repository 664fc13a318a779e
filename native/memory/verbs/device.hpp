#pragma once
#include <cstdint>

#include "native/base/outcome.hpp"
#include "native/memory/verbs/library.hpp"
#include "native/memory/verbs/settings.hpp"

namespace shunt::memory::verbs {

/// The address of a port for its peers; plain bytes.
struct Address {
    std::uint8_t gid[16] = {};
    std::uint32_t lid = 0;
    std::uint8_t link_layer = 0;  ///< IBV_LINK_LAYER_*
    std::uint8_t mtu = 0;         ///< ibv_mtu
    std::uint8_t unused[2] = {};
};

/// One port of an RDMA device, opened.   Owner: of the library's context.   Thread: any one at a time.
class Device {
public:
    /// Opens the device and port that the settings name, otherwise the first active one.
    /// Fails: declined, with the remedy.
    static Outcome open(const Library& library, const Settings& settings, Device& into);

    ibv_context* context() const { return context_.get(); }
    const ibv_device_attr& limits() const { return limits_; }
    const Address& address() const { return address_; }
    std::uint8_t port() const { return port_; }
    std::uint64_t largest_message() const { return largest_message_; }
    /// The path from this port to another, for queue pairs and datagrams.
    ibv_ah_attr path_to(const Address& other) const;

private:
    Outcome open_port(const Library& library, const Settings& settings);
    Outcome take_gid(const Library& library, const Settings& settings, std::uint32_t table_entries);

    Owned<ibv_context> context_;
    ibv_device_attr limits_{};
    Address address_;
    std::uint64_t largest_message_ = 0;
    std::uint8_t port_ = 0;
    std::uint8_t gid_index_ = 0;
};

/// The library's number for a packet size in bytes: the largest size that does not exceed it.
ibv_mtu mtu_of(int bytes);

}  // namespace shunt::memory::verbs
