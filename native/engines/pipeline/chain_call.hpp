#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "native/engines/pipeline/chain_stream.hpp"
#include "native/engines/pipeline/hop_ring.hpp"

namespace shunt::pipeline {

/// One operation through rings between members: advances this member's streams, block by block. While a block travels
/// to the next member, this one copies it to its result and combines the block behind it. Owner: rings, registrations,
/// memory of the call and `scratch` outlive this.   Thread: any one at a time. Blocks: never. Source: pcast and rpipe
/// of "Pipelining and overlapping for MPI collective operations"; combine block and forward block are one slot.
class ChainCall {
public:
    /// The registered memory from which data are sent without a copy; null: none.
    struct Sources {
        const memory::Registration* window = nullptr;
        const memory::Registration* own = nullptr;
        const memory::Registration* result = nullptr;

        const memory::Registration* of(const std::byte* data) const;
    };

    /// `number` counts operations, alike on all members. `scratch`: call.block_bytes, for scans.
    ChainCall(HopRings& rings, const VectorCall& call, std::vector<ChainStream> streams, const Sources& sources,
              std::uint64_t number, std::byte* scratch);

    /// Sets the number of bytes of this member's vector that are present; it grows until all are. Call it before
    /// advance().   Owner: outlives this.
    void follow(const std::uint64_t& bytes_there) { bytes_there_ = &bytes_there; }

    /// As SharedCall::advance; ok only once all data that this member sent have left, too.
    Status advance();
    bool moved() const { return moved_; }
    int waits_for() const;
    /// Bytes of the result, from its front, that this member has.
    std::uint64_t delivered() const;

private:
    /// A block that was put and whose data have not left yet.
    struct Leaving {
        int to = -1;  // -1: nothing was put
        std::uint64_t posts = 0;
        int give_back = -1;  // the member whose block it is; -1: this member's own
    };
    struct Progress {
        ChainStream stream;
        std::size_t item = 0;
        std::uint64_t offset = 0;           // in the vector
        std::byte* slot = nullptr;          // of the current block
        const std::byte* source = nullptr;  // the data to send; set when the block is combined
    };

    bool is_over(const Progress& at) const { return at.item == at.stream.items.size(); }
    std::uint64_t block_bytes(const Progress& at) const;
    bool is_there(const Progress& at, std::uint64_t bytes) const;
    Status step(Progress& at);
    Status work(Progress& at, std::uint64_t bytes);
    Status work_on_prefix(Progress& at, std::uint64_t bytes);
    Status pass_on(Progress& at, std::uint64_t bytes);
    void finish_block(Progress& at, std::uint64_t bytes);
    void skip_empty(Progress& at);
    void collect_leaving();

    HopRings& rings_;
    VectorCall call_;
    Sources sources_;
    BlockTag tag_;
    std::byte* scratch_;
    std::vector<Progress> streams_;
    std::deque<Leaving> leaving_;
    const std::uint64_t* bytes_there_ = nullptr;  // null: all are present
    bool moved_ = false;
};

}  // namespace shunt::pipeline
