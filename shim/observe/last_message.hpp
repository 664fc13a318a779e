#pragma once
#include <mpi.h>

#include <cstdint>
#include <limits>

#include "shim/objects/communicator.hpp"
#include "shim/objects/datatype.hpp"
#include "shim/objects/message_arguments.hpp"
#include "shim/observe/record/format.hpp"
#include "shim/table/generated/function_number.hpp"

namespace shunt {

/// What follows from the arguments of the last recorded message of calls of one kind. Programs repeat such calls, and
/// then neither the size of the type nor the communicator nor the row must be looked up again. Thread: one at a time
/// (the recorder's lock).
class alignas(64) LastMessage {
public:
    record::Cell* cell = nullptr;  ///< the row of the call
    const CommRecord* comm = nullptr;
    std::uint8_t flags = 0;  ///< CellFlag: contiguous, any source
    bool with_self = false;
    bool empty = false;  ///< it moves no bytes

    /// Whether a call has the remembered arguments, in the same phase of the record and with handles that still name
    /// the same objects. The remembered call succeeded.
    bool is(const CommTable& comms, Function function, const MessageBuffer& buffer, MPI_Comm comm_handle,
            std::uint16_t phase) const {
        // One branch: one branch for each comparison would cost more than the skipped lookups.
        const std::uint64_t other =
            static_cast<std::uint64_t>(buffer.count ^ count_) | (handle_value(buffer.type) ^ handle_value(type_)) |
            (handle_value(comm_handle) ^ handle_value(comm_)) | static_cast<std::uint32_t>(buffer.peer ^ peer_) |
            static_cast<std::uint64_t>(static_cast<int>(function) ^ static_cast<int>(function_)) |
            static_cast<std::uint64_t>(phase ^ phase_) | (handles(comms) ^ handles_);
        return other == 0;
    }
    /// Remembers that call; a call without a row is not remembered. `its_handles`: handles() when its communicator and
    /// type were looked up.
    void become(std::uint32_t its_handles, Function function, const MessageBuffer& buffer, MPI_Comm comm_handle,
                std::uint16_t phase, record::Cell* its_cell, const CommRecord* its_comm, unsigned its_flags,
                bool is_empty) {
        cell = its_cell;
        comm = its_comm;
        flags = static_cast<std::uint8_t>(its_flags);
        empty = is_empty;
        with_self = is_self(its_comm, buffer.peer);
        function_ = function;
        count_ = its_cell ? buffer.count : kNone;
        type_ = buffer.type;
        peer_ = buffer.peer;
        comm_ = comm_handle;
        phase_ = phase;
        handles_ = its_handles;
    }
    /// A number that changes when a handle may have been reused: a sum of counters that only grow.
    static std::uint32_t handles(const CommTable& comms) {
        return comms.generation() + type_generation.load(std::memory_order_acquire);
    }

private:
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();  // no call with it succeeds

    Function function_{};
    std::uint16_t phase_ = 0;
    std::int64_t count_ = kNone;
    MPI_Datatype type_{};
    MPI_Comm comm_{};
    int peer_ = 0;
    std::uint32_t handles_ = 0;
};
static_assert(sizeof(LastMessage) == 64);  // one cache line

}  // namespace shunt
