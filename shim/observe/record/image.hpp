#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shim/observe/record/format.hpp"

namespace shunt::record {

/// A checked, read-only view of one spool image (live spool, crashed spool, or a rank's part of a profile file).
/// Every region lies inside the image, and every index in `cells` is valid.
/// Owner: points into the bytes given to `open`; they must outlive it.   Thread: any.
class Image {
public:
    /// Checks `bytes` and sets `out` to the view.   Fails: returns false, and `error` tells what is wrong (foreign,
    /// newer, truncated, damaged).
    static bool open(std::span<const std::byte> bytes, Image& out, std::string& error);

    /// In images of older versions its last members are missing: use messages(), bins() and loops().
    const SpoolHeader& header() const { return *header_; }
    std::span<const Cell> cells() const { return cells_; }
    std::span<const CommEntry> comms() const { return comms_; }
    std::span<const PhaseEntry> phases() const { return phases_; }
    std::span<const CollectiveSample> samples() const { return samples_; }
    std::span<const BufferEntry> buffers() const { return buffers_; }  ///< hash table: skip entries with address 0
    std::span<const OverflowEntry> overflow() const { return overflow_; }
    std::span<const CounterEntry> counters() const { return counters_; }
    std::span<const MessageEntry> messages() const { return messages_; }  ///< none in version 1
    std::span<const TimeBin> bins() const { return bins_; }               ///< none before version 3
    /// Empty before version 4, as are their parts and runs.
    std::span<const LoopEntry> loops() const { return loops_; }
    std::span<const LoopPart> parts_of(const LoopEntry& loop) const {
        return loop_parts_.subspan(loop.first_part, loop.parts);
    }
    std::span<const LoopRun> loop_runs() const { return loop_runs_; }
    std::string_view function_name(std::size_t index) const;  ///< "MPI_Send"; "?" when out of range
    std::string_view function_kind(std::size_t index) const;  ///< "send", "collective" ... see functions.txt
    std::string_view engine_name(std::size_t index) const;    ///< "host", "phased" ...
    std::string_view string_at(std::uint32_t offset) const;
    /// Whether the cell is of reductions whose last bits depend on the order of combining (kRounded).
    bool is_rounded(const Cell& cell) const;
    /// The clause that a Cell::reason names; empty: none.
    std::string_view clause(std::uint8_t reason) const;
    std::string_view options() const;
    double ns_per_tick() const;  ///< from the two clock points; 1 when unknown

private:
    friend bool compact(const Image& image, std::vector<std::byte>& out);
    const SpoolHeader* header_ = nullptr;
    std::span<const std::byte> bytes_;
    std::span<const Cell> cells_;
    std::span<const CommEntry> comms_;
    std::span<const PhaseEntry> phases_;
    std::span<const CollectiveSample> samples_;
    std::span<const BufferEntry> buffers_;
    std::span<const OverflowEntry> overflow_;
    std::span<const CounterEntry> counters_;
    std::span<const MessageEntry> messages_;
    std::span<const TimeBin> bins_;
    std::span<const LoopEntry> loops_;
    std::span<const LoopPart> loop_parts_;
    std::span<const LoopRun> loop_runs_;
    std::vector<std::pair<std::string_view, std::string_view>> functions_;
    std::vector<std::string_view> engines_;
    std::vector<std::string_view> clauses_;
};

/// The image without room to grow: capacity == used everywhere, no cell index; of the newest version, whatever the
/// version of `image` is. This form is merged into a profile.
/// Fails: returns false if memory is short.
bool compact(const Image& image, std::vector<std::byte>& out);

}  // namespace shunt::record
