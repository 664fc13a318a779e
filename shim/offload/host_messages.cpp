#include "shim/offload/host_messages.hpp"

#include <algorithm>
#include <cstring>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // messages count in int

std::size_t messages_of(std::size_t bytes) { return (bytes + kMostBytes - 1) / kMostBytes; }

constexpr std::byte kToken[1] = {};  // of a barrier

}  // namespace

HostMessages::HostMessages(const CollectiveCall& call, const MessagePlace& place)
    : call_(call), place_(place), send_(static_cast<std::size_t>(place.size)), receive_(send_.size()) {
    plan();
    std::size_t messages = 0;
    for (std::size_t peer = 0; peer < size(); ++peer)
        messages += messages_of(send_[peer].size()) + messages_of(receive_[peer].size());
    requests_.reserve(messages);
    statuses_.resize(messages);
    keep_own();
    receive_all();
    send_all();
}

/// Bytes of the block of `rank`, if all blocks together have `all`.
std::size_t HostMessages::block_bytes(int rank, std::size_t all) const {
    return call_.sizes.empty() ? all / size() : call_.sizes[static_cast<std::size_t>(rank)];
}

void HostMessages::plan() {
    const bool is_root = call_.root == place_.rank;
    switch (call_.operation) {
        case Operation::barrier:
            take_room(size());
            for (std::size_t peer = 0; peer < size(); ++peer) send_[peer] = kToken, receive_[peer] = {&room_[peer], 1};
            return;
        case Operation::bcast:
            if (is_root) std::fill(send_.begin(), send_.end(), std::span<const std::byte>(call_.receive));
            else receive(call_.root) = call_.receive;
            return;
        case Operation::scatter:
        case Operation::scatterv: return plan_scatter();
        case Operation::gather:
        case Operation::gatherv:
            send(call_.root) = call_.send;
            if (is_root) std::copy(call_.receive_blocks.begin(), call_.receive_blocks.end(), receive_.begin());
            return;
        case Operation::allgather:
        case Operation::allgatherv: return plan_allgather();
        case Operation::alltoall:
        case Operation::alltoallv:
        case Operation::alltoallw:
            std::copy(call_.send_blocks.begin(), call_.send_blocks.end(), send_.begin());
            std::copy(call_.receive_blocks.begin(), call_.receive_blocks.end(), receive_.begin());
            return;
        default: return plan_reduction();
    }
}

void HostMessages::plan_scatter() {
    receive(call_.root) = call_.receive;
    if (call_.root != place_.rank) return;
    std::size_t at = 0;
    for (int rank = 0; rank < place_.size; ++rank) {
        const std::size_t bytes = block_bytes(rank, call_.send.size());
        send(rank) = call_.send.subspan(at, bytes);
        at += bytes;
    }
    if (call_.receive.empty()) send(place_.rank) = {};  // in place: the root keeps its own block
}

void HostMessages::plan_allgather() {
    std::size_t at = 0;
    for (int rank = 0; rank < place_.size; ++rank) {
        const std::size_t bytes = block_bytes(rank, call_.receive.size());
        receive(rank) = call_.receive.subspan(at, bytes);
        at += bytes;
    }
    std::fill(send_.begin(), send_.end(), std::span<const std::byte>(receive(place_.rank)));
    send(place_.rank) = receive(place_.rank) = {};  // it is already in place
}

/// Whether this member's result includes the vector of `rank`.
bool HostMessages::wants_vector_of(int rank) const {
    switch (call_.operation) {
        case Operation::reduce: return call_.root == place_.rank;
        case Operation::scan: return rank <= place_.rank;
        case Operation::exscan: return rank < place_.rank;
        default: return true;
    }
}

void HostMessages::plan_reduction() {
    const bool is_scattered =
        call_.operation == Operation::reduce_scatter || call_.operation == Operation::reduce_scatter_block;
    const std::size_t all = call_.send.size(), own = is_scattered ? block_bytes(place_.rank, all) : all;
    take_room(size() * own);
    std::size_t at = 0;
    for (int rank = 0; rank < place_.size; ++rank) {
        const std::size_t bytes = is_scattered ? block_bytes(rank, all) : all;
        const bool is_wanted = call_.operation == Operation::reduce   ? rank == call_.root
                               : call_.operation == Operation::scan   ? rank >= place_.rank
                               : call_.operation == Operation::exscan ? rank > place_.rank
                                                                      : true;
        if (is_wanted) send(rank) = call_.send.subspan(is_scattered ? at : 0, bytes);
        if (wants_vector_of(rank)) receive(rank) = {&room_[static_cast<std::size_t>(rank) * own], own};
        at += bytes;
    }
}

void HostMessages::take_room(std::size_t bytes) { room_.resize(std::max<std::size_t>(1, bytes)); }

void HostMessages::keep_own() {
    const std::span<const std::byte> own = send(place_.rank);
    const std::span<std::byte> place = receive(place_.rank);
    if (own.size() > place.size() && call_.operation != Operation::bcast) note(MPI_ERR_TRUNCATE);
    const std::size_t bytes = std::min(own.size(), place.size());
    if (bytes > 0) std::memcpy(place.data(), own.data(), bytes);
}

// Each member begins with another peer.
void HostMessages::receive_all() {
    for (int step = 1; step < place_.size; ++step) {
        const int from = (place_.rank + place_.size - step) % place_.size;
        const std::span<std::byte> block = receive(from);
        for (std::size_t at = 0; at < block.size(); at += kMostBytes) {
            const int bytes = static_cast<int>(std::min(kMostBytes, block.size() - at));
            requests_.push_back(MPI_REQUEST_NULL);
            note(host.MPI_Irecv(block.data() + at, bytes, MPI_BYTE, from, place_.tag, place_.comm, &requests_.back()));
        }
    }
}

void HostMessages::send_all() {
    for (int step = 1; step < place_.size; ++step) {
        const int to = (place_.rank + step) % place_.size;
        const std::span<const std::byte> block = send(to);
        for (std::size_t at = 0; at < block.size(); at += kMostBytes) {
            const int bytes = static_cast<int>(std::min(kMostBytes, block.size() - at));
            requests_.push_back(MPI_REQUEST_NULL);
            note(host.MPI_Isend(block.data() + at, bytes, MPI_BYTE, to, place_.tag, place_.comm, &requests_.back()));
        }
    }
}

/// For a reduction: computes this member's result, from the vectors in order of rank.
Status HostMessages::combine() {
    if (!call_.reducer || call_.receive.empty()) return Status::ok;
    std::span<std::byte> sum;
    for (int rank = place_.size - 1; rank >= 0; --rank) {
        const std::span<std::byte> vector = receive(rank);
        if (vector.empty()) continue;
        if (!sum.empty()) {
            const std::uint64_t elements = sum.size() / call_.reducer->element_bytes();
            if (call_.reducer->combine(vector.data(), sum.data(), elements) != Status::ok) return Status::bug;
        } else {
            sum = vector;
        }
    }
    if (!sum.empty()) std::memcpy(call_.receive.data(), sum.data(), sum.size());
    return Status::ok;
}

Status HostMessages::advance() {
    if (ended_) return status_;
    int all = 0;
    const int code = host.MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all, statuses_.data());
    if (code == MPI_SUCCESS && !all) return Status::again;
    if (code == MPI_ERR_IN_STATUS) {
        for (std::size_t i = 0; i < requests_.size(); ++i)
            if (statuses_[i].MPI_ERROR != MPI_SUCCESS && statuses_[i].MPI_ERROR != MPI_ERR_PENDING)
                note(statuses_[i].MPI_ERROR);
        // The requests other than the failed one must still end.
        for (const MPI_Request request : requests_)
            if (request != MPI_REQUEST_NULL) return Status::again;
    } else {
        note(code);
    }
    ended_ = true;
    return status_ = code_ == MPI_SUCCESS ? combine() : Status::peer_lost;
}

}  // namespace shunt
