#include "shim/offload/mailbox.hpp"

#include <cstring>

#include "shim/host/world_tags.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

void Mailbox::send(MPI_Comm world, int to, GatherKey key, bool down, std::span<const std::byte> bytes) {
    const Head head{key.id, key.stage, down ? 1u : 0u};
    Send& made = sends_.emplace_back();
    made.message.resize(sizeof head + bytes.size());
    std::memcpy(made.message.data(), &head, sizeof head);
    if (!bytes.empty()) std::memcpy(made.message.data() + sizeof head, bytes.data(), bytes.size());
    const int count = static_cast<int>(made.message.size());
    if (host.MPI_Isend(made.message.data(), count, MPI_BYTE, to, kMailTag, world, &made.request) != MPI_SUCCESS)
        sends_.pop_back();
}

bool Mailbox::take(int from, GatherKey key, bool down, std::vector<std::byte>& into) {
    const auto found = arrived_.find({key.id, key.stage, down, from});
    if (found == arrived_.end()) return false;
    into = std::move(found->second);
    arrived_.erase(found);
    return true;
}

bool Mailbox::receive_one(MPI_Comm world) {
    MPI_Status status;
    int is_there = 0, bytes = 0;
    if (host.MPI_Iprobe(MPI_ANY_SOURCE, kMailTag, world, &is_there, &status) != MPI_SUCCESS || !is_there) return false;
    if (host.MPI_Get_count(&status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes < static_cast<int>(sizeof(Head)))
        return false;
    std::vector<std::byte> message(static_cast<std::size_t>(bytes));
    if (host.MPI_Recv(message.data(), bytes, MPI_BYTE, status.MPI_SOURCE, kMailTag, world, MPI_STATUS_IGNORE) !=
        MPI_SUCCESS)
        return false;
    Head head;
    std::memcpy(&head, message.data(), sizeof head);
    message.erase(message.begin(), message.begin() + sizeof head);
    arrived_[{head.id, head.stage, head.down != 0, status.MPI_SOURCE}] = std::move(message);
    return true;
}

void Mailbox::advance(MPI_Comm world) {
    while (receive_one(world)) {}
    std::erase_if(sends_, [](Send& each) {
        int done = 0;
        return host.MPI_Test(&each.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
    });
}

void Mailbox::abandon() {
    if (!sends_.empty()) static_cast<void>(new std::list<Send>(std::move(sends_)));
    sends_.clear();
}

}  // namespace shunt
