#pragma once
#include <cstdint>
#include <span>

#include "shim/host/launcher_kvs.hpp"
#include "shim/host/rank_exchange.hpp"

namespace shunt {

/// Finds out whether every rank of MPI_COMM_WORLD runs with this shim, before Shunt sends any message over the host's
/// communicators: each rank leaves a token in the launcher's key-value space before MPI_Init, and reads all tokens
/// after it.
///
/// Why all ranks that have the shim get the same answer:
/// 1. A rank's token is in the space before that rank is counted in the first barrier of its MPI_Init, or never. PMIx
/// has the token before MPI_Init; if Open MPI links PMIx, the token is among the keys that Open MPI itself commits
/// before its fence. With PMI it is sent on the host's connection right before the barrier's request, which then waits
/// for the launcher's reply (as patiently as the host does for its own).
/// 2. The host's MPI_Init makes all ranks wait for each other through that same launcher, and none leaves before all
/// have entered. So when any rank asks, the set of tokens is final. (If a host is told not to exchange the space, the
/// answer is `cannot_tell`; that setting must be equal on all ranks, as it is with mpirun's options.)
/// 3. The answer is a function of that set alone, not of the rank that asks: each rank examines the ranks in ascending
/// order. The first without a token, or with a token other than rank 0's, decides.
/// With many ranks, each at first examines only 2 log2(P) of them: in round k the ranks 2^k before and after it. If
/// both have the same token, it tells them whether all ranks were found so far (dissemination). So after round k a rank
/// knows of the 2^(k+1) ranks up to itself whether all have its token. If one has not, the rank 2^k after it sees that
/// itself, as it examines that rank before it waits for a message. So no rank waits for a rank that does not send. Only
/// if that result is no, which it is on all ranks or on none, the ranks are examined in ascending order.
/// 4. A rank that cannot use the space, or is refused, does not put, so the others find its token missing. It alone
/// answers `cannot_tell` where they answer `someone_missing`; neither is `all_present`.
/// One case remains: a launcher that dies between two answers, and the job with it.
///
/// Thread: the one that calls MPI_Init.   Blocks: until the launcher answers, as MPI_Init does too.
class Presence {
public:
    enum class Host { openmpi, mpich };
    enum class Verdict { all_present, someone_missing, someone_differs, cannot_tell };
    struct Answer {
        Verdict verdict = Verdict::cannot_tell;
        int first_rank = -1;     ///< the lowest rank without the shim, or with another token than rank 0; else -1
        int lowest_present = 0;  ///< the lowest rank that has the shim: it reports for all
        const char* why = "";    ///< for cannot_tell: the cause, which the caller follows by the remedy; static text
    };

    Presence(Host host, const LauncherFacts& facts) noexcept;
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;

    /// Leaves `token` in the launcher's space. Ranks that may work together have the same token (protocol version,
    /// say). Call it once, right before the host's MPI_Init or MPI_Init_thread. Fails: silently; `ask` then returns the
    /// reason.
    void announce(std::uint64_t token) noexcept;

    /// Whether all `world_size` ranks announced the same token. Call it right after the host's MPI_Init succeeded.
    /// `ranks`: null if each rank reads all tokens. It must be null on all ranks or on none.
    Answer ask(int world_size, RankExchange* ranks = nullptr) noexcept;

    /// Called right before the host's MPI_Finalize, once, on every rank, whatever else has failed. Waits for the other
    /// ranks by the launcher alone, while none of the host's messages progress. MPICH 4.0 over UCX needs that
    /// (shim/DECISIONS.md). Does nothing if the host is another or if not all ranks were present; all ranks know both
    /// alike.   Blocks: until all ranks have called it, as the host's own barrier in MPI_Finalize.
    void leave_together() noexcept;

    /// Releases what `announce` acquired, if the host's MPI_Init returned an error and `ask` will not be called. No
    /// destructor does this: at exit from within MPI_Init the launcher's library cannot be called.
    void abandon() noexcept;

    static constexpr int kMostReadByAll = 32;  ///< with more ranks, each reads only a few tokens

private:
    Answer read(int world_size, RankExchange* ranks) noexcept;
    Answer read_all(int world_size, std::uint64_t own_token) noexcept;
    bool all_have(std::uint64_t token, int world_size, RankExchange& ranks) noexcept;
    bool has(int rank, std::uint64_t token) noexcept;
    int lowest_present(int world_size) noexcept;

    PmiKvs pmi_;
    PmixKvs pmix_;
    LauncherKvs* space_ = nullptr;  // one of the two; null: neither is usable
    bool announced_ = false;
    bool others_present_ = false;  // there are other ranks, and all were found
    const char* why_ = "";
};

/// Why the ranks cannot work together, as one clause that names the rank; empty: they can.
void describe(const Presence::Answer& answer, std::span<char> text) noexcept;

}  // namespace shunt
