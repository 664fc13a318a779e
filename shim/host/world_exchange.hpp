#pragma once
#include "shim/host/rank_exchange.hpp"

namespace shunt {

/// Exchanges by messages on MPI_COMM_WORLD, right after the host's MPI_Init and before the program can send any. None
/// of them matches one of the program's, which the same rank sends later. Only between ranks that both do this. Thread:
/// the one that called MPI_Init.   Waits: yielding the core, as the awaited rank may need it.
class WorldExchange final : public RankExchange {
public:
    bool pass_on(int to, bool mine, int from, bool& theirs) noexcept override;
};

}  // namespace shunt
