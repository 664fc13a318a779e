#pragma once
// Barriers, broadcasts and reductions: no data, or one vector.
#include <mpi.h>

#include <cstdint>
#include <vector>

#include "shim/objects/collective_arguments.hpp"
#include "shim/offload/call_buffers.hpp"
#include "shim/offload/packed.hpp"
#include "shim/offload/reduction.hpp"

namespace shunt {

class NoBuffers final : public CallBuffers {
public:
    NoBuffers(const CollectiveArguments&, const CommRecord&) {}
    int pack(MPI_Comm) override { return MPI_SUCCESS; }
    int deliver(MPI_Comm) override { return MPI_SUCCESS; }
};

/// The buffer of a broadcast.
class BcastBuffers final : public CallBuffers {
public:
    /// Fails: std::bad_alloc.
    BcastBuffers(const CollectiveArguments& arguments, const CommRecord& record, Copies copies = Copies::where_needed);
    void look_again() override;
    int pack(MPI_Comm comm) override;
    /// Delivers the whole elements that were received, which may be fewer than the buffer holds.
    int deliver(MPI_Comm comm) override;

private:
    CollectiveBuffer buffer_;
    bool is_root_;
    PackedBuffer data_;
    std::uint64_t came_ = UINT64_MAX;
};

/// The vectors of a reduction, in the program's own layout. Vectors with holes, or on a device, are copied; the copy is
/// reduced in place, and the elements of the result are copied back.
class ReductionVectors final : public CallBuffers {
public:
    /// Requires `how.is_possible`.   Fails: std::bad_alloc.
    ReductionVectors(const CollectiveArguments& arguments, const CommRecord& record, const Combination& how,
                     Copies copies = Copies::where_needed);
    void look_again() override;
    int pack(MPI_Comm comm) override;
    int deliver(MPI_Comm comm) override;
    int failure() const override { return reducer_.code(); }

private:
    MPI_Datatype type() const { return receive_.type(); }
    const void* own() const { return send_.is_in_place() ? receive_.base() : send_.base(); }
    void* result() const { return receive_.writable(); }
    bool touches_device() const;
    /// Whether the program gives no room for a result that is not significant on this rank; engines may use the room.
    bool lacks_result() const;
    void lay_out();
    void lend();
    int copy_back(MPI_Comm comm);
    /// The address to pass as the begin of the copy's elements.
    void* shifted() const { return copy_.bytes().data() - how_.layout.true_lb; }

    CollectiveBuffer send_, receive_;
    Combination how_;
    Copies copies_;
    ReductionCounts counts_;
    HostReducer reducer_;
    bool is_lent_ = false;
    PackedBuffer copy_, packed_;
    std::vector<std::uint64_t> sizes_;
};

}  // namespace shunt
