#include "native/memory/verbs/device.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "native/memory/verbs/gid_choice.hpp"
#include "native/memory/verbs/remedy.hpp"

namespace shunt::memory::verbs {
namespace {

GidKind kind_of(std::uint32_t type) {
    return type == IBV_GID_TYPE_ROCE_V2   ? GidKind::roce_v2
           : type == IBV_GID_TYPE_ROCE_V1 ? GidKind::roce_v1
                                          : GidKind::infiniband;
}

bool query(const Library& library, ibv_context* context, int port, ibv_port_attr& into) {
    into = {};
    return library.query_port(context, static_cast<std::uint8_t>(port),
                              reinterpret_cast<_compat_ibv_port_attr*>(&into)) == 0;
}

/// The devices of this machine; the destructor frees the list.
class DeviceList {
public:
    explicit DeviceList(const Library& library) : library_(library), devices_(library.get_device_list(&count_)) {}
    ~DeviceList() {
        if (devices_ != nullptr) library_.free_device_list(devices_);
    }
    DeviceList(const DeviceList&) = delete;
    int count() const { return devices_ == nullptr ? 0 : count_; }
    ibv_device* operator[](int i) const { return devices_[i]; }
    std::string name(int i) const { return library_.get_device_name(devices_[i]); }
    std::string names() const {
        std::string text;
        for (int i = 0; i < count(); ++i) text.append(i == 0 ? "" : ", ").append(name(i));
        return text;
    }

private:
    const Library& library_;
    int count_ = 0;
    ibv_device** devices_;
};

}  // namespace

ibv_mtu mtu_of(int bytes) {
    int number = IBV_MTU_256;
    while (number < IBV_MTU_4096 && (256 << number) <= bytes) ++number;
    return static_cast<ibv_mtu>(number);
}

Outcome Device::open(const Library& library, const Settings& settings, Device& into) {
    const DeviceList devices(library);
    if (devices.count() == 0)
        return {Status::declined, joined({"RDMA: this machine has no RDMA device that libibverbs can use; ",
                                          kLookAtDevices, ", and whether the package ibverbs-providers is installed"})};
    Outcome last;
    for (int i = 0; i < devices.count(); ++i) {
        if (!settings.options.device.empty() && devices.name(i) != settings.options.device) continue;
        Device made;
        made.context_ = Owned<ibv_context>(library.open_device(devices[i]), {library.close_device});
        last = made.context_ == nullptr ? failed_call(Status::declined, joined({"RDMA: opening ", devices.name(i)}),
                                                      errno, "see the rights of /dev/infiniband/uverbs*")
                                        : made.open_port(library, settings);
        if (!last.ok()) continue;
        into = std::move(made);
        return last;
    }
    if (last.ok())
        last = {Status::declined,
                joined({"RDMA: no device ", settings.options.device, "; this machine has ", devices.names()})};
    return last;
}

Outcome Device::open_port(const Library& library, const Settings& settings) {
    const std::string name = library.get_device_name(context_->device);
    if (library.query_device(context_.get(), &limits_) != 0)
        return {Status::declined, joined({"RDMA: ", name, " does not answer; ", kLookAtDevices})};
    ibv_port_attr attributes{};
    const int first = settings.options.port > 0 ? settings.options.port : 1;
    const int last = settings.options.port > 0 ? settings.options.port : limits_.phys_port_cnt;
    int port = first;
    while (port <= last && !(query(library, context_.get(), port, attributes) && attributes.state == IBV_PORT_ACTIVE))
        ++port;
    if (port > last)
        return {Status::declined,
                joined({"RDMA: ", name, " has no active port",
                        settings.options.port > 0 ? joined({" ", std::to_string(settings.options.port)}) : "",
                        "; is its link up? ", kLookAtDevices})};
    port_ = static_cast<std::uint8_t>(port);
    largest_message_ = attributes.max_msg_sz;
    address_.lid = attributes.lid;
    address_.link_layer = attributes.link_layer;
    address_.mtu = static_cast<std::uint8_t>(attributes.active_mtu);
    if (settings.options.mtu_bytes > 0)
        address_.mtu = std::min<std::uint8_t>(address_.mtu, mtu_of(settings.options.mtu_bytes));
    return take_gid(library, settings, static_cast<std::uint32_t>(attributes.gid_tbl_len));
}

Outcome Device::take_gid(const Library& library, const Settings& settings, std::uint32_t table_entries) {
    const std::string name = library.get_device_name(context_->device);
    std::vector<ibv_gid_entry> entries(std::max<std::uint32_t>(table_entries, 1) * limits_.phys_port_cnt);
    const ssize_t count =
        library.query_gid_table(context_.get(), entries.data(), entries.size(), 0, sizeof(ibv_gid_entry));
    std::vector<Gid> gids;
    for (ssize_t i = 0; i < count; ++i) {
        const ibv_gid_entry& entry = entries[static_cast<std::size_t>(i)];
        if (entry.port_num != port_) continue;
        if (settings.options.gid_index >= 0 &&
            entry.gid_index != static_cast<std::uint32_t>(settings.options.gid_index))
            continue;
        Gid& gid = gids.emplace_back();
        std::memcpy(gid.bytes.data(), entry.gid.raw, gid.bytes.size());
        gid.kind = kind_of(entry.gid_type);
        gid.index = entry.gid_index;
    }
    const int chosen = choose_gid(gids);
    if (chosen < 0)
        return {
            Status::declined,
            joined({"RDMA: port ", std::to_string(port_), " of ", name, " has no address",
                    settings.options.gid_index >= 0 ? joined({" of index ", std::to_string(settings.options.gid_index)})
                                                    : "",
                    "; give its network interface an IP address, or choose another index (ibv_devinfo -v)"})};
    const Gid& gid = gids[static_cast<std::size_t>(chosen)];
    if (gid.index > 255)
        return {Status::declined,
                joined({"RDMA: ", name, ": GID indices above 255 cannot be used; choose a lower one"})};
    std::memcpy(address_.gid, gid.bytes.data(), sizeof address_.gid);
    gid_index_ = static_cast<std::uint8_t>(gid.index);
    return {};
}

ibv_ah_attr Device::path_to(const Address& other) const {
    ibv_ah_attr path{};
    path.port_num = port_;
    path.dlid = static_cast<std::uint16_t>(other.lid);
    // Ethernet has no local identifiers. Nodes beyond an InfiniBand router have none either; they have a global
    // address.
    if (other.link_layer != IBV_LINK_LAYER_ETHERNET && other.lid != 0) return path;
    path.is_global = 1;
    std::memcpy(path.grh.dgid.raw, other.gid, sizeof other.gid);
    path.grh.sgid_index = gid_index_;
    path.grh.hop_limit = 64;
    return path;
}

}  // namespace shunt::memory::verbs
