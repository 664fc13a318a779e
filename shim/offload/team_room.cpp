#include "shim/offload/team_room.hpp"

#include <algorithm>
#include <cstddef>

#include "native/net/reserved_descriptors.hpp"
#include "shim/host/log.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/offload.hpp"

namespace shunt {
namespace {

/// A team costs memory, descriptors and time.
constexpr std::uint64_t kMostTeams = 256;
/// File descriptors of a team, besides one for each of its nodes.
constexpr std::size_t kFilesOfTeam = 16;

}  // namespace

bool lacks_files(const Session& s, const CommRecord& record) {
    const auto& node_of = s.agreement.node_of;
    const auto elsewhere = static_cast<std::size_t>(
        std::count_if(node_of.begin(), node_of.end(), [&](int node) { return node != s.agreement.node; }));
    const std::size_t others = record.nodes > 1 ? static_cast<std::size_t>(record.nodes) : 0;
    return !net::have_room_for_files(kFilesOfTeam + others, elsewhere);
}

bool have_room_for_team(const Session& s, int rank, const TeamProposal& agreed) {
    if (agreed.lacks_files != 0) {
        if (rank == 0 && !s.offload->told_of_files.exchange(true))
            SHUNT_WARN(
                "some process has too few file descriptors left for an engine's connections, beside those that the MPI "
                "may need: the host carries the calls of this communicator, and of others that lack descriptors; raise "
                "the limit of open files (ulimit -n)");
        return false;
    }
    if (agreed.open_teams < kMostTeams) return true;
    if (!s.offload->told_of_teams.exchange(true))
        SHUNT_INFO("%llu communicators have teams of engines; the host carries the calls of further ones",
                   static_cast<unsigned long long>(agreed.open_teams));
    return false;
}

}  // namespace shunt
