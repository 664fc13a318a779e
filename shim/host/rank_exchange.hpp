#pragma once

namespace shunt {

/// How ranks that have found each other in the launcher's key-value space exchange one bit. No mpi.h.
class RankExchange {
public:
    static constexpr int kNobody = -1;

    /// Sends `mine` to rank `to` and receives `theirs` from rank `from`; either may be kNobody.   Blocks: until both
    /// are done.   Fails: false.
    virtual bool pass_on(int to, bool mine, int from, bool& theirs) noexcept = 0;

protected:
    ~RankExchange() = default;
};

}  // namespace shunt
