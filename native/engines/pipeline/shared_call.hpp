#pragma once
#include <cstdint>

#include "native/engines/pipeline/shared_plan.hpp"
#include "native/engines/pipeline/shared_ring.hpp"
#include "native/engines/pipeline/vector_call.hpp"

namespace shunt::pipeline {

/// One operation on a SharedRing: advances this member's turns and deliveries, block by block.
/// Cost: a reduction of D bytes takes one copy, P - 1 combinations in place, and a copy for each result; they overlap
/// block by block. Owner: ring, memory of the call and `scratch` outlive this.   Thread: any one at a time.   Blocks:
/// never. Source: rpipe and pcast of "Pipelining and overlapping for MPI collective operations", with the next stage's
/// memory also being this one's.
class SharedCall {
public:
    /// Begins at `position` of the ring, equal on all members. `number` counts operations. `scratch`: block_bytes, for
    /// exscan. `only_reader`: the one member that receives a broadcast; kNobody: all.
    SharedCall(SharedRing& ring, const VectorCall& call, std::uint64_t position, std::uint64_t number,
               std::byte* scratch, int only_reader = kNobody);

    /// For a member that writes: sets the number of bytes of its vector that are present; it grows until all are. Call
    /// it before advance(). Owner: outlives this.
    void follow(const std::uint64_t& bytes_there) { bytes_there_ = &bytes_there; }

    /// Advances without waiting. Returns `again` until this member's part is done, then ok. Fails: bug if members
    /// disagree or memory was overwritten; the reducer's failure; peer_lost. After a failure the call is unusable.
    Status advance();
    /// Whether the last advance() made progress.
    bool moved() const { return moved_; }
    /// Where the next operation begins, once this one is done.
    std::uint64_t end() const { return work_.position; }
    /// The place of the member that this one waits for; kNobody: all, or none.
    int waits_for() const;
    /// Bytes that this member has finished its work on.
    std::uint64_t worked() const { return work_.offset; }
    /// Bytes of the vector that it has read.
    std::uint64_t delivered() const { return delivery_.offset; }

private:
    /// The progress of one of the two activities.
    struct Cursor {
        std::uint64_t offset = 0;    // in the vector
        std::uint64_t position = 0;  // in the ring
    };

    bool is_over(const Cursor& cursor) const { return cursor.offset == call_.bytes; }
    bool is_there(const Place& place) const { return !bytes_there_ || work_.offset + place.bytes <= *bytes_there_; }
    Place next_place(const Cursor& cursor) const;
    void step(Cursor& cursor, const Place& place);
    Status try_work();
    Status pass_over();
    Status try_deliver();
    bool reads_alone() const;
    Status take_turn(const Place& place);
    Status write(const Place& place);
    template <class Work>
    Status in_pieces(const Place& place, Work&& work);
    Status take(const Place& place);
    Status scan(const Place& place);
    Status exscan(const Place& place);
    Status tell(std::uint64_t position);
    std::uint64_t finished() const;
    Status release();

    SharedRing& ring_;
    VectorCall call_;
    SharedPlan plan_;
    std::byte* scratch_;
    std::uint64_t tag_;
    BlockTitle title_;
    SharedRing::Share share_;
    Cursor work_, delivery_;
    const std::uint64_t* bytes_there_ = nullptr;  // null: all are present
    bool moved_ = false;
};

}  // namespace shunt::pipeline
