#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shunt::multicast {

/// A set of numbers below a limit: packets of an operation, nodes of a channel. One bit each, allocated once.
class Bitmap {
public:
    explicit Bitmap(std::size_t limit = 0) : limit_(limit), words_((limit + 63) / 64) {}

    std::size_t limit() const { return limit_; }
    std::size_t count() const { return count_; }
    bool test(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }

    /// Inserts `i`; false when it was a member already.
    bool set(std::size_t i) {
        if (test(i)) return false;
        words_[i / 64] |= std::uint64_t{1} << (i % 64);
        ++count_;
        return true;
    }

    /// Removes `i`; false when it was no member.
    bool clear(std::size_t i) {
        if (!test(i)) return false;
        words_[i / 64] &= ~(std::uint64_t{1} << (i % 64));
        --count_;
        return true;
    }

    /// The first member at or after `from`, or the limit.
    std::size_t next_set(std::size_t from) const { return next(from, 0); }
    /// The first number at or after `from` that is no member, or the limit.
    std::size_t next_clear(std::size_t from) const { return next(from, ~std::uint64_t{0}); }

private:
    std::size_t next(std::size_t from, std::uint64_t flip) const {
        if (from >= limit_) return limit_;
        std::size_t word = from / 64;
        std::uint64_t bits = (words_[word] ^ flip) & (~std::uint64_t{0} << (from % 64));
        while (bits == 0) {
            if (++word == words_.size()) return limit_;
            bits = words_[word] ^ flip;
        }
        const std::size_t found = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        return found < limit_ ? found : limit_;
    }

    std::size_t limit_ = 0;
    std::size_t count_ = 0;
    std::vector<std::uint64_t> words_;
};

}  // namespace shunt::multicast
