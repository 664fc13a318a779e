#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/tcp/handshake.hpp"

namespace shunt::net {

/// The members that a listener accepts.   Thread: that of Listener::serve.
class Roster {
public:
    /// Whether some member is at `address`. Connections from other addresses are closed immediately.
    virtual bool knows(Ipv4 address) const = 0;
    /// The key with which the member at `address` must prove `claim`; null: no group served here has that member at
    /// that address.
    virtual const SipKey* key_of(const Claim& claim, Ipv4 address) const = 0;

protected:
    ~Roster() = default;
};

/// The roster of one group: member `from` connects from its own address and asks for this member.
class GroupRoster final : public Roster {
public:
    GroupRoster() = default;
    GroupRoster(const SipKey& key, std::uint32_t own, const std::vector<Endpoint>& members, std::uint64_t group = 0);
    bool knows(Ipv4 address) const override;
    const SipKey* key_of(const Claim& claim, Ipv4 address) const override;

private:
    SipKey key_;
    std::uint32_t own_ = 0;
    std::uint64_t group_ = 0;
    std::vector<Ipv4> by_member_, sorted_;
};

/// Limits for connections that are not authenticated yet.
struct ListenerLimits {
    std::size_t unproven = 64;  ///< at once
    std::int64_t fresh_ns =
        100'000'000;  ///< each keeps its slot for at least this long; further ones wait in the kernel's queue
    std::int64_t claim_ns =
        2'000'000'000;  ///< from connecting to the last byte of a valid claim, however slowly its bytes arrive
};

/// Counts since the start, for the profile.
struct ListenerCounters {
    std::uint64_t admitted = 0;
    std::uint64_t strangers = 0;  ///< garbage, a wrong proof, or no member's address
    std::uint64_t half = 0;       ///< closed, too slow, or displaced before their claim was complete
};

/// An authenticated connection whose peer waits for the answer.
class ProvenConnection {
public:
    ProvenConnection(Descriptor socket, const SipKey& key, const Nonce& challenge, const Claim& claim)
        : socket_(std::move(socket)), key_(key), challenge_(challenge), claim_(claim) {}
    std::uint64_t group() const { return claim_.group; }
    std::uint32_t from() const { return claim_.from; }
    /// Sends `answer` and hands the connection over; a closed one if the answer could not be sent.
    Descriptor answer(Answer answer);

private:
    Descriptor socket_;
    SipKey key_;
    Nonce challenge_;
    Claim claim_;
};

/// Accepts TCP connections on one address and authenticates them by a roster's keys. A stranger costs a descriptor and
/// 100 bytes for at most `claim_ns`. If all slots are taken, the oldest connection of the address with most of them is
/// closed, after its bytes have been read.   Thread: any one at a time.   Blocks: never.
class Listener {
public:
    /// Fails: `declined` (address not of this node, no descriptors left), with the remedy.
    static Opened<Listener> open(Ipv4 address, const ListenerLimits& limits = {});
    /// Uses a nonblocking socket that listens already.   Fails: `declined` (no descriptors left), with the remedy.
    static Opened<Listener> adopt(Descriptor listener, const ListenerLimits& limits = {});

    bool is_open() const { return listener_.is_open(); }
    /// Readable (epoll) when serve() has something to do.
    int descriptor() const { return epoll_.number(); }
    Endpoint local() const { return local_; }
    /// Accepts connections, sends challenges, reads claims, and hands authenticated connections to `admit`, which
    /// answers.
    void serve(std::int64_t now_ns, const Roster& roster, const std::function<void(ProvenConnection)>& admit);
    /// When serve() must be called even without an event; INT64_MAX: never.
    std::int64_t next_timeout() const;
    /// Whether it accepts no connections for now: then serve() must be called soon.
    bool is_set_aside() const { return !listening_; }
    /// Whether some connections are not authenticated yet.
    bool has_visitors() const;
    const ListenerCounters& counters() const { return counters_; }

private:
    struct PendingConnection {
        Descriptor socket;
        Ipv4 address;
        std::int64_t since_ns = 0;
        Nonce challenge{};
        std::array<std::byte, kClaimBytes> claim{};
        std::size_t filled = 0;
    };

    void accept_all(std::int64_t now_ns, const Roster& roster);
    PendingConnection* place_for_one_more(std::int64_t now_ns);
    std::size_t count_from(Ipv4 address) const;
    bool challenge(PendingConnection& pending);
    void hear(PendingConnection& pending, const Roster& roster, const std::function<void(ProvenConnection)>& admit);
    void set_aside(std::int64_t until_ns);
    bool watch(int socket) const;

    ListenerLimits limits_;
    Descriptor epoll_;
    Descriptor listener_;
    Endpoint local_;
    bool listening_ = false;
    std::int64_t listen_again_ns_ = 0;  ///< end of the pause of a listener that is set aside for lack of descriptors or
                                        ///< slots
    std::vector<PendingConnection> pending_;
    ListenerCounters counters_;
};

}  // namespace shunt::net
