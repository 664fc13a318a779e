#pragma once
// Frames under way between clusters: where they go, and when. Pure.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace shunt::tools {

/// Frames that came in by one link, in the order in which they came, until their time has come.
/// Memory is touched only as far as frames have waited at once. Thread: one.
class DelayLine {
public:
    struct Frame {
        std::span<std::byte> bytes;
        std::int64_t due_ns;  ///< when it goes on; the caller's clock
    };

    DelayLine(std::size_t most_frames, std::size_t most_bytes);

    std::size_t room() const { return slots_.size() - count_; }
    /// Memory for the frame that comes `ahead` frames after those pushed.   Needs: ahead < room().
    std::span<std::byte> slot(std::size_t ahead);
    /// The next frame is in slot(0), and is so long.   Needs: room() > 0.
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

/// Which link an Ethernet address was last seen behind, as a switch learns it (IEEE 802.1D, 7.8); without ageing, as
/// hosts stay where they are.
class AddressTable {
public:
    static constexpr int kEverywhere = -1;

    /// Notes where `frame` came from.   Needs: an Ethernet header.
    void learn(std::span<const std::byte> frame, int link);
    /// The link behind which the frame's destination lies; kEverywhere for groups and for what was never seen.
    int link_of(std::span<const std::byte> frame) const;

private:
    std::unordered_map<std::uint64_t, int> links_;
};

}  // namespace shunt::tools
