#include "shim/offload/vector_buffers.hpp"

#include <algorithm>
#include <cstring>

namespace shunt {

BcastBuffers::BcastBuffers(const CollectiveArguments& arguments, const CommRecord& record, Copies copies)
    : buffer_(arguments.receive), is_root_(arguments.root == record.rank) {
    data_.lend_or_make(buffer_.base(), buffer_.block_bytes(0),
                       copies != Copies::always && may_lend(buffer_.base(), buffer_.type()));
    call_.root = arguments.root;
    call_.receive = data_.bytes();
    call_.came = &came_;
}

void BcastBuffers::look_again() {
    if (!device_watch.may_have_any()) return;
    data_.lend_or_make(buffer_.base(), buffer_.block_bytes(0), may_lend(buffer_.base(), buffer_.type()));
    call_.receive = data_.bytes();
}

int BcastBuffers::pack(MPI_Comm comm) {
    came_ = UINT64_MAX;
    if (!is_root_ || data_.is_lent()) return MPI_SUCCESS;
    return pack_into(data_.bytes(), buffer_.base(), buffer_.count(), buffer_.type(), comm);
}

int BcastBuffers::deliver(MPI_Comm comm) {
    if (is_root_ || data_.is_lent()) return MPI_SUCCESS;
    const auto size = static_cast<std::uint64_t>(facts_of(buffer_.type()).size);
    if (size == 0) return MPI_SUCCESS;
    const std::uint64_t elements = std::min<std::uint64_t>(data_.bytes().size(), came_) / size;
    return unpack_from(data_.bytes().first(elements * size), buffer_.writable(), static_cast<MPI_Count>(elements),
                       buffer_.type(), comm);
}

ReductionVectors::ReductionVectors(const CollectiveArguments& arguments, const CommRecord& record,
                                   const Combination& how, Copies copies)
    : send_(arguments.send),
      receive_(arguments.receive),
      how_(how),
      copies_(copies),
      counts_(reduction_counts(arguments, record)),
      reducer_(how_) {
    for (int rank = 0; receive_.has_counts() && rank < record.size; ++rank)
        sizes_.push_back(static_cast<std::uint64_t>(receive_.count(rank)) *
                         static_cast<std::uint64_t>(how_.layout.extent));
    call_.root = arguments.operation() == Operation::reduce ? arguments.root : 0;
    call_.sizes = sizes_;
    call_.reducer = &reducer_;
    lay_out();
}

bool ReductionVectors::touches_device() const {
    return device_watch.may_have_any() &&
           (is_device_address(own()) || (counts_.has_result && is_device_address(result())));
}

bool ReductionVectors::lacks_result() const {
    return counts_.has_result && !counts_.is_written && (!receive_.base() || receive_.is_in_place());
}

void ReductionVectors::look_again() {
    if (device_watch.may_have_any()) lay_out();
}

void ReductionVectors::lend() {
    const auto extent = static_cast<std::size_t>(how_.layout.extent);
    call_.send = {static_cast<const std::byte*>(own()), static_cast<std::size_t>(counts_.operands) * extent};
    call_.receive = {};
    if (counts_.has_result)
        call_.receive = {static_cast<std::byte*>(result()), static_cast<std::size_t>(counts_.results) * extent};
}

void ReductionVectors::lay_out() {
    is_lent_ = copies_ != Copies::always && how_.layout.plain && !touches_device() && !lacks_result();
    if (is_lent_) return lend();
    const auto size = static_cast<std::size_t>(facts_of(type()).size);
    copy_.make_room(static_cast<std::size_t>(counts_.operands * how_.layout.extent));
    packed_.make_room(static_cast<std::size_t>(std::max(counts_.operands, counts_.results)) * size);
    call_.send = copy_.bytes();
    call_.receive = {};
    if (counts_.has_result)
        call_.receive = copy_.bytes().first(static_cast<std::size_t>(counts_.results * how_.layout.extent));
}

int ReductionVectors::pack(MPI_Comm comm) {
    reducer_.forget_code();
    if (is_lent_) return MPI_SUCCESS;
    std::memset(copy_.bytes().data(), 0, copy_.bytes().size());
    const auto bytes = static_cast<std::size_t>(counts_.operands * facts_of(type()).size);
    const int code = copy_elements(own(), shifted(), counts_.operands, type(), comm, packed_.bytes().first(bytes));
    if (copies_ != Copies::always || code != MPI_SUCCESS) return code;
    return copy_back(comm);  // the result of a scan's first member is its own vector
}

int ReductionVectors::deliver(MPI_Comm comm) {
    return is_lent_ || copies_ == Copies::always ? MPI_SUCCESS : copy_back(comm);
}

int ReductionVectors::copy_back(MPI_Comm comm) {
    if (!counts_.has_result || !counts_.is_written) return MPI_SUCCESS;
    const auto bytes = static_cast<std::size_t>(counts_.results * facts_of(type()).size);
    return copy_elements(shifted(), result(), counts_.results, type(), comm, packed_.bytes().first(bytes));
}

}  // namespace shunt
