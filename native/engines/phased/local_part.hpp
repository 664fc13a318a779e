#pragma once
#include <vector>

#include "native/engines/phased/blocks.hpp"

namespace shunt::phased {

/// What a rank takes from its local_peers, and from itself, in one call: each takes what is for it, in whatever order
/// they come. Thread: any one at a time.
class LocalPart {
public:
    /// `local_peers`: null, this rank is alone.
    LocalPart(const Nodes& nodes, LocalPeers* local_peers, const CollectiveCall& call, const OwnBlocks& own,
              std::uint64_t number)
        : nodes_(nodes),
          local_peers_(local_peers),
          shape_(shape_of(call.operation)),
          root_(call.root),
          own_(own),
          number_(number),
          taken_(nodes.local().size()) {}

    /// Takes what can be taken now. `again`: a local peer has not come yet, or (allgather) the network has not brought
    /// all to the leader. Fails: peer_lost. That sizes differ is reported to the local_peers.
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
    /// A block had another size than this rank has room for.
    bool differs() const { return differs_; }
};

}  // namespace shunt::phased
