#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/engines/remote_write/frames.hpp"
#include "native/engines/remote_write/matching.hpp"

namespace shunt::remote_write {

struct Send;

/// A message whose receive is not posted yet.
struct Unexpected : Queued {
    Context context = 0;
    int process = -1;
    Kind kind = Kind::eager;
    Way way = Way::none;
    std::uint32_t serial = 0;
    std::uint32_t queue_length = 0;  // of its queue when it arrived, itself included
    std::uint64_t bytes = 0;         // of the message
    std::uint64_t id = 0;
    std::uint32_t held = 0;  // bytes of it that are here
    std::uint8_t data_class = 0;
    std::byte* data = nullptr;
    Send* local = nullptr;  // a message to this process itself whose data are still the sender's
    Ticket ticket;
    Unexpected* next_free = nullptr;
    std::byte inside[64];  // holds short data
};

/// Memory for unexpected messages, reused.   Thread: one at a time.
class UnexpectedStore {
public:
    /// A record with a copy of `data`, at most kMostFrameBytes.   Owner: the store; drop() gives it back.
    Unexpected& keep(std::span<const std::byte> data);
    void drop(Unexpected& message);
    std::uint64_t bytes() const { return bytes_; }

private:
    static constexpr int kClasses = 16;  // of 2^n bytes
    struct Piece {
        Piece* next;
    };

    Unexpected* free_ = nullptr;
    std::vector<std::unique_ptr<Unexpected[]>> records_;
    Piece* free_pieces_[kClasses] = {};
    std::vector<std::unique_ptr<std::byte[]>> pieces_;
    std::uint64_t bytes_ = 0;
};

}  // namespace shunt::remote_write
