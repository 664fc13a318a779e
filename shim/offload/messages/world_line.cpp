#include "shim/offload/messages/world_line.hpp"

#include <cstring>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

static_assert(sizeof(MPI_Request) <= sizeof(WorldLine::Message));

int tag_of(std::uint32_t number) { return kFramesTag + static_cast<int>(number); }

WorldLine::Message message_of(MPI_Request request) {
    WorldLine::Message message = 0;
    std::memcpy(&message, &request, sizeof request);
    return message;
}

MPI_Request request_of(WorldLine::Message message) {
    MPI_Request request;
    std::memcpy(&request, &message, sizeof request);
    return request;
}

}  // namespace

bool WorldLine::send(int process, std::uint32_t number, std::span<const std::byte> bytes, Message& into) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = host.MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, process, tag_of(number),
                                    world_, &request);
    into = message_of(request);
    return code == MPI_SUCCESS;
}

bool WorldLine::receive(int process, std::uint32_t number, std::span<std::byte> into, Message& message) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code =
        host.MPI_Irecv(into.data(), static_cast<int>(into.size()), MPI_BYTE, process, tag_of(number), world_, &request);
    message = message_of(request);
    return code == MPI_SUCCESS;
}

remote_write::HostLine::Course WorldLine::course(Message& message) {
    MPI_Request request = request_of(message);
    int has_ended = 0;
    if (host.MPI_Test(&request, &has_ended, MPI_STATUS_IGNORE) != MPI_SUCCESS) return Course::failed;
    message = message_of(request);
    return has_ended ? Course::ended : Course::under_way;
}

void WorldLine::abandon(Message& message) {
    MPI_Request request = request_of(message);
    host.MPI_Cancel(&request);
    host.MPI_Request_free(&request);
}

bool WorldLine::has_arrived(int& process, std::size_t& bytes) {
    int found = 0, count = 0;
    MPI_Status status;
    if (host.MPI_Iprobe(MPI_ANY_SOURCE, kFramesTag, world_, &found, &status) != MPI_SUCCESS || !found) return false;
    if (host.MPI_Get_count(&status, MPI_BYTE, &count) != MPI_SUCCESS || count < 0) return false;
    process = status.MPI_SOURCE;
    bytes = static_cast<std::size_t>(count);
    return true;
}

}  // namespace shunt
