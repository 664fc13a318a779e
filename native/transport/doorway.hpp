#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/transport/address.hpp"
#include "native/transport/descriptor.hpp"
#include "native/transport/stream_frame.hpp"

namespace shunt::transport {

/// How much patience a doorway has with those that have not said who they are.
struct DoorwayLimits {
    std::size_t unproven = 32;                ///< at once; the one that came first gives way to the next
    std::int64_t hello_ns = 2'000'000'000;    ///< from connecting to the last byte of a right hello, however slowly they come
};

/// Counts since the start, for the profile.
struct DoorwayCounters {
    std::uint64_t admitted = 0;
    std::uint64_t strangers = 0;   ///< garbage, a wrong secret, or a hello meant for another node
    std::uint64_t half = 0;        ///< left, were too slow, or gave way before their hello was complete
};

/// Takes TCP connections on one address and lets those in that know the team's secret. A stranger costs a descriptor and 20 bytes for at
/// most `hello_ns`.   Thread: any one at a time.   Blocks: never.
class Doorway {
public:
    /// Fails: `declined` (address not of this node, no descriptors left), with the remedy.
    static Opened<Doorway> open(Ipv4 address, const DoorwayLimits& limits = {});

    bool is_open() const { return listener_.is_open(); }
    /// Readable (epoll) when serve() has something to do.
    int descriptor() const { return epoll_.number(); }
    Endpoint local() const { return local_; }
    /// Takes who knocks, reads hellos, gives those that are right for (`token`, `own`) to `admit` with the node they come from.
    void serve(std::int64_t now_ns, std::uint64_t token, std::uint32_t own, const std::function<void(std::uint32_t, Descriptor)>& admit);
    /// When serve() must be called even if nothing comes; INT64_MAX: never.
    std::int64_t next_timeout() const;
    const DoorwayCounters& counters() const { return counters_; }

private:
    struct Guest {
        Descriptor socket;
        std::int64_t deadline_ns = 0;
        std::array<std::byte, kStreamHelloBytes> hello{};
        std::size_t filled = 0;
    };

    Guest& place_for_one_more();
    /// False: no longer here, admitted or turned away.
    bool hear(Guest& guest, std::uint64_t token, std::uint32_t own, const std::function<void(std::uint32_t, Descriptor)>& admit);
    void set_aside(std::int64_t now_ns);
    bool watch(int socket) const;

    DoorwayLimits limits_;
    Descriptor epoll_;
    Descriptor listener_;
    Endpoint local_;
    bool listening_ = false;
    std::int64_t listen_again_ns_ = 0;   ///< when the listener is set aside, for want of descriptors
    std::vector<Guest> guests_;
    DoorwayCounters counters_;
};

}  // namespace shunt::transport
