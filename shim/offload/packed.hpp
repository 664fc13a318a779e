#pragma once
// Elements of any datatype as contiguous bytes, in the order of the type's map: this is the form that engines carry.
#include <mpi.h>

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "shim/objects/datatype.hpp"
#include "shim/offload/device_memory.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

/// Contiguous bytes: the program's own buffer if it is contiguous, else memory of ours.
class PackedBuffer {
public:
    /// Room for `bytes` of our own.   Fails: false without memory.
    bool make(std::size_t bytes) {
        own_.reset(new (std::nothrow) std::byte[bytes ? bytes : 1]);
        point(own_.get(), bytes);
        return own_ != nullptr;
    }
    /// The same.   Fails: std::bad_alloc.
    void make_room(std::size_t bytes) {
        own_ = std::make_unique_for_overwrite<std::byte[]>(bytes ? bytes : 1);
        point(own_.get(), bytes);
    }
    /// Uses the program's buffer itself.
    void lend(const void* buffer, std::size_t bytes) {
        own_.reset();
        point(static_cast<std::byte*>(const_cast<void*>(buffer)), bytes);
    }
    /// lend() or make_room(), as `lends` selects.   Fails: std::bad_alloc.
    void lend_or_make(const void* buffer, std::size_t bytes, bool lends) {
        if (lends) lend(buffer, bytes);
        else make_room(bytes);
    }
    PackedBuffer() = default;
    PackedBuffer(const PackedBuffer&) = delete;
    PackedBuffer& operator=(const PackedBuffer&) = delete;

    bool is_lent() const { return own_ == nullptr; }
    std::span<std::byte> bytes() const { return {data_, bytes_}; }

private:
    void point(std::byte* data, std::size_t bytes) {
        data_ = data;
        bytes_ = bytes;
    }

    std::unique_ptr<std::byte[]> own_;
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// Whether engines may use elements in place: they lie there as they are sent, and the processor may access them.
inline bool may_lend(const void* buffer, MPI_Datatype type) { return is_plain(type) && !is_on_device(buffer); }

/// Copies elements, which may be on a device, into bytes, and back. `comm`: one whose errors are returned.
/// Fails: the host's code; MPI_ERR_OTHER if a device's memory cannot be copied.
int pack_into(std::span<std::byte> to, const void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm);
int unpack_from(std::span<const std::byte> from, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm);
/// Copies elements, without the holes between them, between arrays of the same layout. `room`: space for all of them,
/// packed.   Fails: likewise.
int copy_elements(const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                  std::span<std::byte> room);

}  // namespace shunt
