#pragma once
#include "native/base/status.hpp"

namespace shunt::pipeline {

/// Wraps a call. The call also ends with the result of `look()` if that is not `again`: the root of the broadcast has
/// another length, or has left it to the host. It calls `look()` after every `polls` polls without progress, and when
/// members disagree. Owner: both outlive it.   Thread: any one at a time.   Blocks: never.
template <class Call, class Look>
class Heedful {
public:
    Heedful(Call& call, const Look& look, unsigned polls) : call_(call), look_(look), polls_(polls) {}
    Status advance() {
        const Status status = call_.advance();
        const bool is_due = status == Status::again && !call_.moved() && ++vain_polls_ % polls_ == 0;
        if (status != Status::bug && !is_due) return status;
        const Status found = look_();
        return found == Status::again ? status : found;
    }
    bool moved() const { return call_.moved(); }
    int waits_for() const { return call_.waits_for(); }

private:
    Call& call_;
    const Look& look_;
    unsigned polls_;
    unsigned vain_polls_ = 0;
};

}  // namespace shunt::pipeline
