#include "native/phased/protocol.hpp"

#include "native/schedule/rotation.hpp"

namespace shunt::phased {

Protocol::Protocol(const Group& group) : group_(group) {
    if (group.size < 1 || group.rank < 0 || group.rank >= group.size) (void)stop_as_bug();
}

Step Protocol::next() const {
    switch (state_) {
        case State::own_block: return {Step::Kind::own_block, group_.rank, group_.rank};
        case State::exchanging: {
            const auto peers = schedule::rotation_peers(group_.rank, group_.size, phase_);
            return {Step::Kind::exchange, peers.to, peers.from};
        }
        case State::done: break;
    }
    return {};
}

Status Protocol::completed(Status outcome) {
    if (state_ == State::done) return stop_as_bug();
    // `again` is what a port never returns; the peers must be met all the same.
    if (outcome == Status::again) outcome = Status::bug;
    if (result_ == Status::ok) result_ = outcome;
    advance();
    return Status::ok;
}

void Protocol::advance() {
    if (state_ == State::exchanging) ++phase_;
    state_ = phase_ < schedule::rotation_phases(group_.size) ? State::exchanging : State::done;
}

Status Protocol::stop_as_bug() {
    state_ = State::done;
    result_ = Status::bug;
    return Status::bug;
}

}  // namespace shunt::phased
