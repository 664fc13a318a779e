#include "shim/offload/alltoall_by_host.hpp"

#include <algorithm>
#include <cstring>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // messages count in int

std::size_t messages_of(std::size_t bytes) { return (bytes + kMostBytes - 1) / kMostBytes; }

}  // namespace

MessageBlocks::MessageBlocks(const CollectiveCall& call, MPI_Comm comm, int rank, int tag) {
    const int size = static_cast<int>(call.send_blocks.size());
    std::size_t messages = 0;
    for (std::size_t peer = 0; peer < call.send_blocks.size(); ++peer)
        messages += messages_of(call.send_blocks[peer].size()) + messages_of(call.receive_blocks[peer].size());
    requests_.reserve(messages);
    statuses_.resize(messages);
    const std::span<const std::byte> own = call.send_blocks[static_cast<std::size_t>(rank)];
    const std::span<std::byte> place = call.receive_blocks[static_cast<std::size_t>(rank)];
    if (own.size() > place.size()) note(MPI_ERR_TRUNCATE);
    if (!own.empty() && !place.empty()) std::memcpy(place.data(), own.data(), std::min(own.size(), place.size()));
    // Everybody begins with another peer.
    for (int step = 1; step < size; ++step) {
        const int from = (rank + size - step) % size;
        receive_from(from, call.receive_blocks[static_cast<std::size_t>(from)], comm, tag);
    }
    for (int step = 1; step < size; ++step) {
        const int to = (rank + step) % size;
        send_to(to, call.send_blocks[static_cast<std::size_t>(to)], comm, tag);
    }
}

void MessageBlocks::receive_from(int rank, std::span<std::byte> block, MPI_Comm comm, int tag) {
    for (std::size_t at = 0; at < block.size(); at += kMostBytes) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int bytes = static_cast<int>(std::min(kMostBytes, block.size() - at));
        note(host.MPI_Irecv(block.data() + at, bytes, MPI_BYTE, rank, tag, comm, &request));
        requests_.push_back(request);
    }
}

void MessageBlocks::send_to(int rank, std::span<const std::byte> block, MPI_Comm comm, int tag) {
    for (std::size_t at = 0; at < block.size(); at += kMostBytes) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int bytes = static_cast<int>(std::min(kMostBytes, block.size() - at));
        note(host.MPI_Isend(block.data() + at, bytes, MPI_BYTE, rank, tag, comm, &request));
        requests_.push_back(request);
    }
}

Status MessageBlocks::advance() {
    if (!ended_) {
        int all = 0;
        const int code = host.MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all, statuses_.data());
        if (code == MPI_SUCCESS && !all) return Status::again;
        if (code == MPI_ERR_IN_STATUS) {
            for (std::size_t i = 0; i < requests_.size(); ++i)
                if (statuses_[i].MPI_ERROR != MPI_SUCCESS && statuses_[i].MPI_ERROR != MPI_ERR_PENDING)
                    note(statuses_[i].MPI_ERROR);
            // Those beside the failed one are still to end.
            for (const MPI_Request request : requests_)
                if (request != MPI_REQUEST_NULL) return Status::again;
        } else {
            note(code);
        }
        ended_ = true;
    }
    return code_ == MPI_SUCCESS ? Status::ok : Status::peer_lost;
}

}  // namespace shunt
