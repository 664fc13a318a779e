#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/remote/tcp_frame.hpp"
#include "native/transport/address.hpp"
#include "native/transport/descriptor.hpp"

namespace shunt::remote {

/// Where members of the group connect to this one. A stranger costs a descriptor and 24 bytes for at most 2 s; when all places are taken,
/// who came first gives way.   Thread: any one at a time.   Blocks: never.
class TcpDoor {
public:
    /// A connection whose hello named this group and this member.
    struct Guest {
        std::uint32_t from = 0;
        transport::Descriptor socket;
    };

    /// Fails: declined (address not of this node, no descriptors left).
    Outcome open(transport::Ipv4 address, std::uint64_t secret, std::uint32_t own);
    void close();

    transport::Endpoint local() const { return local_; }
    /// Readable (epoll) when admit() has something to do.
    int descriptor() const { return epoll_.number(); }
    /// Takes all who have said their hello into `guests`, and drops strangers.
    void admit(std::int64_t now_ns, std::vector<Guest>& guests);
    /// How many were dropped.
    std::uint64_t strangers() const { return strangers_; }
    /// Someone waits to say hello: admit() must be called now and then.
    bool has_visitors() const { return !visitors_.empty(); }

private:
    struct Visitor {
        transport::Descriptor socket;
        std::int64_t since_ns = 0;
        std::size_t filled = 0;
        std::array<std::byte, kTcpHelloBytes> hello{};
    };
    enum class Step { wait, welcome, drop };

    void accept_all(std::int64_t now_ns);
    Step listen_to(Visitor& visitor, Guest& guest) const;

    transport::Descriptor epoll_, listener_;
    transport::Endpoint local_;
    std::uint64_t secret_ = 0;
    std::uint32_t own_ = 0;
    std::vector<Visitor> visitors_;
    std::uint64_t strangers_ = 0;
};

}  // namespace shunt::remote
