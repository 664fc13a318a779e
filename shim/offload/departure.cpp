#include <utility>

#include "shim/observe/record/format.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {
namespace {

/// The stage of the gathering in which the members of a team tell each other that they have left it.
constexpr std::uint32_t kDeparture = UINT32_MAX;

/// Differs between two teams of the same members, also if threads of theirs make the two at once.
std::uint64_t key_of_team(std::uint64_t communicator, std::uint64_t number) {
    return record::fnv1a(&number, sizeof number, communicator);
}

}  // namespace

Departure::Departure(std::uint64_t communicator, int rank, int size, std::unique_ptr<CommTeam> team)
    : Chore(team->exchange.world_ranks()),
      key_{key_of_team(communicator, team->exchange.number()), kDeparture},
      rank_(rank),
      size_(size),
      team_(std::move(team)) {}

Departure::~Departure() {
    if (team_) end_team(*team_);
}

Chore::Now Departure::now() {
    if (!team_) return Now::end;
    if (team_->calls != 0) return Now::wait;
    if (!team_->team || team_->team->leave()) return Now::end;
    return Now::begin;
}

void Departure::done(const BackgroundGather&) {
    end_team(*team_);
    team_.reset();
}

}  // namespace shunt
