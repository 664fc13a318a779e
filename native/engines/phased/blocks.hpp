#pragma once
#include <sys/uio.h>

#include <cstdint>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/phased/local_peers.hpp"
#include "native/engines/phased/nodes.hpp"

namespace shunt::phased {

/// How an operation distributes blocks.
enum class Shape {
    all_to_all,  ///< a block for each rank from each
    spread,      ///< allgather: one block of each rank for all
    collect,     ///< gather: one block of each rank for the root
    deal         ///< scatter: a block for each rank from the root
};

/// The shape of an operation that this engine carries.
Shape shape_of(Operation operation);

/// The blocks of one rank in one call, as Places in its own memory.   Owner: the program owns the memory; the lists are
/// this object's.
struct OwnBlocks {
    std::vector<Place> out;  ///< for each rank, or one for all
    std::vector<Place> in;   ///< from each rank, or one from the root
    explicit OwnBlocks(const CollectiveCall& call, const Nodes& nodes);
    CallTable table(const CollectiveCall& call) const;
};

/// A part of a message, in the memory of one rank of this node.
struct Segment {
    std::uint32_t member = 0;
    Place place;
};

/// All data of the ranks of one node for those of another, block by block: by sender, then by receiver.
struct NodeMessage {
    std::vector<Segment> segments;  ///< none empty
    std::uint64_t bytes = 0;
    std::uint64_t digest = 0;  ///< of the sizes; equal at both ends if they agree on the blocks
    void add(std::uint32_t member, const Place& place);
};

/// The lists of blocks of all ranks of this node, as known to the leader once all have entered the call.
class NodeBlocks {
public:
    NodeBlocks(const Nodes& nodes, Operation operation, int root)
        : nodes_(nodes), shape_(shape_of(operation)), root_(root) {}

    /// Reads the lists of all ranks of this node.   Fails: peer_lost; bug when they do not fit the communicator.
    Status read(LocalPeers* local_peers, const OwnBlocks& own);

    NodeMessage outgoing(int to_node) const;
    NodeMessage incoming(int from_node) const;
    const OwnBlocks& of(std::uint32_t member) const { return blocks_[member]; }

private:
    const Nodes& nodes_;
    Shape shape_;
    int root_;
    std::vector<OwnBlocks> blocks_;  ///< by member
};

/// The memory of a part of a node's message, for sending and receiving: this process's own memory directly, a local
/// peer's through a buffer.
class MessageParts {
public:
    MessageParts() = default;
    MessageParts(const NodeMessage* message, LocalPeers* local_peers) : message_(message), local_peers_(local_peers) {}

    /// Gives the places of bytes `offset` to `offset + bytes`, after fetching those of local peers.   Owner: this,
    /// until the next call.
    Status gather(std::uint64_t offset, std::uint64_t bytes, std::vector<iovec>& parts);
    /// Gives the places for receiving them; settle() delivers those of local peers.
    void expect(std::uint64_t offset, std::uint64_t bytes, std::vector<iovec>& parts);
    Status settle();

private:
    template <class Visit>
    void walk(std::uint64_t offset, std::uint64_t bytes, Visit visit);
    std::byte* room(std::uint64_t bytes);

    const NodeMessage* message_ = nullptr;
    LocalPeers* local_peers_ = nullptr;
    std::vector<std::byte> staged_;
    std::vector<Segment> to_settle_;   ///< in the order of staged_
    std::uint64_t walked_offset_ = 0;  ///< where the segment `walked_` begins: parts are processed in order
    std::size_t walked_ = 0;
};

}  // namespace shunt::phased
