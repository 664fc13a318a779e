#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/memory/verbs/endpoint.hpp"

namespace shunt::memory::verbs {

/// Registered memory in equal pieces, through which unregistered data are sent.   Thread: any one at a time.
class Bounce {
public:
    static constexpr std::size_t kPieceBytes = 64 << 10;

    /// Fails: as Endpoint::map.
    Outcome open(Endpoint& endpoint, std::size_t bytes) {
        const std::size_t pieces = bytes < 2 * kPieceBytes ? 2 : bytes / kPieceBytes;
        Outcome outcome = endpoint.map(pieces * kPieceBytes, false, pages_);
        for (std::size_t i = 0; outcome.ok() && i < pieces; ++i) free_.push_back(pages_.at(i * kPieceBytes));
        return outcome;
    }
    /// A free piece; null if all are in use.
    std::byte* take() {
        if (free_.empty()) return nullptr;
        std::byte* const piece = free_.back();
        free_.pop_back();
        return piece;
    }
    void give_back(std::byte* piece) { free_.push_back(piece); }
    std::uint32_t key() const { return pages_.key(); }

private:
    DevicePages pages_;
    std::vector<std::byte*> free_;
};

}  // namespace shunt::memory::verbs
