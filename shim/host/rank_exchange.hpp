#pragma once

namespace shunt {

/// How ranks that have found each other in the launcher's key-value space pass a word on. No mpi.h.
class RankExchange {
public:
    static constexpr int kNobody = -1;

    /// Sends `mine` to rank `to` and receives `theirs` from rank `from`, where each may be nobody.   Blocks: until both
    /// is done.   Fails: false.
    virtual bool pass_on(int to, bool mine, int from, bool& theirs) noexcept = 0;

protected:
    ~RankExchange() = default;
};

}  // namespace shunt
