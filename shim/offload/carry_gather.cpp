// MPI_Gather and MPI_Gatherv by an engine's team: one block of each rank, to the root.
#include <vector>

#include "shim/offload/blocks.hpp"
#include "shim/offload/packed.hpp"
#include "shim/offload/team_call.hpp"

namespace shunt {
namespace {

/// The places of all blocks at the root: the program's memory, or a copy.
class Places {
public:
    Places(const CollectiveBuffer& buffer, const CommRecord& record, bool keeps_own)
        : blocks_(blocks_of(buffer, record.size)) {
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
            if (!block.is_plain && block.bytes > 0)
                call.note(unpack_from(places_[rank], block.address, block.count, block.type, call.carrier()));
        }
    }

private:
    std::vector<Block> blocks_;
    std::vector<std::span<std::byte>> places_;
    std::vector<std::uint64_t> sizes_;
    PackedBuffer copies_;
};

void lend_or_pack(TeamCall& call, const CollectiveBuffer& own, PackedBuffer& flat, const CommRecord& record) {
    const auto bytes = static_cast<std::size_t>(own.block_bytes(0));
    if (may_lend(own.base(), own.type())) {
        flat.lend(own.base(), bytes);
        return;
    }
    if (!flat.make(bytes)) end_without_memory(record);
    call.note(pack_into(flat.bytes(), own.base(), own.count(), own.type(), call.carrier()));
}

}  // namespace

void carry_gather(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    TeamCall call(record, arguments, asked, carried);
    if (!call.is_carried()) return;
    const bool is_root = arguments.root == record.rank, keeps_own = arguments.send.is_in_place();
    PackedBuffer flat;
    if (!keeps_own) lend_or_pack(call, arguments.send, flat, record);
    const Places places(is_root ? arguments.receive : CollectiveBuffer(nullptr, 0, MPI_BYTE), record,
                        is_root && keeps_own);
    call.call().root = arguments.root;
    call.call().send = flat.bytes();
    if (is_root) {
        call.call().receive_blocks = places.places();
        call.call().sizes = places.sizes();
    }
    if (call.run() && is_root) places.deliver(call);
    call.finish();
}

}  // namespace shunt
