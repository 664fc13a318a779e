#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace shunt::net {

/// Writes unsigned numbers, little-endian, one after the other.   Owner: the caller's bytes, which must be long enough.
class WireWriter {
public:
    explicit WireWriter(std::byte* to) : to_(to) {}
    template <class Number>
    void put(Number value) {
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            *to_++ = static_cast<std::byte>(std::uint64_t{value} >> (8 * i));
    }

private:
    std::byte* to_;
};

/// Reads numbers that WireWriter wrote.   Owner: the caller's bytes, which must be long enough.
class WireReader {
public:
    explicit WireReader(const std::byte* from) : from_(from) {}
    template <class Number>
    Number get() {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i) value |= std::to_integer<std::uint64_t>(*from_++) << (8 * i);
        return static_cast<Number>(value);
    }

private:
    const std::byte* from_;
};

/// Unsigned numbers in wire format, little-endian and without gaps.
template <class... Numbers>
std::array<std::byte, (sizeof(Numbers) + ...)> wire_bytes(Numbers... numbers) {
    std::array<std::byte, (sizeof(Numbers) + ...)> bytes;
    WireWriter out(bytes.data());
    (out.put(numbers), ...);
    return bytes;
}

/// Reads the result of wire_bytes() for the same types.
template <class... Numbers>
void read_wire(std::span<const std::byte, (sizeof(Numbers) + ...)> bytes, Numbers&... into) {
    WireReader in(bytes.data());
    ((into = in.get<Numbers>()), ...);
}

}  // namespace shunt::net
