#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "native/schedule/pattern.hpp"

namespace shunt::schedule {

/// A part of a message: `bytes` of it from `offset` on; `message` is its index in the canonical pattern.
struct Piece {
    std::uint32_t message = 0;
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    friend bool operator==(const Piece&, const Piece&) = default;
};

/// Assigns pieces of messages to phases. The pieces are stored phase after phase, those of a phase sorted by message.
struct Schedule {
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> first{0};  ///< index of the first piece of each phase, then the number of pieces
    /// The last phase holds small messages below the threshold without regard to contention (CC-MPI 3.2); no earlier
    /// phase does.
    bool last_is_contended = false;

    std::uint32_t phases() const { return static_cast<std::uint32_t>(first.size() - 1); }
    std::span<const Piece> phase(std::uint32_t index) const {
        return std::span(pieces).subspan(first[index], first[index + 1] - first[index]);
    }
    friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// One node's action in one phase: it sends to or receives from `peer` a part of the message between the two.
struct OwnPiece {
    std::uint32_t phase = 0;
    std::int32_t peer = 0;
    bool sends = false;  ///< false: receives
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    friend bool operator==(const OwnPiece&, const OwnPiece&) = default;
};

/// The pieces of `node` alone, in the order of phases; the schedule itself is no longer needed.
std::vector<OwnPiece> own_pieces(const Schedule& schedule, const Pattern& pattern, std::int32_t node);

/// A schedule of whole messages, given the phase of each. Phases without a message are not allowed.
Schedule from_phases(const Pattern& pattern, const std::vector<std::uint32_t>& phase_of, std::uint32_t phases);

/// Why a schedule must not be carried; `none`: it may.
enum class Flaw { none, malformed, unknown_message, bytes_missing_or_twice, node_busy_twice, uplink_overloaded };

/// Checks a schedule of any origin: every byte of every message once, no node sends or receives twice in a phase and no
/// uplink has more pairs than it carries (except in the last phase if it is marked as contended).   Cost: O(pieces log
/// pieces).
Flaw flaw_of(const Schedule& schedule, const Pattern& pattern, const Topology& topology);

}  // namespace shunt::schedule
