#pragma once
// Frames in transit between clusters: their destination, and when they are due. Pure: no system calls.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace shunt::tools {

/// Frames received from one link, in order of arrival, each kept until it is due.
/// Only as much memory is touched as the largest number of waiting frames has needed.   Thread: one.
class DelayLine {
public:
    struct Frame {
        std::span<std::byte> bytes;
        std::int64_t due_ns;  ///< when it must be sent on; the caller's clock
    };

    DelayLine(std::size_t most_frames, std::size_t most_bytes);

    std::size_t room() const { return slots_.size() - count_; }
    /// Memory for the frame that will be pushed after `ahead` more frames.   Needs: ahead < room().
    std::span<std::byte> slot(std::size_t ahead);
    /// Adds the frame in slot(0), of `bytes` bytes.   Needs: room() > 0.
    void push(std::size_t bytes, std::int64_t due_ns);
    bool empty() const { return count_ == 0; }
    /// Needs: not empty().
    Frame front();
    void pop();

private:
    struct Slot {
        std::size_t bytes = 0;
        std::int64_t due_ns = 0;
    };
    std::size_t place(std::size_t ahead) const { return (first_ + ahead) % slots_.size(); }
    std::size_t most_bytes_, first_ = 0, count_ = 0;
    std::vector<Slot> slots_;
    std::unique_ptr<std::byte[]> memory_;
};

/// The link from which each Ethernet address was last seen, learned as in a switch (IEEE 802.1D, 7.8). Entries do not
/// age, because hosts do not move.
class AddressTable {
public:
    static constexpr int kEverywhere = -1;

    /// Records that the source address of `frame` is reached by `link`.   Needs: an Ethernet header.
    void learn(std::span<const std::byte> frame, int link);
    /// The link by which the frame's destination is reached; kEverywhere for group addresses and unknown addresses.
    int link_of(std::span<const std::byte> frame) const;

private:
    std::unordered_map<std::uint64_t, int> links_;
};

}  // namespace shunt::tools
