#pragma once
// The engines' view of an all-to-all: a run of bytes for each rank, in the program's memory if the elements lie there
// as they are sent.
#include <mpi.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "shim/objects/collective_arguments.hpp"
#include "shim/offload/blocks.hpp"
#include "shim/offload/call_buffers.hpp"

namespace shunt {

/// The blocks of one all-to-all, for one call or for many.
class AlltoallBuffers final : public CallBuffers {
public:
    /// Fails: std::bad_alloc.
    AlltoallBuffers(const CollectiveArguments& arguments, const CommRecord& record);

    void look_again() override;
    int pack(MPI_Comm comm) override;
    int deliver(MPI_Comm comm) override;

private:
    void lay_out();

    std::vector<Block> send_, receive_;
    std::vector<std::span<const std::byte>> send_bytes_;
    std::vector<std::span<std::byte>> receive_bytes_;
    std::unique_ptr<std::byte[]> copies_;
    bool copies_sends_;  ///< all: received blocks may overwrite them
};

}  // namespace shunt
