#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "native/node/members.hpp"
#include "native/node/segment.hpp"
#include "native/node/wait.hpp"
#include "native/remote/cross_memory.hpp"
#include "native/remote/remote_memory.hpp"
#include "native/remote/setup.hpp"

namespace shunt::remote {

/// Remote memory among the members of one node: a window of each in one shared segment, a doorbell each, and cross-memory attach where it
/// is allowed. A put is a copy, done when put() returns; a word is a store.
/// Members of other nodes take part in opening, each node with a segment of its own, and cannot be reached.
/// Thread: any one at a time.   Source: pipelining over SCI, section 2 (remote-writable segments), on one node.
class SharedMemory final : public RemoteMemory {
public:
    /// Fails: declined, on all members alike, with the remedy.   Blocks: collective over the group.
    static Outcome open(const Setup& setup, std::unique_ptr<SharedMemory>& into);

    Traits traits() const override;
    std::span<std::byte> window() override { return windows_[static_cast<std::size_t>(rank_)]; }
    std::byte* mapped(int peer) override;
    Outcome register_memory(std::span<const std::byte> memory, Registration& into) override;
    void deregister(Registration& registration) override { registration = {}; }
    Status put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) override;
    Status put_word(int peer, std::uint64_t offset, std::uint64_t value) override;
    Status read(int peer, Place from, std::span<std::byte> into) override;
    Status write(int peer, Place to, std::span<const std::byte> data) override;
    std::uint64_t posted(int peer) const override { return posted_[static_cast<std::size_t>(peer)]; }
    std::uint64_t completed(int peer) override { return posted(peer); }
    Status progress() override { return Status::ok; }
    Status wait(Condition ready, std::int64_t timeout_ns) override;
    int lost_peer() const override;
    std::string_view remark() const override { return remark_; }

    /// Whether `peer` is on this node.
    bool reaches(int peer) const { return peer >= 0 && peer < static_cast<int>(windows_.size()) && seats_[index(peer)] != nullptr; }

private:
    struct Seat;
    struct Plan;

    static std::size_t index(int peer) { return static_cast<std::size_t>(peer); }
    Status outside(int peer, std::uint64_t offset, std::uint64_t bytes) const;
    void take_places(const Plan& plan);
    Outcome create(const Plan& plan, node::Backing backing);
    Outcome take_part(const Plan& plan, const node::SegmentTicket& ticket);
    Outcome open_segment(const Setup& setup, const Plan& plan, node::Backing backing);
    Outcome open_attach(const Setup& setup, const Plan& plan);
    Status check_peers();
    Status reached(int peer, Status status);

    node::Segment segment_;   // first, so that it is unmapped last
    node::Members members_;
    node::Spin spin_;
    CrossMemory cross_memory_;
    std::vector<std::span<std::byte>> windows_;   // by rank; empty for members elsewhere
    std::vector<Seat*> seats_;                    // by rank, likewise
    std::vector<int> ranks_;                      // of the members of this node, by their index in `members_`
    std::vector<std::uint64_t> posted_;
    std::string remark_;
    int rank_ = 0;
};

/// Opens remote memory for members that are all on one node.   Fails and blocks: as SharedMemory::open.
Outcome open_shared_memory(const Setup& setup, std::unique_ptr<RemoteMemory>& into);

}  // namespace shunt::remote
