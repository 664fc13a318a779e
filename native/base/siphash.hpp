#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace shunt {

/// A secret of 128 bits. Plain bytes, so that members may exchange it through the host's messages.
struct SipKey {
    std::uint64_t low = 0, high = 0;
    bool is_none() const { return (low | high) == 0; }
    bool operator==(const SipKey&) const = default;
};

/// Fills `bytes` with unpredictable random bits from the kernel.   Fails: false if the kernel gives none.
[[nodiscard]] bool fill_with_random(std::span<std::byte> bytes);

/// A new random key; is_none() if the kernel gives no random bits.
SipKey random_sip_key();

/// SipHash-2-4 of all bytes added, in 64 bits: without the key it can be neither computed nor guessed.
/// Thread: any one at a time.   Source: Aumasson, Bernstein 2012.
class SipHash {
public:
    explicit SipHash(const SipKey& key);
    SipHash& add(std::span<const std::byte> bytes);
    SipHash& add(std::uint8_t byte);
    /// The hash; no bytes may be added afterwards.
    std::uint64_t finish();

private:
    void compress(std::uint64_t word);
    void round();

    std::uint64_t v0_, v1_, v2_, v3_;
    std::uint64_t tail_ = 0;  ///< bytes that do not yet fill a word
    std::uint64_t bytes_ = 0;
};

/// Compares in constant time, so that the time does not reveal where two hashes differ.
inline bool equal_in_constant_time(std::uint64_t a, std::uint64_t b) {
    volatile std::uint64_t difference = a ^ b;
    return difference == 0;
}

}  // namespace shunt
