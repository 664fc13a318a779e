#pragma once
#include <cstdint>

namespace shunt {

/// One step of splitmix64: turns any seed, even 0 or a counter, into well-mixed bits.   Source: Steele, Lea, Flood
/// 2014.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

/// Random numbers that are the same on every machine for the same seed (xoshiro256**); not for secrets.
/// Thread: any one at a time.   Source: Blackman, Vigna 2018.
class Random {
public:
    explicit constexpr Random(std::uint64_t seed) {
        for (auto& word : state_) word = splitmix64(seed);
    }

    /// The next 64 random bits.
    constexpr std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// A number in [0, limit), each equally likely; 0 when `limit` is 0.
    constexpr std::uint64_t below(std::uint64_t limit) {
        if (limit == 0) return 0;
        // Without a threshold the low remainders would be likelier than the others.
        const std::uint64_t threshold = (0 - limit) % limit;
        std::uint64_t value = next();
        while (value < threshold) value = next();
        return value % limit;
    }

    /// True with probability `numerator` / `denominator`.
    constexpr bool chance(std::uint64_t numerator, std::uint64_t denominator) { return below(denominator) < numerator; }

private:
    static constexpr std::uint64_t rotate(std::uint64_t value, int bits) {
        return (value << bits) | (value >> (64 - bits));
    }

    std::uint64_t state_[4] = {};
};

}  // namespace shunt
