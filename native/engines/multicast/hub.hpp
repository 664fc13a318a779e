#pragma once
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "native/engines/multicast/link.hpp"
#include "native/net/recovery/server.hpp"
#include "native/net/udp/memberships.hpp"

namespace shunt::multicast {

// Special offsets in a recovery request. The request then asks for no bytes of the operation.
/// "I have the whole operation."
inline constexpr std::uint64_t kConfirmation = std::uint64_t{1} << 62;
/// To a receiver: "do you have the whole operation?"
inline constexpr std::uint64_t kReceived = std::uint64_t{1} << 61;
/// To a root: "what did you announce?" The answer has kAnnouncedBytes. A root that has not begun the operation
/// declines.
inline constexpr std::uint64_t kAnnounced = std::uint64_t{1} << 60;
/// The same, and "I have arrived at the barrier of this number".
inline constexpr std::uint64_t kArrived = std::uint64_t{1} << 59;

/// The answer: length of the operation u64, whether its root asks for a checkpoint u64.
inline constexpr std::size_t kAnnouncedBytes = 16;

/// The state shared by all teams of a process. The service thread sends repairs and acknowledgements and answers
/// recovery requests while the program is busy elsewhere. There is also the limit on joined groups. The hub lives as
/// long as any team.
///
/// The service thread sleeps on the sockets of links that are not in use. The thread of a call drives a link in use;
/// the service thread checks that link only every 10 ms, so that a loop of calls has no cost from it. Thread: any.
class Hub final : private net::RecoverySource {
public:
    /// The process's hub, made if there is none.   Fails: null without threads or descriptors; `reason` has the cause.
    static std::shared_ptr<Hub> get(std::size_t most_groups, std::string& reason);
    /// Another hub, for a process that acts as several members of one communicator, as in tests.
    static std::shared_ptr<Hub> make(std::size_t most_groups, std::string& reason);
    ~Hub();
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    /// The endpoint of the recovery server at `address`, opened if it is not open.   Fails: as RecoveryServer::open.
    Opened<net::Endpoint> recovery_at(net::Ipv4 address);

    /// From now on the service thread serves `link`, until remove() has returned.
    void add(Link& link);
    void remove(Link& link);

    /// The group of `link` is about to be used: joins it if it is not joined.   Fails: as GroupSocket::join.
    Outcome touch(Link& link);
    /// The same for a group beside a link's own: join() joins it, within the limit; leave() leaves it.
    Outcome join(net::GroupSocket& socket);
    Outcome touch(Link& link, net::GroupSocket& socket);
    void leave(net::GroupSocket& socket);
    /// Returns when the service thread no longer sleeps on a descriptor that a link has removed.
    void settle();
    net::MembershipCounters memberships();
    net::RecoveryCounters recoveries();

private:
    Outcome touch(Link& link, std::uint64_t key);
    /// A link and the service thread's state for it.
    struct Watched {
        Link* link;
        std::uint64_t activity = 0;
        bool busy = false;                     ///< a call has used it since the last check
        std::int64_t leaves_groups_until = 0;  ///< datagrams to its groups wake no thread before this time
    };

    explicit Hub(std::size_t most_groups) : memberships_(most_groups) {}
    bool start(std::string& reason);
    void run();
    std::int64_t look(std::int64_t now);
    void collect(std::vector<pollfd>& descriptors, std::int64_t now);
    void settle(std::unique_lock<std::mutex>& guard);
    void ring();
    void quiet();

    bool knows(net::Ipv4 address) const override;
    const SipKey* key_of(const net::Claim& claim, net::Ipv4 address) const override;
    bool read(const net::RecoveryRequest& request, std::uint64_t offset, std::span<std::byte> out) override;
    Link* find(std::uint64_t token) const;
    static bool tell_announced(const Link& link, std::uint32_t operation, std::span<std::byte> out);

    std::mutex mutex_;
    std::condition_variable seen_;
    std::vector<Watched> watched_;
    std::vector<std::unique_ptr<net::RecoveryServer>> services_;  ///< one for each address used
    net::Memberships memberships_;
    std::uint64_t wanted_round_ = 0;  ///< raised when descriptors were removed: older ones must not be polled
    std::uint64_t seen_round_ = 0;
    bool stop_ = false;
    net::Descriptor bell_;  ///< an eventfd
    std::thread thread_;
};

}  // namespace shunt::multicast
