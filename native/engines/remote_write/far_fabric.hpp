#pragma once
#include <cstdint>
#include <functional>

#include "native/engines/remote_write/fabric.hpp"

namespace shunt::remote_write {

/// Counts since the start.
struct FarCounters {
    std::uint64_t connections = 0;
    std::uint64_t lost = 0;           ///< processes that are gone, those that have ended as they should included
    std::uint64_t strangers = 0;      ///< that knocked at the listener
    std::uint64_t by_rdma = 0;        ///< processes that are reached by RDMA
    std::uint64_t registrations = 0;  ///< of the program's memory for it
};

/// The way of a process to those of other nodes. Nobody there can claim a buffer, and an offer stands until the
/// receiver has accepted it.
class FarFabric : public Fabric {
public:
    bool hold(int, const Ticket&) override { return true; }
    bool withdraw(Transfer&) override { return false; }
    bool expose(int, std::span<std::byte>, Target&) override { return false; }
    bool withdraw(const Target&) override { return false; }
    void conclude(const Target&) override {}
    bool claim(int, const Target&) override { return false; }
    bool has_gates(int) const override { return false; }

    /// Whether next() may find something.   Cost: a system call.   Thread: as wait().
    virtual bool has_news() const = 0;
    /// Readable when next() may find something, unless it stopped before it had looked at all; for has_news().
    virtual int descriptor() const = 0;
    /// Comes before a sleep at the descriptor.   Returns: whether there are news by now.   Thread: as wait().
    virtual bool prepare_sleep() { return false; }
    /// Called where published frames could not leave at once; inside publish(), accept() and next().
    virtual void on_backlog(std::function<void()> call) = 0;
    virtual FarCounters counters() const = 0;
};

}  // namespace shunt::remote_write
