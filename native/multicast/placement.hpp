#pragma once
#include <cstring>
#include <span>
#include <vector>

#include "native/multicast/channel.hpp"

namespace shunt::multicast {

/// Puts received ranges into a buffer and knows how much of it is there from its start on without a hole.
/// Ranges begin at multiples of `unit` bytes, and are that long but for the last (or cover several).
class Placement final : public Sink {
public:
    Placement(std::span<std::byte> buffer, std::size_t unit) : buffer_(buffer), unit_(unit) {}

    void place(std::size_t offset, std::span<const std::byte> bytes) override {
        if (!bytes.empty()) std::memcpy(buffer_.data() + offset, bytes.data(), bytes.size());
        if (offset == prefix_) {
            prefix_ += bytes.size();
            while (!later_.empty() && prefix_ < buffer_.size() && later_[prefix_ / unit_])
                prefix_ = std::min(prefix_ + unit_, buffer_.size());
            return;
        }
        if (later_.empty()) later_.resize((buffer_.size() + unit_ - 1) / unit_);
        for (std::size_t at = offset; at < offset + bytes.size(); at += unit_) later_[at / unit_] = true;
    }

    /// What was placed can be read back, so that lost packets may be rebuilt from parity.
    bool fetch(std::size_t offset, std::span<std::byte> out) const override {
        if (!out.empty()) std::memcpy(out.data(), buffer_.data() + offset, out.size());
        return true;
    }

    /// Bytes from the start on that are there.
    std::size_t prefix() const { return prefix_; }

private:
    std::span<std::byte> buffer_;
    std::size_t unit_;
    std::size_t prefix_ = 0;
    std::vector<bool> later_;   ///< units that came before their turn; empty while all came in order
};

}  // namespace shunt::multicast
