#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/memory/cross_memory.hpp"
#include "native/memory/internode_memory.hpp"
#include "native/memory/remote_memory.hpp"
#include "native/memory/setup.hpp"
#include "native/memory/wakeup_socket.hpp"
#include "native/node/members.hpp"
#include "native/node/segment.hpp"
#include "native/node/wait.hpp"

namespace shunt::memory {

/// Remote memory among the members of one node: the windows of all in one shared segment, a doorbell for each, and
/// cross-memory attach where it is allowed. A put is a copy, complete when put() returns; a word is a store. Members of
/// other nodes take part in opening, each node with a segment of its own, and cannot be reached. Thread: any one at a
/// time.   Source: pipelining over SCI, section 2 (remote-writable segments), on one node.
class SharedMemory final : public RemoteMemory {
public:
    /// Another transport. Its cards travel in the first exchange of open(), and the outcome of its trial in the second.
    struct Piggyback {
        std::function<std::unique_ptr<InternodeOpening>()> make;  ///< called again if open() starts again
        std::unique_ptr<InternodeOpening> opening;                ///< set by open(), as the next two
        std::vector<std::byte> cards;                             ///< by rank
        Outcome tried;                                            ///< alike on all members
    };

    /// `with_wakeup_sockets`: members may also sleep in poll, see arm(). `piggyback` may be null, alike on all members.
    /// Fails: declined, on all members alike, with the remedy.   Blocks: collective over the group; two exchanges, and
    /// one more if the piggyback's trial has failed.
    static Outcome open(const Setup& setup, bool with_wakeup_sockets, Piggyback* piggyback,
                        std::unique_ptr<SharedMemory>& into);

    Traits traits() const override;
    std::span<std::byte> window() override { return places_[index(rank_)].window; }
    std::byte* mapped(int peer) override;
    Outcome register_memory(std::span<const std::byte> memory, Registration& into) override;
    void deregister(Registration& registration) override { registration = {}; }
    Status put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) override;
    Status put_word(int peer, std::uint64_t offset, std::uint64_t value) override;
    void wake(int peer) override;
    Status read(int peer, Place from, std::span<std::byte> into) override;
    Status write(int peer, Place to, std::span<const std::byte> data) override;
    std::uint64_t posted(int peer) const override { return reaches(peer) ? places_[index(peer)].posted : 0; }
    std::uint64_t completed(int peer) override { return posted(peer); }
    Status progress() override { return Status::ok; }
    Status wait(Condition ready, std::int64_t timeout_ns) override;
    bool finish() override {
        members_.finish();
        return true;  // the data of this member are in memory that the others have mapped
    }
    int lost_peer() const override;
    std::string_view remark() const override { return remark_; }

    /// Whether `peer` is on this node.
    bool reaches(int peer) const {
        return peer >= 0 && peer < static_cast<int>(places_.size()) && places_[index(peer)].seat != nullptr;
    }

    /// Call this before a sleep in poll: words for this member then make the returned descriptor readable, until
    /// disarm(). Check once more for words after it, then poll.   Returns: -1 if that is not possible here; then sleep
    /// only for short times.
    int arm();
    void disarm();
    /// ok, or the failure that ended this transport: peer_lost or bug.
    Status trouble() const { return members_.trouble(); }
    /// Ends this transport because `peer`, which may be on another node, is lost. Tells all members of this node.
    void lose(int peer, Status status);
    /// Checks from time to time whether members are gone.   Fails: peer_lost.
    Status check_peers();

private:
    struct Hello;
    struct Seat;
    struct Plan;
    struct Result;
    struct MemberPlace {
        std::span<std::byte> window;
        Seat* seat = nullptr;      // null for members of other nodes
        std::uint32_t member = 0;  // its index in `members_`
        std::uint64_t posted = 0;
    };

    static std::size_t index(int peer) { return static_cast<std::size_t>(peer); }
    Status outside(int peer, std::uint64_t offset, std::uint64_t bytes) const;
    void take_places(const Setup& setup, const Plan& plan);
    Outcome create(const Plan& plan, node::Backing backing);
    Outcome take_part(const Plan& plan, const node::SegmentTicket& ticket);
    Outcome open_segment(const Setup& setup, Plan& plan, node::Backing backing, Piggyback* piggyback);
    static bool tell(WireUp& wire_up, const Hello& hello, Plan& plan, Piggyback* piggyback);
    int try_attach(const Plan& plan) const;
    std::span<std::byte> own_window(const Setup& setup, const Plan& plan) const;
    void use_attach(const Plan& plan, const std::vector<Result>& results);
    void wake_all();
    Status reached(int peer, Status status);

    node::Segment segment_;  // first, so that it is unmapped last
    node::Members members_;
    node::Spin spin_;
    CrossMemory cross_memory_;
    WakeupSocket wakeup_socket_;
    std::vector<MemberPlace> places_;  // by rank
    std::vector<int> ranks_;           // of the members of this node, by their index in `members_`
    std::string remark_;
    int rank_ = 0;
};

/// Opens remote memory for members that are all on one node.   Fails and blocks: as SharedMemory::open.
Outcome open_shared_memory(const Setup& setup, std::unique_ptr<RemoteMemory>& into);

}  // namespace shunt::memory
