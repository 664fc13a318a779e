#pragma once
#include "native/engines/pipeline/shared_ring.hpp"
#include "native/engines/pipeline/short_call.hpp"

namespace shunt::pipeline {

/// A short call that also ends when a member reports a fault: the member that detects it tells the others by the ring.
class Watched {
public:
    Watched(ShortCall& call, const SharedRing& ring) : call_(call), ring_(ring) {}
    Status advance() {
        const Status status = call_.advance();
        if (status != Status::again || call_.moved()) return status;
        return ring_.is_poisoned() ? Status::bug : status;
    }
    bool moved() const { return call_.moved(); }
    int waits_for() const { return call_.waits_for(); }

private:
    ShortCall& call_;
    const SharedRing& ring_;
};

}  // namespace shunt::pipeline
