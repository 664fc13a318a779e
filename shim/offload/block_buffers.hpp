#pragma once
// Scatters, gathers and allgathers: one block of this rank, and one of every rank.
#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

#include "shim/objects/collective_arguments.hpp"
#include "shim/offload/blocks.hpp"
#include "shim/offload/call_buffers.hpp"
#include "shim/offload/packed.hpp"

namespace shunt {

/// This rank's own block: the program's memory, or a copy.
class OwnBlock {
public:
    /// `buffer` null: this rank has no block.   Fails: std::bad_alloc.
    explicit OwnBlock(const CollectiveBuffer* buffer, Copies copies = Copies::where_needed) : copies_(copies) {
        if (buffer) buffer_ = *buffer;
        lay_out();
    }
    void lay_out();
    std::span<std::byte> bytes() const { return data_.bytes(); }
    int pack(MPI_Comm comm) const;
    int deliver(MPI_Comm comm) const;

private:
    CollectiveBuffer buffer_;
    Copies copies_;
    PackedBuffer data_;
};

/// The blocks of all ranks as one run of bytes: the program's memory if they are contiguous there, or a copy.
class JoinedBlocks {
public:
    /// `buffer` null: there are no blocks.   Fails: std::bad_alloc.
    JoinedBlocks(const CollectiveBuffer* buffer, const CommRecord& record, Copies copies = Copies::where_needed);
    void lay_out();
    std::span<std::byte> bytes() const { return data_.bytes(); }
    /// Bytes of each block, if they may differ; else empty.
    std::span<const std::uint64_t> sizes() const { return sizes_; }

    /// Calls `visit(rank, its bytes)` for every rank.
    template <class Visit>
    void each(Visit&& visit) const {
        std::size_t at = 0;
        for (int rank = 0; rank < ranks_; ++rank) {
            const auto bytes = static_cast<std::size_t>(buffer_.block_bytes(rank));
            visit(rank, data_.bytes().subspan(at, bytes));
            at += bytes;
        }
    }
    /// Copies a block of the program into `bytes`, or `bytes` into the program's memory, unless both are the same
    /// memory.
    /// Fails: the host's code.
    int pack(int rank, std::span<std::byte> bytes, MPI_Comm comm) const;
    int unpack(int rank, std::span<const std::byte> bytes, MPI_Comm comm) const;

private:
    bool follow_each_other() const;

    CollectiveBuffer buffer_;
    Copies copies_;
    int ranks_ = 0;
    MPI_Count extent_ = 0;
    std::vector<std::uint64_t> sizes_;
    PackedBuffer data_;
};

class ScatterBuffers final : public CallBuffers {
public:
    /// `copies` always: at the root, whose own block then has the length of its buffer.
    ScatterBuffers(const CollectiveArguments& arguments, const CommRecord& record,
                   Copies copies = Copies::where_needed);
    void look_again() override;
    int pack(MPI_Comm comm) override;
    int deliver(MPI_Comm comm) override { return copies_ == Copies::always ? MPI_SUCCESS : own_.deliver(comm); }

private:
    void point();
    int keep_own(MPI_Comm comm) const;

    int rank_;
    Copies copies_;
    JoinedBlocks blocks_;  ///< at the root
    OwnBlock own_;
};

class GatherBuffers final : public CallBuffers {
public:
    /// `copies` always: on ranks other than the root.
    GatherBuffers(const CollectiveArguments& arguments, const CommRecord& record, Copies copies = Copies::where_needed);
    void look_again() override;
    int pack(MPI_Comm comm) override { return own_.pack(comm); }
    int deliver(MPI_Comm comm) override;

private:
    void lay_out();

    OwnBlock own_;
    std::vector<Block> blocks_;  ///< at the root
    std::vector<std::span<std::byte>> places_;
    std::vector<std::uint64_t> sizes_;
    PackedBuffer copies_;
};

class AllgatherBuffers final : public CallBuffers {
public:
    AllgatherBuffers(const CollectiveArguments& arguments, const CommRecord& record);
    void look_again() override;
    int pack(MPI_Comm comm) override;
    int deliver(MPI_Comm comm) override;

private:
    CollectiveBuffer send_;
    int rank_;
    JoinedBlocks blocks_;
};

}  // namespace shunt
