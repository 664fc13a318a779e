#pragma once
#include <cstdint>
#include <functional>

#include "native/engines/remote_write/fabric.hpp"

namespace shunt::remote_write {

/// Counts since the start.
struct FarCounters {
    std::uint64_t connections = 0;
    std::uint64_t lost = 0;           ///< processes that are gone, those that ended properly included
    std::uint64_t strangers = 0;      ///< strangers that tried to connect to the listener
    std::uint64_t by_rdma = 0;        ///< processes reached by RDMA now
    std::uint64_t handovers = 0;      ///< processes whose frames have turned from TCP to RDMA, or back
    std::uint64_t by_host = 0;        ///< processes reached by messages of the host
    std::uint64_t registrations = 0;  ///< registrations of the program's memory for RDMA
};

/// Connects a process with those of other nodes. A process of another node cannot claim a buffer, and an offer stands
/// until the receiver has accepted it.
class FarFabric : public Fabric {
public:
    bool hold(int, const Ticket&) override { return true; }
    bool withdraw(Transfer&) override { return false; }
    bool expose(int, std::span<std::byte>, Target&) override { return false; }
    bool withdraw(const Target&) override { return false; }
    void conclude(const Target&) override {}
    bool claim(int, const Target&) override { return false; }
    bool has_gates(int) const override { return false; }

    /// Whether next() may find a frame.   Cost: a system call.   Thread: as wait().
    virtual bool has_news() const = 0;
    /// Readable when next() may find a frame, unless it stopped before it had polled all; for has_news().
    virtual int descriptor() const = 0;
    /// Must precede a sleep at the descriptor.   Returns: whether frames have arrived by now.   Thread: as wait().
    virtual bool prepare_sleep() { return false; }
    /// Sets the function to call where published frames could not leave at once; called in publish(), accept() and
    /// next().
    virtual void on_backlog(std::function<void()> call) = 0;
    virtual FarCounters counters() const = 0;
};

}  // namespace shunt::remote_write
