#pragma once
// What the record needs to know about the objects that a point-to-point call names. A program of one thread cannot free
// them during the call: then they are looked at after it, as the host must not be asked about an object for which it
// refuses the call. Another thread may free them as soon as the call has begun.
#include "shim/observe/row.hpp"

namespace shunt {

inline std::uint64_t bytes_of(MPI_Count count, const TypeFacts& type) {
    return count > 0 ? static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(type.size) : 0;
}

/// Bytes and contiguity of a buffer argument. The host is not asked if the call failed, as the type may be the reason.
struct Extent {
    std::uint64_t bytes = 0;
    unsigned contiguous = 0;
    bool exists = false;  ///< count and type can be sent
};
[[gnu::always_inline]] inline Extent extent_of(int code, MPI_Count count, MPI_Datatype datatype) {
    if (code != MPI_SUCCESS || datatype == MPI_DATATYPE_NULL) [[unlikely]]
        return {};
    const TypeFacts type = facts_of(datatype);
    return {bytes_of(count, type), contiguity(type), count >= 0 && type.exists};
}

[[gnu::always_inline]] inline Extent extent_of(int code, const MessageBuffer& buffer) {
    return extent_of(code, buffer.count, buffer.type);
}

/// The record of `comm`, not looked up if the call failed: the communicator may be the reason.
inline CommRecord* comm_after(Session& s, int code, MPI_Comm comm) {
    if (code != MPI_SUCCESS) [[unlikely]]
        return nullptr;
    return s.comms.find(comm);
}

/// The extent of a buffer of a call, learnt before it if other threads may free the type during it.
class CalledBuffer {
public:
    [[gnu::always_inline]] CalledBuffer(const Session& s, const MessageBuffer& buffer)
        : buffer_(buffer), is_known_(s.multithreaded), extent_(is_known_ ? extent_of(MPI_SUCCESS, buffer) : Extent{}) {}
    /// The call has returned `code`.
    [[gnu::always_inline]] Extent after(int code) const {
        if (!is_known_) [[likely]]
            return extent_of(code, buffer_);
        return code == MPI_SUCCESS ? extent_ : Extent{};
    }

private:
    const MessageBuffer& buffer_;
    const bool is_known_;
    const Extent extent_;
};

/// The record of the communicator of a call, looked up before it, and kept until it has ended, if other threads may
/// free the communicator during it.
class CalledComm {
public:
    [[gnu::always_inline]] CalledComm(Session& s, MPI_Comm comm)
        : session_(s), comm_(comm), kept_(s.multithreaded && s.recorder ? s.comms.find_noted(comm) : nullptr) {}
    /// The call has returned `code`.
    [[gnu::always_inline]] CommRecord* after(int code) const {
        if (!kept_.get()) [[likely]]
            return comm_after(session_, code, comm_);
        return code == MPI_SUCCESS ? kept_.get() : nullptr;
    }

private:
    Session& session_;
    const MPI_Comm comm_;
    const KeptRecord kept_;
};

}  // namespace shunt
