#pragma once
#include <cstring>
#include <span>
#include <vector>

#include "native/engines/multicast/channel.hpp"

namespace shunt::multicast {

/// Puts received ranges into a buffer and knows the length of the part without gaps from its start. Ranges begin at
/// multiples of `unit` bytes, and are that long except the last (or cover several).
class ReceiveBuffer final : public Sink {
public:
    ReceiveBuffer(std::span<std::byte> buffer, std::size_t unit) : ReceiveBuffer(buffer, unit, buffer.size()) {}
    /// For `total` bytes, of which the first are kept, as far as `buffer` has room.
    ReceiveBuffer(std::span<std::byte> buffer, std::size_t unit, std::size_t total)
        : buffer_(buffer), unit_(unit), total_(total) {}

    void place(std::size_t offset, std::span<const std::byte> bytes) override {
        const std::size_t kept = offset < buffer_.size() ? std::min(bytes.size(), buffer_.size() - offset) : 0;
        if (kept > 0) std::memcpy(buffer_.data() + offset, bytes.data(), kept);
        if (offset == prefix_) {
            prefix_ += bytes.size();
            while (!later_.empty() && prefix_ < total_ && later_[prefix_ / unit_])
                prefix_ = std::min(prefix_ + unit_, total_);
            return;
        }
        if (later_.empty()) expect_disorder();
        for (std::size_t at = offset; at < offset + bytes.size(); at += unit_) later_[at / unit_] = true;
    }

    /// Allocates the state for out-of-order packets; otherwise the first such packet allocates it.
    void expect_disorder() { later_.resize((total_ + unit_ - 1) / unit_); }

    /// Kept bytes can be read back, so that lost packets may be rebuilt from parity.
    bool fetch(std::size_t offset, std::span<std::byte> out) const override {
        if (offset > buffer_.size() || out.size() > buffer_.size() - offset) return false;
        if (!out.empty()) std::memcpy(out.data(), buffer_.data() + offset, out.size());
        return true;
    }

    /// Bytes from the start without a gap.
    std::size_t prefix() const { return prefix_; }

private:
    std::span<std::byte> buffer_;
    std::size_t unit_;
    std::size_t total_;
    std::size_t prefix_ = 0;
    std::vector<bool> later_;  ///< units received out of order; empty while all arrive in order
};

}  // namespace shunt::multicast
