#pragma once
#include <cstdint>
#include <span>

#include "shim/host/launcher_kvs.hpp"
#include "shim/host/rank_exchange.hpp"

namespace shunt {

/// Finds out whether every rank of MPI_COMM_WORLD runs with this shim, before anything of ours goes over the host's
/// communicators: each rank leaves a token in the launcher's key-value space before MPI_Init, and reads all of them
/// after it.
///
/// Why all ranks that have the shim get the same answer:
///  1. A rank's token is in the space before that rank is counted in the first barrier of its MPI_Init, or never:
///     PMIx has it before MPI_Init, or, where Open MPI links PMIx, with what Open MPI itself commits before its
///     fence; with PMI it goes on the host's connection right before the barrier's request, and
///     that waits for the launcher's word (as patiently as the host does for its own).
///  2. The host's MPI_Init makes all ranks wait for each other through that same launcher, and none leaves before all
///     have entered. So when any rank asks, the set of tokens is final. (Where a host is told not to exchange the
///     space, we say `cannot_tell`; being told must be equal on all ranks, as it is with mpirun's options.)
///  3. The answer is a function of that set alone, without regard to who asks: the ranks are looked at in ascending
///     order, and the first without a token, or with another than rank 0's, decides.
///     Of many ranks each first looks at 2 log2(P) only: in round k at those 2^k before and after it. If both have
///     the same token they pass on whether all were found so far (dissemination). Then a rank knows after round k of
///     the 2^(k+1) ranks up to itself whether all have its token; where one has not, the rank 2^k behind it sees that
///     itself, since it looks before it waits for a message. So nobody waits for a rank that does not send. Only if
///     that says no, which it says on all ranks or none, the ranks are looked at in ascending order.
///  4. A rank that cannot use the space, or is refused, does not put, so the others find it missing. It alone says
///     `cannot_tell` where they say `someone_missing`; neither is `all_present`.
/// What remains is a launcher that dies between two answers, and the job with it.
///
/// Thread: the one that calls MPI_Init.   Blocks: as long as the launcher takes to answer, which it does for MPI_Init
/// too.
class Presence {
public:
    enum class Host { openmpi, mpich };
    enum class Verdict { all_present, someone_missing, someone_differs, cannot_tell };
    struct Answer {
        Verdict verdict = Verdict::cannot_tell;
        int first_rank = -1;     ///< the lowest rank without the shim, or with another token than rank 0; else -1
        int lowest_present = 0;  ///< the lowest rank that has the shim: it speaks for all
        const char* why = "";    ///< for cannot_tell: the cause, to be followed by the remedy; static text
    };

    Presence(Host host, const LauncherFacts& facts) noexcept;
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;

    /// Leaves `token` in the launcher's space; the same on all ranks that may work together (protocol version, say).
    /// Call it once, right before the host's MPI_Init or MPI_Init_thread. Fails: silently; `ask` then says why.
    void announce(std::uint64_t token) noexcept;

    /// Says whether all `world_size` ranks announced the same token; call it right after the host's MPI_Init succeeded.
    /// `ranks`: null, each rank reads all tokens. Null on all ranks or on none.
    Answer ask(int world_size, RankExchange* ranks = nullptr) noexcept;

    /// Right before the host's MPI_Finalize, once, on every rank, whatever else has failed: waits for the others by the
    /// launcher alone, while none of the host's messages move. MPICH 4.0 over UCX needs that (shim/DECISIONS.md). Does
    /// nothing where the host is another or not all were present, which all ranks know alike.   Blocks: until all are
    /// here, as the host's own barrier in MPI_Finalize.
    void leave_together() noexcept;

    /// Gives back what `announce` took, when the host's MPI_Init returned an error and nobody will ask. No destructor
    /// does this: at exit from within MPI_Init the launcher's library is in no state to be spoken to.
    void abandon() noexcept;

    static constexpr int kMostReadByAll = 32;  ///< with more ranks, each reads few

private:
    Answer read(int world_size, RankExchange* ranks) noexcept;
    Answer read_all(int world_size, std::uint64_t own_token) noexcept;
    bool all_have(std::uint64_t token, int world_size, RankExchange& ranks) noexcept;
    bool has(int rank, std::uint64_t token) noexcept;
    int lowest_present(int world_size) noexcept;

    PmiKvs pmi_;
    PmixKvs pmix_;
    LauncherKvs* space_ = nullptr;  // one of the two, or none that we can use
    bool announced_ = false;
    bool others_present_ = false;  // there are others, and all were found
    const char* why_ = "";
};

/// What keeps the ranks from working together, as one clause that names the rank; empty: nothing does.
void describe(const Presence::Answer& answer, std::span<char> text) noexcept;

}  // namespace shunt
