#pragma once
#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>

#include "native/base/outcome.hpp"

namespace shunt::net {

class GroupSocket;

/// Which groups are joined when only `most` may be: the most recently used ones. Pure: joins nothing itself.   Thread:
/// any one at a time.
class MembershipLimit {
public:
    /// `most` is at least 1.
    explicit MembershipLimit(std::size_t most) : most_(most > 0 ? most : 1) {}

    /// What to do so that `key` is joined: leave another first, join.
    struct Step {
        bool join = false;
        std::optional<std::uint64_t> evict;
    };
    /// Says that `key` is used now.
    Step touch(std::uint64_t key);
    /// The group is gone, or could not be joined.
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
    std::uint64_t evictions = 0;  ///< left because others were used later
    std::uint64_t rejoins = 0;    ///< joined again after an eviction
};

/// The groups a process is member of: at most `most` joined at once, because network cards filter few groups (about 20,
/// CC-MPI 3.1) and pass all multicast beyond that. What a node misses while evicted, its protocol repairs; so this is
/// decided here, without asking others. Owner: the sockets are the caller's; remove() one before it is closed. Thread:
/// any one at a time.   Blocks: never.
class Memberships {
public:
    static constexpr std::size_t kDefaultMost = 20;
    explicit Memberships(std::size_t most = kDefaultMost) : limit_(most) {}

    /// Makes a group known under a key of the caller's choice, not joined yet.   Fails: `bug` key in use.
    Outcome add(std::uint64_t key, GroupSocket& socket);
    /// Joins the group if it is not joined; at the limit it leaves the least recently used one first. To be called
    /// whenever the group is used.   Fails: as GroupSocket::join; `bug` unknown key.
    Outcome touch(std::uint64_t key);
    /// Leaves the group and forgets it. Unknown keys do nothing.
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
