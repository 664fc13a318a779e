#include "shim/offload/alltoall_buffers.hpp"

#include <memory>

#include "shim/offload/packed.hpp"

namespace shunt {
AlltoallBuffers::AlltoallBuffers(const CollectiveArguments& arguments, const CommRecord& record)
    : receive_(blocks_of(arguments.receive, record.size)) {
    const bool in_place = arguments.send.is_in_place();
    send_ = in_place ? receive_ : blocks_of(arguments.send, record.size);
    // The same buffer for both without MPI_IN_PLACE is treated alike; not all hosts refuse it.
    copies_sends_ = in_place || arguments.send.base() == arguments.receive.base();
    if (in_place) {
        const auto own = static_cast<std::size_t>(record.rank);
        send_[own].bytes = receive_[own].bytes = 0;
    }
    lay_out();
    call_.send_blocks = send_bytes_;
    call_.receive_blocks = receive_bytes_;
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
    const bool changed = look_again_at(send_) | look_again_at(receive_);
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
