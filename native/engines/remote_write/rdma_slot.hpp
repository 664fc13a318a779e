#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "native/engines/remote_write/fabric.hpp"
#include "native/memory/direct_memory.hpp"
#include "native/memory/unshared_pages.hpp"

namespace shunt::remote_write {

/// Announces everything that one process writes to another by RDMA: one write with immediate data. It contains a short
/// frame; longer frames, and data, were written to the body before.
struct RdmaCell {
    enum Kind : std::uint32_t {
        message = 1,  ///< `bytes` of a frame of the messenger
        accept,       ///< of an RdmaAccept: the receiver accepts an offer, whose data the sender is to write
        done,         ///< of a handle: the receiver has read the data of that offer
        data,         ///< `bytes` of the transfer whose number begins the payload; always in the body
        moved,        ///< of a round: later frames of the writer are sent by TCP
        drained       ///< of a round: all offers of the writer by RDMA have ended
    };
    std::byte payload[kLineFrameBytes]{};
    std::uint32_t bytes = 0;
    std::uint32_t kind = 0;
    std::uint64_t body_end = 0;  ///< end of these bytes in the body, in bytes since the start
    std::uint64_t stamp = 0;     ///< its number, from 1; with another value the cell is not written yet

    bool has_body() const { return kind == data || bytes > kLineFrameBytes; }
};
static_assert(sizeof(RdmaCell) == 64);

struct RdmaAccept {
    std::uint64_t handle = 0;  ///< of the offer
    std::uint64_t id = 0;      ///< the receiver's name of the transfer
    std::uint64_t bytes = 0;   ///< that the receiver accepts
};

/// Each process's window has one of these for each other process, which alone writes there.
struct alignas(64) RdmaLine {
    std::uint64_t slot = 0, key = 0;       ///< the memory that the other has for this process, when granted
    std::atomic<std::uint64_t> answer{0};  ///< whether it has such memory: RdmaWay::word()
    std::atomic<std::uint64_t> credit{0};  ///< what the other has consumed: see RdmaPeer::take_credit()
};
static_assert(sizeof(RdmaLine) == 64);

/// Registered memory for one other process: the cells and the body that the other writes, and the mirror of the body
/// that this process writes there. The device reads the data to send from the mirror.
struct RdmaSlot {
    static constexpr std::uint64_t kCells = 128, kBodyBytes = 64 * 1024;
    static constexpr std::size_t kBytes = kCells * sizeof(RdmaCell) + 2 * kBodyBytes;

    std::byte* base = nullptr;
    const memory::Registration* chunk = nullptr;  ///< that contains it

    RdmaCell& cell(std::uint64_t number) const { return reinterpret_cast<RdmaCell*>(base)[number % kCells]; }
    std::byte* body(std::uint64_t at) const { return base + body_offset(at); }
    std::byte* mirror(std::uint64_t at) const { return body(at) + kBodyBytes; }
    static std::uint64_t cell_offset(std::uint64_t number) { return number % kCells * sizeof(RdmaCell); }
    static std::uint64_t body_offset(std::uint64_t at) { return kCells * sizeof(RdmaCell) + at % kBodyBytes; }
    /// Bytes that a run takes in the body.
    static std::uint64_t rounded(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }
};
static_assert(RdmaSlot::kBodyBytes >= 3 * (kMostFrameBytes + 8) && RdmaSlot::kBytes % 4096 == 0);

/// The slots of a process. Memory is mapped and registered as slots are taken. The slots outlive the remote memory they
/// are registered with, whose end ends the registrations.   Thread: one at a time.
class RdmaSlots {
public:
    RdmaSlots() = default;
    RdmaSlots(const RdmaSlots&) = delete;

    /// A slot whose cells are not written.   Returns: false if no memory may be registered.
    bool take(memory::DirectMemory& memory, RdmaSlot& into);
    /// Nobody writes to the slot any more.
    void give_back(const RdmaSlot& slot);

private:
    static constexpr std::size_t kInChunk = 8;
    struct Chunk {
        memory::UnsharedPages pages;
        memory::Registration registration;
    };
    bool add_chunk(memory::DirectMemory& memory);

    std::deque<Chunk> chunks_;
    std::vector<RdmaSlot> free_;
};

}  // namespace shunt::remote_write
