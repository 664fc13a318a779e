#pragma once
#include "native/base/status.hpp"

namespace shunt::pipeline {

/// Wraps a call: it ends with `other_length` if `differs()` is true, which is asked after every `looks` polls without
/// progress and when members disagree. Owner: both outlive this.   Thread: any one at a time.   Blocks: never.
template <class Call, class Differs>
class Heedful {
public:
    Heedful(Call& call, const Differs& differs, unsigned looks) : call_(call), differs_(differs), looks_(looks) {}
    Status advance() {
        const Status status = call_.advance();
        if (status == Status::bug) return differs_() ? Status::other_length : status;
        if (status != Status::again || call_.moved()) return status;
        return ++vain_looks_ % looks_ == 0 && differs_() ? Status::other_length : status;
    }
    bool moved() const { return call_.moved(); }
    int waits_for() const { return call_.waits_for(); }

private:
    Call& call_;
    const Differs& differs_;
    unsigned looks_;
    unsigned vain_looks_ = 0;
};

}  // namespace shunt::pipeline
