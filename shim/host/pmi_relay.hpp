#pragma once
#include <pthread.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>

#include "shim/host/pmi_messages.hpp"

namespace shunt {

/// Stands between the host and its launcher during MPI_Init. A socket pair replaces the descriptor PMI_FD, and a thread
/// passes all bytes both ways unchanged. Before the host's first barrier (PMI-2: fence) the thread puts one token of
/// ours, on the connection that the host has greeted, in the version of PMI that the host speaks.
/// Why: Slurm accepts one greeting from a process, so a second greeting for the token is not possible; and a barrier of
/// our own would wait for ranks without Shunt.
/// A message that is not understood is passed on, and then no token is put. An abort that the host sends before it
/// A message that is not understood is passed on, and then no token is put. An abort that the host sends before it
/// calls exit() reaches the launcher. Thread: start() and stop() by the one that calls MPI_Init.   Owner: opens three
/// descriptors, closes them in stop().
class PmiRelay {
public:
    PmiRelay() = default;
    PmiRelay(const PmiRelay&) = delete;
    PmiRelay& operator=(const PmiRelay&) = delete;
    ~PmiRelay() { stop(); }

    /// Nullptr: the host may call MPI_Init.   Fails: returns the reason; the descriptor is then as before.
    const char* start(int pmi_fd, int rank, std::uint64_t token) noexcept;
    /// The host waits for no reply: restores the descriptor. Safe to call in any state, more than once.
    void stop() noexcept;

    /// After stop(): the version the host speaks, and nullptr if the token was put, else why not.
    PmiVersion version() const noexcept { return version_; }
    const char* not_put() const noexcept { return not_put_; }

private:
    bool take_place(int pmi_fd) noexcept;
    bool start_thread() noexcept;
    void give_back_place() noexcept;
    static void* run(void* self) noexcept;
    static void drain_at_exit() noexcept;
    bool pass_some() noexcept;
    bool pass_from_launcher() noexcept;
    bool pass_from_host() noexcept;
    bool pass_message() noexcept;
    void note_greeting() noexcept;

    int pmi_fd_ = -1;
    int launcher_ = -1;  // the launcher's connection
    int inner_ = -1;     // our end of the pair; the host's is pmi_fd_
    ino_t pair_inode_ = 0;
    int rank_ = -1;
    pid_t process_ = -1;
    std::uint64_t token_ = 0;
    pthread_t thread_{};
    std::atomic<bool> running_{false};
    bool understands_ = true;  // the host's messages are parsed
    PmiMessage message_;       // the part of the host's message received so far
    PmiVersion version_ = PmiVersion::unknown;
    const char* not_put_ = "the host's MPI_Init exchanged no key-value space over PMI_FD";
};

}  // namespace shunt
