#pragma once
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/engines/remote_write/host_mail.hpp"
#include "shim/host/world_tags.hpp"

namespace shunt {

/// The host's messages on the private copy of MPI_COMM_WORLD, whose errors are returned. Processes are ranks of it.
class WorldLine final : public remote_write::HostLine {
public:
    explicit WorldLine(MPI_Comm world) : world_(world) {}

    bool send(int process, std::uint32_t number, std::span<const std::byte> bytes, Message& into) override;
    bool receive(int process, std::uint32_t number, std::span<std::byte> into, Message& message) override;
    Course course(Message& message) override;
    void abandon(Message& message) override;
    bool has_arrived(int& process, std::size_t& bytes) override;

    /// How many numbers data may have; equal on all ranks, as `tag_upper_bound` is.
    static constexpr std::uint32_t numbers(int tag_upper_bound) {
        return static_cast<std::uint32_t>(std::min(tag_upper_bound - kFramesTag, 1 << 20));
    }

private:
    MPI_Comm world_;
};

}  // namespace shunt
