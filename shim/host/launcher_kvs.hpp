#pragma once
// The launcher's key-value space as Presence needs it: each rank puts one token before the ranks meet in MPI_Init, and
// reads tokens after it. There is also a barrier. Three protocols: PMI-1 and PMI-2 (hydra, Slurm; the hosts of MPICH's
// family) and PMIx (the launchers of Open MPI). No mpi.h, no launcher headers.
#include <cstddef>
#include <cstdint>

#include "shim/host/pmi_relay.hpp"

namespace shunt {

/// The launcher's facts in the environment; read once, so that nothing below calls getenv.
struct LauncherFacts {
    int pmi_fd = -1;                      ///< PMI_FD: an open socket to the launcher
    int pmi_rank = -1;                    ///< PMI_RANK
    int pmi_size = -1;                    ///< PMI_SIZE
    bool hydra = false;                   ///< HYDI_CONTROL_FD: MPICH's own launcher, which hydra's proxies set
    bool pmi_port = false;                ///< PMI_PORT: the launcher expects a TCP connection instead
    bool pmix = false;                    ///< PMIX_NAMESPACE and PMIX_RANK are set
    bool foreign_component_path = false;  ///< Open MPI is told to load its components from elsewhere

    using GetEnv = char* (*)(const char*);
    /// Reads the facts through `get`, which is getenv or a stand-in for it.
    static LauncherFacts read(GetEnv get) noexcept;
};

/// Puts this rank's token and reads any rank's; `put` is called once before MPI_Init, the others after it.
/// Thread: the one that calls MPI_Init.   Blocks: as long as the launcher takes to answer.
class LauncherKvs {
public:
    /// Nullptr: the token is in the space, or will be before MPI_Init exchanges it. Else why not, and then no rank will
    /// ever find it there.
    virtual const char* put(std::uint64_t token) noexcept = 0;
    /// The first call after MPI_Init. Nullptr: as far as this host reports, MPI_Init exchanged the space after all
    /// ranks had put. Else why not.
    virtual const char* unsynchronised() noexcept = 0;
    virtual Lookup get(int rank, std::uint64_t& token) noexcept = 0;
    /// The number of ranks that share this space, and this process's rank among them; -1 before `put`.
    virtual int size() const noexcept = 0;
    virtual int rank() const noexcept = 0;
    /// Waits until every process of the job has called it. If any process calls it, all must, equally often. Does
    /// nothing where the host needs no barrier.   Fails: silently, if the launcher is gone.
    virtual void barrier() noexcept {}
    /// Releases what `put` acquired. Safe to call in any state, more than once.
    virtual void release() noexcept = 0;

protected:
    ~LauncherKvs() = default;
};

/// PMI-1 or PMI-2 (not hydra's), whichever the host speaks over PMI_FD. The token is sent between the host's own
/// requests (PmiRelay). All other requests use the same descriptor while the host waits for no reply.
class PmiKvs final : public LauncherKvs {
public:
    explicit PmiKvs(const LauncherFacts& facts) noexcept
        : fd_(facts.pmi_fd), rank_(facts.pmi_rank), size_(facts.pmi_size), hydra_(facts.hydra) {}
    /// A single process looks for no other rank, and its connection is left unchanged.
    const char* put(std::uint64_t token) noexcept override {
        return size_ == 1 ? nullptr : relay_.start(fd_, rank_, token);
    }
    const char* unsynchronised() noexcept override;
    Lookup get(int rank, std::uint64_t& token) noexcept override { return client_.get(rank, token); }
    int size() const noexcept override { return size_; }
    int rank() const noexcept override { return rank_; }
    void release() noexcept override { relay_.stop(); }
    void barrier() noexcept override { client_.barrier(); }

private:
    int fd_, rank_, size_;
    bool hydra_;
    PmiRelay relay_;
    PmiClient client_;
};

/// Uses the same libpmix as Open MPI, found before Open MPI loads it. If Open MPI links it, the token is put during
/// MPI_Init, right before Open MPI commits its own keys.
/// Owner: one reference on PMIx's own initialisation between `put` and `release`.   Source: PMIx standard, client
/// interface.
class PmixKvs final : public LauncherKvs {
public:
    explicit PmixKvs(const LauncherFacts& facts) noexcept : foreign_path_(facts.foreign_component_path) {}
    const char* put(std::uint64_t token) noexcept override;
    const char* unsynchronised() noexcept override;
    Lookup get(int rank, std::uint64_t& token) noexcept override;
    int size() const noexcept override { return size_; }
    int rank() const noexcept override { return rank_; }
    void release() noexcept override;

private:
    using BeforeCommit = void (*)();

    const char* load() noexcept;
    const char* start() noexcept;
    const char* put_now() noexcept;
    const char* put_later() noexcept;
    void stop_waiting() noexcept;
    static void put_at_commit() noexcept;

    static PmixKvs* committing;  // the object whose token the next commit will put
    bool foreign_path_;
    std::uint64_t token_ = 0;
    const char* not_put_ = nullptr;          // why the token is not in the space
    BeforeCommit* before_commit_ = nullptr;  // libshunt.so's, while it is set
    bool is_linked_ = false;                 // Open MPI links it: version 5
    bool started_ = false;
    int rank_ = -1, size_ = -1;
    char nspace_[256] = {};
    void* init_ = nullptr;
    void* finalize_ = nullptr;
    void* put_ = nullptr;
    void* commit_ = nullptr;
    void* get_ = nullptr;
};

}  // namespace shunt
