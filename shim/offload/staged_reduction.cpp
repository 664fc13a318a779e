#include "shim/offload/staged_reduction.hpp"

#include <cstring>
#include <new>

#include "shim/offload/carry.hpp"
#include "shim/offload/device_elements.hpp"
#include "shim/offload/reduction.hpp"

namespace shunt {

/// If the operation writes nothing, at rank 0 of Exscan, the old contents are written back.
ReductionBuffers reduction_buffers(const CollectiveArguments& arguments, const CommRecord& record) {
    const ReductionCounts counts = reduction_counts(arguments, record);
    return {arguments.send.base(), arguments.receive.writable(), arguments.receive.type(), counts.operands,
            counts.results};
}

/// Elements that overlap are not copied.
void StagedReduction::stage() {
    const ReductionBuffers& it = program_;
    if (it.operands <= 0 || !facts_of(it.type).exists || !ElementLayout::of(it.type).separate) return;
    const bool in_place = it.send == MPI_IN_PLACE;
    if ((it.results > 0 || in_place) && are_on_device(it.receive, it.type))
        receive_ = make(receive_copy_, it.receive, in_place || it.send == it.receive ? it.operands : it.results);
    if (it.send == it.receive) send_ = receive_;  // the host detects this, as it would have
    else if (!in_place && are_on_device(it.send, it.type)) send_ = make(send_copy_, it.send, it.operands);
}

/// The receive buffer is copied too, as an operation may leave it unchanged.
void* StagedReduction::make(Copy& copy, const void* from, MPI_Count count) {
    const ElementLayout layout = ElementLayout::of(program_.type);
    if (!copy.elements.make(static_cast<std::size_t>(count * layout.extent))) end_without_memory(record_);
    std::memset(copy.elements.bytes().data(), 0, copy.elements.bytes().size());
    copy.address = copy.elements.bytes().data() - layout.true_lb;
    if (const int code = move(from, copy.address, count); code_ == MPI_SUCCESS) code_ = code;
    return copy.address;
}

/// Copies elements without the holes between them.
int StagedReduction::move(const void* from, void* to, MPI_Count count) {
    PackedBuffer packed;
    if (!packed.make(static_cast<std::size_t>(count * facts_of(program_.type).size))) end_without_memory(record_);
    try {
        return copy_elements(from, to, count, program_.type, comm_, packed.bytes());
    } catch (const std::bad_alloc&) { end_without_memory(record_); }
}

int StagedReduction::bring_back(int code) {
    if (code != MPI_SUCCESS) return code;
    if (receive_ != program_.receive && program_.results > 0) {
        const int moved = move(receive_, program_.receive, program_.results);
        if (code_ == MPI_SUCCESS) code_ = moved;
    }
    if (code_ != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record_.handle, code_);
    return code_;
}

}  // namespace shunt
