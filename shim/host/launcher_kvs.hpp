#pragma once
// The launcher's key-value space as Presence needs it: one token put before MPI_Init, tokens read after it. Two
// kinds: the PMI-1 wire protocol (hydra, the launcher of MPICH) and PMIx (the launchers of Open MPI). No mpi.h, no
// launcher headers.
#include <cstddef>
#include <cstdint>

namespace shunt {

/// What the environment says about the launcher; read once, so that nothing below calls getenv.
struct LauncherFacts {
    int pmi_fd = -1;           ///< PMI_FD: an open socket to the launcher
    int pmi_rank = -1;         ///< PMI_RANK
    int pmi_size = -1;         ///< PMI_SIZE
    bool hydra = false;        ///< hydra's marks are there, and no other PMI-1 launcher's
    bool pmi_port = false;     ///< PMI_PORT: the launcher wants a TCP connection instead
    bool pmix = false;         ///< PMIX_NAMESPACE and PMIX_RANK are set
    int patience_ms = 60'000;  ///< for the launcher's first answers; a busy one with many ranks may need seconds
    bool foreign_component_path = false;  ///< Open MPI is told to take its components from elsewhere

    using GetEnv = char* (*)(const char*);
    /// Reads the facts through `get`, which is getenv or a stand-in for it.
    static LauncherFacts read(GetEnv get) noexcept;
};

/// Puts this rank's token and reads any rank's; `put` is called once before MPI_Init, the others after it.
/// Thread: the one that calls MPI_Init.   Blocks: as long as the launcher takes to answer.
class LauncherKvs {
public:
    enum class Lookup { found, absent, failed };

    /// Nullptr when the token is in the space; else why not, and then no rank will ever find it there.
    virtual const char* put(std::uint64_t token) noexcept = 0;
    /// Nullptr when MPI_Init exchanged the space after all ranks had put, as far as this host tells; else why not.
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

/// Speaks the PMI-1 wire protocol on the descriptor hydra gave this process; MPICH speaks the same on it before and
/// after. Owner: the descriptor stays the host's.   Source: hydra's PMI-1 wire protocol, version 1.1.
class Pmi1Kvs final : public LauncherKvs {
public:
    explicit Pmi1Kvs(const LauncherFacts& facts) noexcept
        : fd_(facts.pmi_fd), rank_(facts.pmi_rank), size_(facts.pmi_size), patience_ms_(facts.patience_ms) {}
    const char* put(std::uint64_t token) noexcept override;
    const char* unsynchronised() noexcept override { return nullptr; }
    Lookup get(int rank, std::uint64_t& token) noexcept override;
    int size() const noexcept override { return size_; }
    int rank() const noexcept override { return rank_; }
    void release() noexcept override {}
    void barrier() noexcept override;

private:
    static constexpr std::size_t kLine = 1200;  // hydra's longest value is 1024
    bool usable() const noexcept;
    bool ask(const char* request, char (&reply)[kLine], int patience_ms) noexcept;
    bool send(const char* request, std::size_t bytes, int patience_ms) noexcept;
    bool receive_line(char (&line)[kLine], int patience_ms) noexcept;

    int fd_, rank_, size_, patience_ms_;
    char kvs_[300] = {};
};

/// Uses the very libpmix that Open MPI uses, found before Open MPI loads it.
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
    const char* load() noexcept;
    const char* start() noexcept;

    bool foreign_path_;
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
