// What a team does by TCP when datagrams do not get through.
#include "native/multicast/team.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kRescueDeadlineNs = 5'000'000'000;
constexpr std::int64_t kRescueAgainNs = 1'000'000'000;
constexpr std::int64_t kSickPatienceNs = 20'000'000;  // where UDP is known not to get through

}  // namespace

/// Fetches by TCP what datagrams have not brought for long, from the root's service thread, so wherever that root is by now; and
/// then tells it so. Called with the link locked.
void MulticastTeam::rescue(std::uint64_t number, int root_node, std::span<const std::byte> data, std::int64_t now) {
    if (rescuer_ && rescuer_->busy()) {
        const transport::Outcome outcome = rescuer_->advance(now);
        if (outcome.status == Status::again) return;
        if (confirming_) {
            // A root that is gone needs no confirmation; one that cannot be reached right now is told again.
            confirming_ = outcome.status != Status::ok && outcome.status != Status::peer_lost;
            if (confirming_) (void)rescuer_->begin({parts_.token, 0, word(number), node_word(), kConfirmation, 0}, {}, now + kRescueDeadlineNs);
            return;
        }
        if (outcome.ok()) {
            parts_.link->channel.provide(word(number), 0, rescued_);
            confirming_ = true;
            note_rescue();
            (void)rescuer_->begin({parts_.token, 0, word(number), node_word(), kConfirmation, 0}, {}, now + kRescueDeadlineNs);
        } else {
            next_rescue_ = now + rescue_pause();   // a root that is late has nothing yet
        }
        return;
    }
    const std::int64_t patience = sick_ ? kSickPatienceNs : parts_.settings.rescue_after_ns;
    if (now < next_rescue_ || now - parts_.link->channel.stalled_since(word(number)) < patience) return;
    call_for_rescue(root_node);
    rescued_.resize(data.size());
    const transport::RescueRequest request{parts_.token, 0, word(number), node_word(), 0, rescued_.size()};
    if (!rescuer_->begin(request, rescued_, now + kRescueDeadlineNs).ok()) next_rescue_ = now + rescue_pause();
}

/// Asks by TCP, one after the other, those whose acknowledgement has not come for long. Called with the link locked.
void MulticastTeam::seek_confirmation(std::uint64_t number, std::int64_t now) {
    Channel& channel = parts_.link->channel;
    if (rescuer_ && rescuer_->busy()) {
        const transport::Outcome outcome = rescuer_->advance(now);
        if (outcome.status == Status::again) return;
        next_rescue_ = outcome.ok() ? now : now + rescue_pause();
        if (!outcome.ok()) return;   // a receiver that is late has not come here yet
        channel.confirm(word(number), rescuer_node_);
        note_rescue();
    }
    const std::int64_t patience = sick_ ? kSickPatienceNs : parts_.settings.rescue_after_ns;
    const int node = channel.unconfirmed_node(word(number));
    if (node < 0 || now < next_rescue_ || now - channel.stalled_since(word(number)) < patience) return;
    call_for_rescue(node);
    const transport::RescueRequest request{parts_.token, 0, word(number), node_word(), kReceived, 0};
    if (!rescuer_->begin(request, {}, now + kRescueDeadlineNs).ok()) next_rescue_ = now + rescue_pause();
}

/// One late datagram proves nothing: only what happens again before the members next ask each other does.
void MulticastTeam::note_rescue() {
    rescues_ += 1;
    rescues_lately_ += 1;
    sick_ = sick_ || rescues_lately_ > 1;
}

/// After an answer that brought nothing. Where TCP alone gets through nothing else is going to come.
std::int64_t MulticastTeam::rescue_pause() const { return sick_ ? kSickPatienceNs : kRescueAgainNs; }

/// The connection to `node`; what was asked for over it before is given up.
void MulticastTeam::call_for_rescue(int node) {
    if (!rescuer_ || rescuer_node_ != node)
        rescuer_ = std::make_unique<transport::RescueClient>(parts_.rescue_of[static_cast<std::size_t>(node)], parts_.address);
    rescuer_node_ = node;
}

/// What an earlier operation asked for by TCP is not this one's, and where TCP alone gets through this one does not wait for its turn.
void MulticastTeam::end_rescue() {
    if (rescuer_ && rescuer_->busy()) rescuer_->close();
    confirming_ = false;
    if (sick_) next_rescue_ = 0;
}

}  // namespace shunt::multicast
