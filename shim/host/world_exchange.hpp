#pragma once
#include "shim/host/rank_exchange.hpp"

namespace shunt {

/// By messages on MPI_COMM_WORLD, right after the host's MPI_Init and before the program can send any: none of them
/// matches one of the program's, which come later from the same rank. Only between ranks that both do this.
/// Thread: the one that called MPI_Init.   Waits: giving the core away, as the rank waited for may need it.
class WorldExchange final : public RankExchange {
public:
    bool pass_on(int to, bool mine, int from, bool& theirs) noexcept override;
};

}  // namespace shunt
