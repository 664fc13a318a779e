#include "shim/offload/alltoall_buffers.hpp"

#include <memory>

#include "shim/offload/packed.hpp"

namespace shunt {
namespace {

/// A type that lasts when the program frees its own. Not MPI_Type_dup: that would call the program's attribute
/// functions.
MPI_Datatype lasting(MPI_Datatype type) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    if (host.MPI_Type_contiguous(1, type, &made) != MPI_SUCCESS) return type;
    host.MPI_Type_commit(&made);
    return made;
}

/// The program cannot free these.
bool is_named(MPI_Datatype type) {
    int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
    host.MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

}  // namespace

AlltoallBuffers::AlltoallBuffers(const CollectiveArguments& arguments, const CommRecord& record,
                                 const Decision& decision, bool outlives_types)
    : receive_(blocks_of(arguments.receive, record.size)), parameters_(decision.parameters) {
    const bool in_place = arguments.send.is_in_place();
    send_ = in_place ? receive_ : blocks_of(arguments.send, record.size);
    // One buffer for both without saying MPI_IN_PLACE is treated alike; not all hosts refuse it.
    copies_sends_ = in_place || arguments.send.base() == arguments.receive.base();
    if (in_place) {
        const auto own = static_cast<std::size_t>(record.rank);
        send_[own].bytes = receive_[own].bytes = 0;
    }
    if (outlives_types) {
        keep_types(send_);
        keep_types(receive_);
    }
    lay_out();
    call_.operation = arguments.operation();
    call_.send_blocks = send_bytes_;
    call_.receive_blocks = receive_bytes_;
    call_.parameters = parameters_;
}

AlltoallBuffers::~AlltoallBuffers() {
    for (MPI_Datatype& type : kept_types_) host.MPI_Type_free(&type);
}

void AlltoallBuffers::keep_types(std::vector<Block>& blocks) {
    MPI_Datatype known = MPI_DATATYPE_NULL, kept = MPI_DATATYPE_NULL;
    for (Block& block : blocks) {
        if (block.is_plain || block.bytes == 0) continue;
        if (block.type != known) {
            known = block.type;
            kept_types_.reserve(kept_types_.size() + 1);
            kept = is_named(known) ? known : lasting(known);
            if (kept != known) kept_types_.push_back(kept);
        }
        block.type = kept;
    }
}

void AlltoallBuffers::lay_out() {
    std::size_t copied = 0;
    for (const Block& block : send_)
        if (copies_sends_ || !block.is_plain) copied += block.bytes;
    for (const Block& block : receive_)
        if (!block.is_plain) copied += block.bytes;
    if (copied > 0) copies_ = std::make_unique_for_overwrite<std::byte[]>(copied);
    std::byte* free = copies_.get();
    send_bytes_.clear();
    receive_bytes_.clear();
    const auto place = [&](const Block& block, bool in_program) {
        if (in_program || block.bytes == 0) return static_cast<std::byte*>(block.address);
        std::byte* const taken = free;
        free += block.bytes;
        return taken;
    };
    for (const Block& block : send_)
        send_bytes_.emplace_back(place(block, block.is_plain && !copies_sends_), block.bytes);
    for (const Block& block : receive_) receive_bytes_.emplace_back(place(block, block.is_plain), block.bytes);
}

void AlltoallBuffers::look_again() {
    if (!device_watch.may_have_any()) return;
    bool changed = false;
    for (std::vector<Block>* side : {&send_, &receive_}) {
        for (Block& block : *side) {
            const bool lends = block.bytes > 0 && may_lend(block.address, block.type);
            changed |= block.bytes > 0 && lends != block.is_plain;
            block.is_plain = lends;
        }
    }
    if (changed) lay_out();
}

int AlltoallBuffers::pack(MPI_Comm comm) {
    int first = MPI_SUCCESS;
    for (std::size_t rank = 0; rank < send_.size(); ++rank) {
        const Block& block = send_[rank];
        if (block.bytes == 0 || (block.is_plain && !copies_sends_)) continue;
        const std::span<std::byte> to(const_cast<std::byte*>(send_bytes_[rank].data()), block.bytes);
        const int code = pack_into(to, block.address, block.count, block.type, comm);
        if (first == MPI_SUCCESS) first = code;
    }
    return first;
}

int AlltoallBuffers::deliver(MPI_Comm comm) {
    int first = MPI_SUCCESS;
    for (std::size_t rank = 0; rank < receive_.size(); ++rank) {
        const Block& block = receive_[rank];
        if (block.bytes == 0 || block.is_plain) continue;
        const int code = unpack_from(receive_bytes_[rank], block.address, block.count, block.type, comm);
        if (first == MPI_SUCCESS) first = code;
    }
    return first;
}

}  // namespace shunt
