#pragma once
#include <vector>

#include "native/engines/phased/blocks.hpp"

namespace shunt::phased {

/// The blocks that a rank copies from its local peers, and from itself, in one call, in the order in which the peers
/// enter. Thread: any one at a time.
class LocalPart {
public:
    /// `local_peers`: null where this rank is alone.
    LocalPart(const Nodes& nodes, LocalPeers* local_peers, const CollectiveCall& call, const OwnBlocks& own,
              std::uint64_t number)
        : nodes_(nodes),
          local_peers_(local_peers),
          shape_(shape_of(call.operation)),
          root_(call.root),
          own_(own),
          number_(number),
          taken_(nodes.local().size()) {}

    /// Copies the blocks that are ready. `again`: a local peer has not entered yet, or (allgather) not all blocks of
    /// other nodes have arrived at the leader. Fails: peer_lost. Reports different sizes to the local peers.
    Status advance();

private:
    Status take_from(std::uint32_t member, int rank);
    Status take(std::uint32_t member, const Place& from, const Place& to);
    Status place_in(std::uint32_t member, std::uint64_t list, std::uint64_t count, std::size_t index, Place& place);
    Status take_from_leader();

    const Nodes& nodes_;
    LocalPeers* local_peers_;
    Shape shape_;
    int root_;
    const OwnBlocks& own_;
    std::uint64_t number_;
    std::vector<char> taken_;  ///< by member
    bool all_taken_ = false;
    bool differs_ = false;

public:
    /// A block had another size than this rank expects.
    bool differs() const { return differs_; }
};

}  // namespace shunt::phased
