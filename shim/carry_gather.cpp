// MPI_Gather and MPI_Gatherv by an engine's team: one block of each rank, to the root.
#include <algorithm>
#include <vector>

#include "shim/alias.hpp"
#include "shim/blocks.hpp"
#include "shim/flat.hpp"
#include "shim/team_call.hpp"

namespace shunt {
namespace {

/// What this rank gives, as contiguous bytes.
struct OwnPart {
    const void* buffer;
    MPI_Count count;
    MPI_Datatype type;

    bool is_valid() const { return count >= 0 && facts_of(type).exists && !is_missing(buffer, count > 0, type); }
    std::size_t bytes() const { return static_cast<std::size_t>(count * facts_of(type).size); }
};

/// The places of all blocks at the root: the program's memory, or a copy.
class Places {
public:
    Places(const BlockSide& side, const CommRecord& record, bool keeps_own) : blocks_(blocks_of(side, record.size)) {
        if (keeps_own) blocks_[static_cast<std::size_t>(record.rank)].bytes = 0;
        std::size_t copied = 0;
        for (const Block& block : blocks_) copied += block.is_plain ? 0 : block.bytes;
        if (copied > 0 && !copies_.make(copied)) end_without_memory(record);
        std::byte* free = copies_.bytes().data();
        for (const Block& block : blocks_) {
            places_.emplace_back(block.is_plain ? static_cast<std::byte*>(block.address) : free, block.bytes);
            if (!block.is_plain) free += block.bytes;
            sizes_.push_back(block.bytes);
        }
    }
    std::span<const std::span<std::byte>> places() const { return places_; }
    std::span<const std::uint64_t> sizes() const { return sizes_; }
    void deliver(TeamCall& call) const {
        for (std::size_t rank = 0; rank < blocks_.size(); ++rank) {
            const Block& block = blocks_[rank];
            if (!block.is_plain && block.bytes > 0) call.note(unpack_from(places_[rank], block.address, block.count, block.type, call.carrier()));
        }
    }

private:
    std::vector<Block> blocks_;
    std::vector<std::span<std::byte>> places_;
    std::vector<std::uint64_t> sizes_;
    Flat copies_;
};

void lend_or_pack(TeamCall& call, const OwnPart& own, Flat& flat, const CommRecord& record) {
    if (may_lend(own.buffer, own.type)) {
        flat.lend(own.buffer, own.bytes());
        return;
    }
    if (!flat.make(own.bytes())) end_without_memory(record);
    call.note(pack_into(flat.bytes(), own.buffer, own.count, own.type, call.carrier()));
}

/// `side` matters at the root alone.
void gather(Operation operation, std::int64_t block_bytes, const OwnPart& own, const BlockSide& side, int root, CommRecord& record, Carried& carried) {
    TeamCall call(record, operation, block_bytes, carried);
    if (!call.is_carried()) return;
    const bool is_root = root == record.rank, keeps_own = own.buffer == MPI_IN_PLACE;
    Flat flat;
    if (!keeps_own) lend_or_pack(call, own, flat, record);
    const Places places(is_root ? side : BlockSide(nullptr, 0, MPI_BYTE), record, is_root && keeps_own);
    call.call().root = root;
    call.call().send = flat.bytes();
    if (is_root) {
        call.call().receive_blocks = places.places();
        call.call().sizes = places.sizes();
    }
    if (call.run() && is_root) places.deliver(call);
    call.finish();
}

bool is_acceptable(const OwnPart& own, const BlockSide& side, const void* receive, int root, const CommRecord& record) {
    if (root < 0 || root >= record.size) return false;
    const bool is_root = root == record.rank;
    if (is_root && (receive == MPI_IN_PLACE || !side.is_valid(record.size))) return false;
    return own.buffer == MPI_IN_PLACE ? is_root : own.is_valid();
}

/// Whether the root's own block lies where it is to go, without MPI_IN_PLACE: at element `index`.
bool is_own_place(const OwnPart& own, const void* receive, MPI_Datatype receive_type, MPI_Count index) {
    return own.count > 0 && own.type == receive_type && is_alias(own.buffer, receive, index, facts_of(receive_type).size);
}

}  // namespace

template <class Count>
void carry_gather(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type, int root,
                  CommRecord& record, Carried& carried) {
    const OwnPart own{send, send_count, send_type};
    const BlockSide side(receive, static_cast<MPI_Count>(receive_count), receive_type);
    if (!is_acceptable(own, side, receive, root, record)) return;
    if (root == record.rank && send_count == receive_count && is_own_place(own, receive, receive_type, static_cast<MPI_Count>(record.rank) * receive_count) &&
        host_refuses_alias(Operation::gather))
        return;
    const std::int64_t bytes = root == record.rank ? receive_count * facts_of(receive_type).size : send_count * facts_of(send_type).size;
    gather(Operation::gather, bytes, own, side, root, record, carried);
}

template <class Count, class Displacement>
void carry_gatherv(const void* send, Count send_count, MPI_Datatype send_type, void* receive, const Count* counts, const Displacement* displacements,
                   MPI_Datatype receive_type, int root, CommRecord& record, Carried& carried) {
    const OwnPart own{send, send_count, send_type};
    const BlockSide side(receive, counts, displacements, receive_type);
    if (!is_acceptable(own, side, receive, root, record)) return;
    if (root == record.rank && counts[record.rank] > 0 && is_own_place(own, receive, receive_type, displacements[record.rank]) &&
        host_refuses_alias(Operation::gatherv))
        return;
    gather(Operation::gatherv, kBytesDiffer, own, side, root, record, carried);
}

template void carry_gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_gather(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_gatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_gatherv(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, int, CommRecord&, Carried&);

}  // namespace shunt
