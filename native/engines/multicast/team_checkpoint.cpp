// When the members of a team ask each other whether the engine still works: now and then, and when a root has seen
// trouble. The root requests it with the data of an operation that all members take part in, so all know it when that
// call ends. The members then meet in the next call that synchronises them anyway: a root of broadcasts must not have
// to wait for receivers that have not arrived.
#include <algorithm>

#include "native/engines/multicast/team.hpp"

namespace shunt::multicast {
namespace {

constexpr int kMostDeaf = 8;               // successive operations without a packet by multicast
constexpr std::uint32_t kMostFetched = 2;  // operations that members fetched by TCP

/// Values that members of a node leave for each other (node::Notices): that the leader is in trouble; the last
/// operation that asked for a checkpoint.
enum Notice : std::size_t { kTrouble, kCheckpoint };

}  // namespace

/// Asks all members whether any is in trouble.   Fails: declined, on all alike: the host must carry everything from now
/// on; peer_lost: the host's exchange failed, and its error is the call's.
Status MulticastTeam::agree_to_go_on() {
    const char mine = is_in_trouble();
    std::vector<char> all(static_cast<std::size_t>(parts_.places.size()));
    if (parts_.exchange->all_gather(&mine, 1, all.data()) != Status::ok) return Status::peer_lost;
    met_ = number_;
    if (std::find(all.begin(), all.end(), 1) == all.end()) {
        forget_troubles();
        return Status::ok;
    }
    switched_off_ = 1;
    if (parts_.places.rank == 0)
        parts_.exchange->warn(
            "multicast no longer gets through (data was repeatedly sent to single hosts, or fetched by TCP): the host "
            "carries this communicator from now on; see shunt doctor on each host, and whether a switch or firewall "
            "has begun to filter multicast");
    return Status::declined;
}

Status MulticastTeam::meet() {
    if (background_) background_->finish();
    wants_to_meet_ = false;
    if (failed_ == Status::ok) failed_ = agree_to_go_on();
    return failed_;
}

bool MulticastTeam::is_in_trouble() const { return sick_ || deaf_in_a_row_ >= kMostDeaf; }

/// For a leader, its own state and that of the nodes it has sent to; for another member, its leader's notice.
bool MulticastTeam::wants_checkpoint() {
    if (!parts_.link) return parts_.local_group->notices().load(kTrouble) != 0;
    if (is_in_trouble() || parts_.link->fetched.load(std::memory_order_relaxed) >= kMostFetched) return true;
    const std::lock_guard<std::mutex> guard(parts_.link->mutex);
    return parts_.link->channel.deaf_operations() - deaf_operations_known_ >= kMostDeaf;
}

void MulticastTeam::note_checkpoint(std::uint64_t number) {
    checkpoint_ = number;
    if (has_local_ranks_) parts_.local_group->notices().raise(kCheckpoint, number);
}

/// No operation later than this member's last can have asked: a member that knows an earlier request waits for this
/// member.
bool MulticastTeam::is_checkpoint_asked() {
    const std::uint64_t told = has_local_ranks_ ? parts_.local_group->notices().load(kCheckpoint) : 0;
    const std::uint64_t asked = std::max(checkpoint_, told);
    return asked > met_ && asked <= number_;
}

/// Whether the root of an operation, or of a later one in the same call, is a local rank and has asked.
bool MulticastTeam::is_asked_by_local_rank(std::uint64_t number) {
    return parts_.local_group->notices().load(kCheckpoint) >= number;
}

void MulticastTeam::tell_local_ranks_of_trouble() {
    if (has_local_ranks_ && parts_.link && wants_checkpoint()) parts_.local_group->notices().store(kTrouble, 1);
}

void MulticastTeam::forget_troubles() {
    if (!parts_.link) return;
    parts_.link->fetched.store(0, std::memory_order_relaxed);
    if (has_local_ranks_) parts_.local_group->notices().store(kTrouble, 0);
    const std::lock_guard<std::mutex> guard(parts_.link->mutex);
    deaf_operations_known_ = parts_.link->channel.deaf_operations();
}

}  // namespace shunt::multicast
