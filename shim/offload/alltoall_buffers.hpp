#pragma once
// An all-to-all as engines see it: a run of bytes for each rank, in the program's memory where they lie there as they
// are sent.
#include <mpi.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "shim/objects/collective_arguments.hpp"
#include "shim/offload/blocks.hpp"
#include "shim/offload/call_buffers.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// The blocks of one all-to-all, for one call or for many.
class AlltoallBuffers final : public CallBuffers {
public:
    /// `outlives_types`: it is used after the program may have freed its datatypes.   Fails: std::bad_alloc.
    AlltoallBuffers(const CollectiveArguments& arguments, const CommRecord& record, const Decision& decision,
                    bool outlives_types);
    ~AlltoallBuffers() override;

    void look_again() override;
    int pack(MPI_Comm comm) override;
    int deliver(MPI_Comm comm) override;

private:
    void keep_types(std::vector<Block>& blocks);
    void lay_out();

    std::vector<Block> send_, receive_;
    std::vector<std::span<const std::byte>> send_bytes_;
    std::vector<std::span<std::byte>> receive_bytes_;
    std::vector<MPI_Datatype> kept_types_;
    std::array<std::int64_t, kMostParameters> parameters_;
    std::unique_ptr<std::byte[]> copies_;
    bool copies_sends_;  ///< all: what is received may take their place
};

}  // namespace shunt
