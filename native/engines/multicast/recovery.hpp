#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "native/engines/multicast/link.hpp"
#include "native/net/recovery/client.hpp"

namespace shunt::multicast {

/// Recovers one operation that is being received. When no datagrams arrive for `patience_ns`, it asks the root's
/// service thread by TCP what the root has announced of the operation. If the root has begun it and datagrams still do
/// not arrive, it fetches the bytes by TCP and tells the root so. It does not disturb a late root. Another length of
/// the root shows as Channel::root_bytes(), or ends the operation as Channel::wrong_length(). Thread: with the link
/// locked. Blocks: never.
class Recovery {
public:
    struct Setup {
        std::uint32_t number = 0;
        std::uint32_t node = 0;  ///< this one
        std::uint32_t root_node = 0;
        net::Endpoint root;  ///< its recovery service
        net::Ipv4 own;
        std::size_t bytes = 0;         ///< of the operation
        std::int64_t patience_ns = 0;  ///< without progress, before each step
        bool at_once = false;          ///< datagrams are known not to arrive: fetches as soon as the root has begun
    };
    Recovery(Link& link, const Setup& setup)
        : link_(link), setup_(setup), client_(setup.root, setup.own, link.identity_to(setup.root_node)) {}

    /// Takes the steps that are due. Call it while the operation is under way or confirming().
    void advance(std::int64_t now);
    /// Ends the operation, as Channel::refuse(), and tells the root so by TCP too.
    void refuse(std::int64_t now);
    /// The root does not know yet. The call must not end before, or the root would wait for this node without end.
    bool confirming() const { return step_ == Step::confirming; }
    /// The data were fetched.
    bool fetched() const { return fetched_; }

private:
    enum class Step { watching, asking, fetching, confirming, done };

    void watch(std::int64_t now);
    void ask(Step step, std::uint64_t offset, std::uint64_t length, std::int64_t now);
    void answered(Status status, std::int64_t now);
    void learn(std::int64_t now);
    bool make_room(std::uint64_t bytes);
    std::int64_t again_after() const;

    Link& link_;
    Setup setup_;
    net::RecoveryClient client_;
    Step step_ = Step::watching;
    std::int64_t next_look_ = 0;
    std::int64_t begun_since_ = INT64_MAX;  ///< when the root reported that the operation has begun
    std::vector<std::byte> data_;
    bool fetched_ = false;
};

/// The root's counterpart: when acknowledgements are missing for long, asks the receivers by TCP, one after the other,
/// whether they have everything.   Thread: with the link locked.   Blocks: never.
class ConfirmationSeeker {
public:
    /// `setup`: as above; `root` and `bytes` are unused.   `service_of`: the recovery service of every node.
    ConfirmationSeeker(Link& link, const std::vector<net::Endpoint>& service_of, const Recovery::Setup& setup)
        : link_(link), service_of_(service_of), setup_(setup) {}

    /// Takes the steps that are due. Call it while the operation is not finished.
    void advance(std::int64_t now);
    /// Receivers that were found to have everything.
    std::uint64_t confirmed() const { return confirmed_; }

private:
    Link& link_;
    const std::vector<net::Endpoint>& service_of_;
    Recovery::Setup setup_;
    std::optional<net::RecoveryClient> client_;
    int node_ = -1;
    std::int64_t next_ = 0;
    std::uint64_t confirmed_ = 0;
};

}  // namespace shunt::multicast
