#pragma once
#include "native/engine.hpp"

namespace shunt::phased {

/// What a rank does next: nothing more, copy its own block, or exchange blocks with two peers.
struct Step {
    enum class Kind { done, own_block, exchange };
    Kind kind = Kind::done;
    int to = -1;
    int from = -1;
};

/// The steps of one rank through an all-to-all: its own block, then size-1 rotation phases, without doing any of them.
/// A failed step does not end it: peers already count on the blocks of the later phases, so it goes on and reports the first
/// failure at the end. A group that cannot be is done at once, with `bug`.
/// Thread: any one at a time.   Source: CC-MPI 3.2.
class Protocol {
public:
    explicit Protocol(const Group& group);

    /// The step to do now; the same one until it is completed.
    Step next() const;
    /// Tells how the step of next() ended; `again` counts as a failure (`bug`).   Fails: `bug` when there was no step.
    Status completed(Status outcome);
    bool done() const { return state_ == State::done; }
    /// The first failure so far, or `ok`.
    Status result() const { return result_; }

private:
    enum class State { own_block, exchanging, done };

    void advance();
    Status stop_as_bug();

    Group group_;
    State state_ = State::own_block;
    int phase_ = 0;
    Status result_ = Status::ok;
};

}  // namespace shunt::phased
