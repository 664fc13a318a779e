#include "shim/offload/block_buffers.hpp"

#include <algorithm>

namespace shunt {
namespace {

const CollectiveBuffer* at_root(const CollectiveBuffer& buffer, const CollectiveArguments& arguments,
                                const CommRecord& record) {
    return arguments.root == record.rank ? &buffer : nullptr;
}

const CollectiveBuffer* unless_in_place(const CollectiveBuffer& buffer) {
    return buffer.is_in_place() ? nullptr : &buffer;
}

void note(int& first, int code) {
    if (first == MPI_SUCCESS) first = code;
}

}  // namespace

void OwnBlock::lay_out() {
    const auto bytes = static_cast<std::size_t>(buffer_.block_bytes(0));
    const bool may_be_lent = copies_ != Copies::always && may_lend(buffer_.base(), buffer_.type());
    data_.lend_or_make(buffer_.base(), bytes, bytes == 0 || may_be_lent);
}

int OwnBlock::pack(MPI_Comm comm) const {
    return data_.is_lent() ? MPI_SUCCESS
                           : pack_into(data_.bytes(), buffer_.base(), buffer_.count(), buffer_.type(), comm);
}

int OwnBlock::deliver(MPI_Comm comm) const {
    return data_.is_lent() ? MPI_SUCCESS
                           : unpack_from(data_.bytes(), buffer_.writable(), buffer_.count(), buffer_.type(), comm);
}

JoinedBlocks::JoinedBlocks(const CollectiveBuffer* buffer, const CommRecord& record, Copies copies) : copies_(copies) {
    if (!buffer) return;
    buffer_ = *buffer;
    ranks_ = record.size;
    MPI_Count lb = 0;
    host.MPI_Type_get_extent_x(buffer_.type(), &lb, &extent_);
    for (int rank = 0; buffer_.has_counts() && rank < ranks_; ++rank) sizes_.push_back(buffer_.block_bytes(rank));
    lay_out();
}

/// Whether all blocks are contiguous in memory, as they would be sent.
bool JoinedBlocks::follow_each_other() const {
    if (copies_ == Copies::always || !may_lend(buffer_.base(), buffer_.type())) return false;
    MPI_Count next = 0;
    for (int rank = 0; buffer_.has_displacements() && rank < ranks_; ++rank) {
        if (buffer_.displacement(rank) != next) return false;
        next += buffer_.count(rank);
    }
    return true;
}

void JoinedBlocks::lay_out() {
    if (ranks_ > 0)
        data_.lend_or_make(buffer_.base(), static_cast<std::size_t>(buffer_.total_bytes(ranks_)), follow_each_other());
}

int JoinedBlocks::pack(int rank, std::span<std::byte> bytes, MPI_Comm comm) const {
    if (data_.is_lent()) return MPI_SUCCESS;
    return pack_into(bytes, buffer_.address(rank, extent_), buffer_.count(rank), buffer_.type(), comm);
}

int JoinedBlocks::unpack(int rank, std::span<const std::byte> bytes, MPI_Comm comm) const {
    if (data_.is_lent()) return MPI_SUCCESS;
    return unpack_from(bytes, buffer_.address(rank, extent_), buffer_.count(rank), buffer_.type(), comm);
}

ScatterBuffers::ScatterBuffers(const CollectiveArguments& arguments, const CommRecord& record, Copies copies)
    : rank_(record.rank),
      copies_(copies),
      blocks_(at_root(arguments.send, arguments, record), record, copies),
      own_(unless_in_place(arguments.receive)) {
    call_.root = arguments.root;
    call_.sizes = blocks_.sizes();
    point();
}

void ScatterBuffers::point() {
    call_.send = blocks_.bytes();
    call_.receive = copies_ == Copies::always ? std::span<std::byte>{} : own_.bytes();
}

void ScatterBuffers::look_again() {
    if (!device_watch.may_have_any()) return;
    blocks_.lay_out();
    own_.lay_out();
    point();
}

int ScatterBuffers::pack(MPI_Comm comm) {
    int first = MPI_SUCCESS;
    blocks_.each([&](int rank, std::span<std::byte> bytes) { note(first, blocks_.pack(rank, bytes, comm)); });
    if (copies_ == Copies::always) note(first, keep_own(comm));
    return first;
}

/// Copies the root's own block to its receive buffer.
int ScatterBuffers::keep_own(MPI_Comm comm) const {
    blocks_.each([&](int rank, std::span<const std::byte> bytes) {
        if (rank == rank_)
            std::copy_n(bytes.begin(), std::min(bytes.size(), own_.bytes().size()), own_.bytes().begin());
    });
    return own_.deliver(comm);
}

GatherBuffers::GatherBuffers(const CollectiveArguments& arguments, const CommRecord& record, Copies copies)
    : own_(unless_in_place(arguments.send), copies) {
    call_.root = arguments.root;
    if (arguments.root == record.rank) {
        blocks_ = blocks_of(arguments.receive, record.size);
        if (arguments.send.is_in_place()) blocks_[static_cast<std::size_t>(record.rank)].bytes = 0;
        for (const Block& block : blocks_) sizes_.push_back(block.bytes);
        call_.sizes = sizes_;
    }
    lay_out();
}

void GatherBuffers::lay_out() {
    std::size_t copied = 0;
    for (const Block& block : blocks_) copied += block.is_plain ? 0 : block.bytes;
    if (copied > 0) copies_.make_room(copied);
    std::byte* free = copies_.bytes().data();
    places_.clear();
    for (const Block& block : blocks_) {
        places_.emplace_back(block.is_plain ? static_cast<std::byte*>(block.address) : free, block.bytes);
        if (!block.is_plain) free += block.bytes;
    }
    call_.send = own_.bytes();
    call_.receive_blocks = places_;
}

void GatherBuffers::look_again() {
    if (!device_watch.may_have_any()) return;
    own_.lay_out();
    look_again_at(blocks_);
    lay_out();
}

int GatherBuffers::deliver(MPI_Comm comm) {
    int first = MPI_SUCCESS;
    for (std::size_t rank = 0; rank < blocks_.size(); ++rank) {
        const Block& block = blocks_[rank];
        if (!block.is_plain && block.bytes > 0)
            note(first, unpack_from(places_[rank], block.address, block.count, block.type, comm));
    }
    return first;
}

AllgatherBuffers::AllgatherBuffers(const CollectiveArguments& arguments, const CommRecord& record)
    : send_(arguments.send), rank_(record.rank), blocks_(&arguments.receive, record) {
    call_.sizes = blocks_.sizes();
    call_.receive = blocks_.bytes();
}

void AllgatherBuffers::look_again() {
    if (!device_watch.may_have_any()) return;
    blocks_.lay_out();
    call_.receive = blocks_.bytes();
}

int AllgatherBuffers::pack(MPI_Comm comm) {
    int code = MPI_SUCCESS;
    blocks_.each([&](int rank, std::span<std::byte> place) {
        if (rank != rank_) return;
        const std::size_t given = std::min<std::size_t>(place.size(), send_.block_bytes(0));
        code = send_.is_in_place() ? blocks_.pack(rank, place, comm)
                                   : pack_into(place.first(given), send_.base(), send_.count(), send_.type(), comm);
    });
    return code;
}

int AllgatherBuffers::deliver(MPI_Comm comm) {
    int first = MPI_SUCCESS;
    blocks_.each([&](int rank, std::span<std::byte> bytes) {
        if (!send_.is_in_place() || rank != rank_) note(first, blocks_.unpack(rank, bytes, comm));
    });
    return first;
}

}  // namespace shunt
