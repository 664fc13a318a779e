#include "shim/offload/group_number.hpp"

#include <algorithm>
#include <cstdint>

#include "shim/host/gentle.hpp"
#include "shim/host/own_errors.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/offload.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// The rank in this world of the first member; MPI_UNDEFINED if a member is of another world. Allocates no memory: a
/// rank without memory would answer differently from its peers.
int first_of_own_world(const Session& s, MPI_Group members) {
    constexpr int kChunk = 128;
    int size = 0, first = MPI_UNDEFINED, ranks[kChunk], world[kChunk];
    host.MPI_Group_size(members, &size);
    for (int at = 0; at < size; at += kChunk) {
        const int n = std::min(kChunk, size - at);
        for (int i = 0; i < n; ++i) ranks[i] = at + i;
        if (host.MPI_Group_translate_ranks(members, n, ranks, s.world_group, world) != MPI_SUCCESS)
            return MPI_UNDEFINED;
        if (std::find(world, world + n, MPI_UNDEFINED) != world + n) return MPI_UNDEFINED;
        if (at == 0) first = world[0];
    }
    return first;
}

int first_member(const Session& s, MPI_Comm made) {
    MPI_Group members = MPI_GROUP_NULL;
    if (host.MPI_Comm_group(made, &members) != MPI_SUCCESS) return MPI_UNDEFINED;
    const int first = first_of_own_world(s, members);
    host.MPI_Group_free(&members);
    return first;
}

/// Returns: 0 if the members have no number.
std::uint64_t agreed_number(Session& s, MPI_Comm made) {
    if (!s.carrying) return 0;
    const int first = first_member(s, made);
    if (first == MPI_UNDEFINED) return 0;
    const OwnErrors own_errors(made, false);
    unsigned long long count = first == s.world_rank ? s.offload->groups_led.fetch_add(1) + 1 : 0;
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Ibcast(&count, 1, MPI_UNSIGNED_LONG_LONG, 0, made, request);
    };
    const int code = s.gentle_collectives ? run_gently(s.patience, gently)
                                          : host.MPI_Bcast(&count, 1, MPI_UNSIGNED_LONG_LONG, 0, made);
    return code == MPI_SUCCESS ? static_cast<std::uint64_t>(first) << 32 | count : 0;
}

}  // namespace

void note_group(Session& s, MPI_Comm made) {
    if (made == MPI_COMM_NULL) return;
    if (const std::uint64_t number = agreed_number(s, made)) s.comms.note_group(made, number);
    else s.comms.note_new(nullptr, made, how_made(Function::MPI_Comm_create_group));
}

}  // namespace shunt
