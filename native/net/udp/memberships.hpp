#pragma once
#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>

#include "native/base/outcome.hpp"

namespace shunt::net {

class GroupSocket;

/// Determines the groups to be joined if only `most` may be: the most recently used ones. Pure: joins none itself.
/// Thread: any one at a time.
class MembershipLimit {
public:
    /// `most` is at least 1.
    explicit MembershipLimit(std::size_t most) : most_(most > 0 ? most : 1) {}

    /// The steps after which `key` is joined: first leave `evict`, then join.
    struct Step {
        bool join = false;
        std::optional<std::uint64_t> evict;
    };
    /// Reports that `key` is used now.
    Step touch(std::uint64_t key);
    /// Reports that the group is gone, or could not be joined.
    void forget(std::uint64_t key);
    bool joined(std::uint64_t key) const { return places_.contains(key); }
    std::size_t count() const { return places_.size(); }

private:
    std::size_t most_;
    std::list<std::uint64_t> by_use_;  // last used first
    std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

/// Counts since the start, for the profile.
struct MembershipCounters {
    std::uint64_t joins = 0;      ///< first ones and those after an eviction
    std::uint64_t evictions = 0;  ///< left because others were used more recently
    std::uint64_t rejoins = 0;    ///< joined again after an eviction
};

/// The groups of which a process is a member. At most `most` are joined at once, because network cards filter few
/// groups (about 20, CC-MPI 3.1) and pass all multicast beyond that. The protocol repairs losses of a node while it is
/// evicted, so this is decided locally, without asking others. Owner: the sockets are the caller's; remove() one before
/// it is closed. Thread: any one at a time.   Blocks: never.
class Memberships {
public:
    static constexpr std::size_t kDefaultMost = 20;
    explicit Memberships(std::size_t most = kDefaultMost) : limit_(most) {}

    /// Registers a group under a key of the caller's choice, without joining it.   Fails: `bug` key in use.
    Outcome add(std::uint64_t key, GroupSocket& socket);
    /// Joins the group if it is not joined; at the limit it leaves the least recently used one first. Call this
    /// whenever the group is used.   Fails: as GroupSocket::join; `bug` unknown key.
    Outcome touch(std::uint64_t key);
    /// Leaves the group and removes it. Unknown keys are ignored.
    void remove(std::uint64_t key);
    bool joined(std::uint64_t key) const { return limit_.joined(key); }
    const MembershipCounters& counters() const { return counters_; }

private:
    struct Group {
        GroupSocket* socket = nullptr;
        bool evicted = false;
    };

    MembershipLimit limit_;
    std::unordered_map<std::uint64_t, Group> groups_;
    MembershipCounters counters_;
};

}  // namespace shunt::net
