#pragma once
// The launcher's key-value space as Presence needs it: one token put before ranks meet in MPI_Init, tokens read after
// it, and a barrier. Three protocols: PMI-1 and PMI-2 (hydra, Slurm; the hosts of MPICH's family) and PMIx (the
// launchers of Open MPI). No mpi.h, no launcher headers.
#include <cstddef>
#include <cstdint>

#include "shim/host/pmi_relay.hpp"

namespace shunt {

/// What the environment says about the launcher; read once, so that nothing below calls getenv.
struct LauncherFacts {
    int pmi_fd = -1;                      ///< PMI_FD: an open socket to the launcher
    int pmi_rank = -1;                    ///< PMI_RANK
    int pmi_size = -1;                    ///< PMI_SIZE
    bool hydra = false;                   ///< HYDI_CONTROL_FD: MPICH's own launcher, which hydra's proxies set
    bool pmi_port = false;                ///< PMI_PORT: the launcher wants a TCP connection instead
    bool pmix = false;                    ///< PMIX_NAMESPACE and PMIX_RANK are set
    bool foreign_component_path = false;  ///< Open MPI is told to take its components from elsewhere

    using GetEnv = char* (*)(const char*);
    /// Reads the facts through `get`, which is getenv or a stand-in for it.
    static LauncherFacts read(GetEnv get) noexcept;
};

/// Puts this rank's token and reads any rank's; `put` is called once before MPI_Init, the others after it.
/// Thread: the one that calls MPI_Init.   Blocks: as long as the launcher takes to answer.
class LauncherKvs {
public:
    /// Nullptr when the token is in the space, or will be before MPI_Init exchanges it; else why not, and then no rank
    /// will ever find it there.
    virtual const char* put(std::uint64_t token) noexcept = 0;
    /// The first call after MPI_Init. Nullptr when MPI_Init exchanged the space after all ranks had put, as far as this
    /// host tells; else why not.
    virtual const char* unsynchronised() noexcept = 0;
    virtual Lookup get(int rank, std::uint64_t& token) noexcept = 0;
    /// Ranks that share this space, and this process's number among them; -1 before `put`.
    virtual int size() const noexcept = 0;
    virtual int rank() const noexcept = 0;
    /// Waits until every process of the job is here. Each must come, once for each time that any does. Does nothing
    /// where the host needs none.   Fails: silently, when the launcher is gone.
    virtual void barrier() noexcept {}
    /// Gives back what `put` took. Safe to call in any state, more than once.
    virtual void release() noexcept = 0;

protected:
    ~LauncherKvs() = default;
};

/// PMI-1 or PMI-2 (not hydra's), whichever the host speaks over PMI_FD: the token goes in the midst of the host's own
/// requests (PmiRelay), the rest over the same descriptor while the host waits for no reply.
class PmiKvs final : public LauncherKvs {
public:
    explicit PmiKvs(const LauncherFacts& facts) noexcept
        : fd_(facts.pmi_fd), rank_(facts.pmi_rank), size_(facts.pmi_size), hydra_(facts.hydra) {}
    /// A process that is alone looks for no others, and its connection is left as it is.
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

/// Uses the very libpmix that Open MPI uses, found before Open MPI loads it. Where Open MPI links it, the token is put
/// in the midst of MPI_Init, right before Open MPI commits what it has put itself.
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

    static PmixKvs* committing;  // whose token the next commit is waited for with
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
