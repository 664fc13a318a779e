#include "native/schedule/schedule.hpp"

#include <algorithm>
#include <tuple>

#include "native/schedule/occupancy.hpp"

namespace shunt::schedule {

std::vector<OwnPiece> own_pieces(const Schedule& schedule, const Pattern& pattern, std::int32_t node) {
    std::vector<OwnPiece> own;
    for (std::uint32_t phase = 0; phase < schedule.phases(); ++phase)
        for (const auto& piece : schedule.phase(phase)) {
            const auto& message = pattern.messages[piece.message];
            if (message.from == node) own.push_back({phase, message.to, true, piece.offset, piece.bytes});
            if (message.to == node) own.push_back({phase, message.from, false, piece.offset, piece.bytes});
        }
    return own;
}

Schedule from_phases(const Pattern& pattern, const std::vector<std::uint32_t>& phase_of, std::uint32_t phases) {
    Schedule schedule;
    schedule.first.assign(phases + 1, 0);
    for (const std::uint32_t phase : phase_of) ++schedule.first[phase + 1];
    for (std::uint32_t phase = 0; phase < phases; ++phase) schedule.first[phase + 1] += schedule.first[phase];
    schedule.pieces.resize(phase_of.size());
    std::vector<std::uint32_t> next = schedule.first;
    for (std::uint32_t i = 0; i < phase_of.size(); ++i)
        schedule.pieces[next[phase_of[i]]++] = {i, 0, pattern.messages[i].bytes};
    return schedule;
}

namespace {

bool well_formed(const Schedule& schedule) {
    return !schedule.first.empty() && schedule.first.front() == 0 && schedule.first.back() == schedule.pieces.size() &&
           std::is_sorted(schedule.first.begin(), schedule.first.end());
}

bool each_byte_once(const Schedule& schedule, const Pattern& pattern) {
    std::vector<Piece> pieces = schedule.pieces;
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
        return std::tie(a.message, a.offset) < std::tie(b.message, b.offset);
    });
    std::vector<std::int64_t> carried(pattern.messages.size());
    for (const auto& piece : pieces) {
        auto& end = carried[piece.message];
        if (piece.offset != end || piece.bytes <= 0 || piece.bytes > pattern.messages[piece.message].bytes - end)
            return false;
        end += piece.bytes;
    }
    for (std::size_t i = 0; i < carried.size(); ++i)
        if (carried[i] != pattern.messages[i].bytes) return false;
    return true;
}

Flaw contention(const Schedule& schedule, const Pattern& pattern, const Topology& topology) {
    Occupancy busy(pattern.nodes, topology);
    const std::uint32_t free_of_contention =
        schedule.phases() - (schedule.last_is_contended && schedule.phases() > 0 ? 1 : 0);
    for (std::uint32_t phase = 0; phase < free_of_contention; ++phase) {
        busy.clear();
        for (const auto& piece : schedule.phase(phase)) {
            const auto& message = pattern.messages[piece.message];
            if (!busy.ports_free(message)) return Flaw::node_busy_twice;
            if (!busy.uplinks_free(message)) return Flaw::uplink_overloaded;
            busy.take(message);
        }
    }
    return Flaw::none;
}

}  // namespace

Flaw flaw_of(const Schedule& schedule, const Pattern& pattern, const Topology& topology) {
    if (!well_formed(schedule)) return Flaw::malformed;
    const auto unknown = [&](const Piece& piece) { return piece.message >= pattern.messages.size(); };
    if (std::any_of(schedule.pieces.begin(), schedule.pieces.end(), unknown)) return Flaw::unknown_message;
    if (!each_byte_once(schedule, pattern)) return Flaw::bytes_missing_or_twice;
    return contention(schedule, pattern, topology);
}

}  // namespace shunt::schedule
