#pragma once
#include <cstddef>
#include <cstdint>

#include "native/engines/contract.hpp"

namespace shunt::tests {

/// Adds 64-bit numbers, or composes maps x -> a x + b of 32-bit numbers, whose order must be kept.
class NumberReducer final : public Reducer {
public:
    explicit NumberReducer(bool commutes) : commutes_(commutes) {}
    std::uint64_t element_bytes() const override { return sizeof(std::uint64_t); }
    bool is_commutative() const override { return commutes_; }
    bool is_exact() const override { return commutes_; }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) override {
        if (reinterpret_cast<std::uintptr_t>(left) % 8 != 0 || reinterpret_cast<std::uintptr_t>(right) % 8 != 0)
            return Status::bug;
        const auto* from = reinterpret_cast<const std::uint64_t*>(left);
        auto* into = reinterpret_cast<std::uint64_t*>(right);
        for (std::uint64_t i = 0; i < elements; ++i) into[i] = of(from[i], into[i]);
        return Status::ok;
    }
    std::uint64_t of(std::uint64_t left, std::uint64_t right) const {
        if (commutes_) return left + right;
        const auto first = [](std::uint64_t map) { return static_cast<std::uint32_t>(map >> 32); };
        const auto second = [](std::uint64_t map) { return static_cast<std::uint32_t>(map); };
        const std::uint32_t a = first(left) * first(right), b = second(left) * first(right) + second(right);
        return std::uint64_t{a} << 32 | b;
    }

private:
    bool commutes_;
};

}  // namespace shunt::tests
