#include "shim/observe/record/image.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>

namespace shunt::record {
namespace {

using Names = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr std::int32_t kMaxWorldSize = 1 << 24;

/// The checks of one image. Each returns false after it has stored in `error` what is wrong.
struct Checker {
    std::span<const std::byte> bytes;
    std::string& error;
    std::size_t header_bytes = sizeof(SpoolHeader);

    bool fail(std::string why) const {
        error = std::move(why);
        return false;
    }
    bool damaged(std::string_view what) const { return fail("damaged: " + std::string(what)); }

    bool head(const SpoolHeader*& out) const;
    bool place(const SpoolHeader& header) const;
    bool texts(const SpoolHeader& header) const;

    /// The first `visible` entries of `region`; `visible` is `used`, or `capacity` for a hash table.
    template <class Entry>
    bool entries(const Region& region, std::uint64_t visible, const char* name, std::span<const Entry>& out) const {
        const std::uint64_t size = bytes.size();
        if (region.offset % 8 != 0 || region.offset > size || region.capacity > (size - region.offset) / sizeof(Entry))
            return damaged(std::string(name) + " lie outside the record");
        if (region.used > region.capacity) return damaged(std::string(name) + " claim more entries than fit");
        if (region.capacity != 0 && region.offset < header_bytes)
            return damaged(std::string(name) + " lie inside the header");
        out = {reinterpret_cast<const Entry*>(bytes.data() + region.offset), static_cast<std::size_t>(visible)};
        return true;
    }

    bool text(const Region& region, const char* name, std::string_view& out) const {
        std::span<const char> chars;
        if (!entries(region, region.used, name, chars)) return false;
        out = {chars.data(), chars.size()};
        return true;
    }
};

bool Checker::head(const SpoolHeader*& out) const {
    if (bytes.size() >= sizeof kSpoolMagic && std::memcmp(bytes.data(), kSpoolMagic, sizeof kSpoolMagic) != 0)
        return fail("not a Shunt record");
    if (bytes.size() < offsetof(SpoolHeader, image_bytes))
        return fail("truncated: " + std::to_string(bytes.size()) + " bytes are too few for a record");
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 != 0)
        return fail("record is not aligned to 8 bytes in memory");
    const auto* header = reinterpret_cast<const SpoolHeader*>(bytes.data());
    if (header->version < kOldestVersion || header->version > kFormatVersion) {
        const bool newer = header->version > kFormatVersion;
        return fail(std::string("written by ") + (newer ? "a newer" : "another") + " Shunt (format " +
                    std::to_string(header->version) + ", this reads " + std::to_string(kFormatVersion) + "): use " +
                    (newer ? "a newer shunt" : "the shunt that wrote it"));
    }
    const std::size_t header_bytes = header_bytes_of(header->version);
    if (bytes.size() < header_bytes)
        return fail("truncated: " + std::to_string(bytes.size()) + " of " + std::to_string(header_bytes) +
                    " header bytes");
    if (header->header_bytes != header_bytes) return damaged("the header has another size");
    if (header->image_bytes > bytes.size())
        return fail("truncated: " + std::to_string(bytes.size()) + " of " + std::to_string(header->image_bytes) +
                    " bytes");
    if (header->image_bytes < header_bytes) return damaged("the record claims to be shorter than its header");
    out = header;
    return true;
}

bool Checker::place(const SpoolHeader& header) const {
    if (header.world_size < 1 || header.world_size > kMaxWorldSize) return damaged("impossible number of ranks");
    if (header.world_rank < 0 || header.world_rank >= header.world_size) return damaged("rank outside MPI_COMM_WORLD");
    if (header.node < 0 || header.node_count < 1 || header.node >= header.node_count ||
        header.node_count > header.world_size)
        return damaged("impossible node number");
    if (header.state < SpoolState::running || header.state > SpoolState::exited) return damaged("unknown state");
    if (header.sample_shift > 63) return damaged("impossible sampling interval");
    return true;
}

template <std::size_t N>
bool is_ended(const char (&text)[N]) {
    return std::memchr(text, 0, N) != nullptr;
}

bool Checker::texts(const SpoolHeader& header) const {
    const bool ended = is_ended(header.host) && is_ended(header.program) && is_ended(header.mpi_library) &&
                       is_ended(header.shunt_version) && is_ended(header.wait_mode);
    return ended || damaged("a text in the header has no end");
}

bool is_name(std::string_view text) {
    for (const char c : text) {
        const bool fine =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        if (!fine) return false;
    }
    return !text.empty();
}

/// Splits "name kind\n..." into pairs; `kind` may be missing.   Fails: false if a line is not a name, or if their
/// number is not `count`.
bool split_names(std::string_view text, std::size_t count, Names& out) {
    out.clear();
    out.reserve(count);
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::string_view name = line.substr(0, line.find(' '));
        const std::string_view kind = name.size() == line.size() ? std::string_view{} : line.substr(name.size() + 1);
        if (!is_name(name) || (!kind.empty() && !is_name(kind)) || out.size() == count) return false;
        out.emplace_back(name, kind);
    }
    return out.size() == count;
}

/// `strings` ends with a NUL, or is empty.
std::vector<std::string_view> clauses_of(std::string_view strings) {
    std::vector<std::string_view> clauses;
    while (!strings.empty()) {
        const std::string_view text = strings.substr(0, strings.find('\0'));
        // Blanks follow a clause that may be rewritten; find_last_not_of finds at least the mark.
        if (text.starts_with(kClauseMark)) clauses.push_back(text.substr(1, text.find_last_not_of(' ')));
        strings.remove_prefix(text.size() + 1);
    }
    return clauses;
}

/// The number of entries in each region, to check the indices that name them.
struct Counts {
    std::size_t functions, engines, comms, phases, strings, cells, loops, loop_parts;
    std::int32_t world_size;

    bool comm(std::uint16_t index) const { return index < comms || index == kNoComm || index == kOverflowComm; }
    bool world_rank(std::int32_t rank) const { return rank >= kUnknownWorldRank && rank < world_size; }
    bool cell(const Cell& cell) const {
        const CellKey& key = cell.key;
        return key.function < functions && key.engine < engines && key.phase < phases && comm(key.comm) &&
               (key.callsite == 0 || key.callsite < strings) && world_rank(cell.peer_world);
    }
    bool comm_entry(const CommEntry& entry) const {
        return is_ended(entry.name) && entry.size >= 0 && entry.remote_size >= 0 && world_rank(entry.leader_world);
    }
    bool bin(const TimeBin& bin) const { return bin.phase < phases || bin.phase == kManyPhases; }
    bool loop(const LoopEntry& loop) const {
        return loop.first_part <= loop_parts && loop.parts <= loop_parts - loop.first_part;
    }
    bool loop_part(const LoopPart& part) const {
        return part.function < functions && comm(part.comm) && (part.loop <= loops || part.loop == kUnknownLoop);
    }
    bool sample(const CollectiveSample& sample) const { return sample.function < functions && sample.phase < phases; }
};

template <class Entry, class Test>
bool all_of(std::span<const Entry> entries, Test test) {
    for (const Entry& entry : entries)
        if (!test(entry)) return false;
    return true;
}

}  // namespace

bool Image::open(std::span<const std::byte> bytes, Image& out, std::string& error) try {
    Image image;
    Checker check{bytes, error};
    if (!check.head(image.header_)) return false;
    const SpoolHeader& header = *image.header_;
    check.header_bytes = header.header_bytes;
    check.bytes = image.bytes_ = bytes.first(header.image_bytes);
    if (!check.place(header) || !check.texts(header)) return false;

    std::string_view functions, engines, options, strings;
    std::span<const std::uint32_t> index;
    const bool inside = check.text(header.functions, "function names", functions) &&
                        check.text(header.engines, "engine names", engines) &&
                        check.text(header.options, "options", options) &&
                        check.text(header.strings, "callsites", strings) &&
                        check.entries(header.cell_index, header.cell_index.capacity, "index entries", index) &&
                        check.entries(header.comms, header.comms.used, "communicators", image.comms_) &&
                        check.entries(header.phases, header.phases.used, "phases", image.phases_) &&
                        check.entries(header.cells, header.cells.used, "cells", image.cells_) &&
                        check.entries(header.overflow, header.overflow.used, "overflow entries", image.overflow_) &&
                        check.entries(header.samples, header.samples.used, "samples", image.samples_) &&
                        check.entries(header.buffers, header.buffers.capacity, "buffers", image.buffers_) &&
                        check.entries(header.counters, header.counters.used, "counters", image.counters_);
    if (!inside) return false;
    if (header.version >= 2 &&
        !check.entries(header.messages, header.messages.used, "message entries", image.messages_))
        return false;
    if (header.version >= 3 &&
        (!check.entries(header.bins, header.bins.used, "time bins", image.bins_) || header.bins_shift > kMostBinsShift))
        return check.damaged("time bins");
    if (header.version >= 4 &&
        (!check.entries(header.loops, header.loops.used, "loops", image.loops_) ||
         !check.entries(header.loop_parts, header.loop_parts.used, "parts of loops", image.loop_parts_) ||
         !check.entries(header.loop_runs, header.loop_runs.used, "runs of loops", image.loop_runs_)))
        return false;
    if (!strings.empty() && strings.back() != '\0') return check.damaged("the last callsite has no end");
    image.clauses_ = clauses_of(strings);
    if (!split_names(functions, header.function_count, image.functions_)) return check.damaged("function names");
    Names engine_names;
    if (!split_names(engines, header.engine_count, engine_names)) return check.damaged("engine names");
    for (const auto& [name, kind] : engine_names) image.engines_.push_back(name);

    const Counts counts{.functions = image.functions_.size(),
                        .engines = image.engines_.size(),
                        .comms = image.comms_.size(),
                        .phases = image.phases_.size(),
                        .strings = strings.size(),
                        .cells = image.cells_.size(),
                        .loops = image.loops_.size(),
                        .loop_parts = image.loop_parts_.size(),
                        .world_size = header.world_size};
    if (!all_of(image.comms_, [&](const CommEntry& entry) { return counts.comm_entry(entry); }))
        return check.damaged("a communicator's entry");
    if (!all_of(image.cells_, [&](const Cell& cell) { return counts.cell(cell); }))
        return check.damaged("a cell names something that does not exist");
    if (!all_of(image.samples_, [&](const CollectiveSample& sample) { return counts.sample(sample); }))
        return check.damaged("a sample names something that does not exist");
    if (!all_of(image.messages_, [&](const MessageEntry& entry) { return entry.cell < counts.cells; }))
        return check.damaged("a message entry names a cell that does not exist");
    if (!all_of(image.bins_, [&](const TimeBin& bin) { return counts.bin(bin); }))
        return check.damaged("a time bin names a phase that does not exist");
    if (!all_of(image.loops_, [&](const LoopEntry& loop) { return counts.loop(loop); }))
        return check.damaged("a loop has parts that do not exist");
    if (!all_of(image.loop_parts_, [&](const LoopPart& part) { return counts.loop_part(part); }))
        return check.damaged("a part of a loop names something that does not exist");
    if (!all_of(image.loop_runs_, [&](const LoopRun& run) { return run.loop < counts.loops; }))
        return check.damaged("a run is of a loop that does not exist");
    if (!all_of(image.counters_, [](const CounterEntry& entry) { return is_ended(entry.name); }))
        return check.damaged("a counter's name has no end");
    if (image.overflow_.size() > image.functions_.size()) return check.damaged("more overflow entries than functions");
    out = std::move(image);
    return true;
} catch (const std::exception&) {
    error.clear();  // out of memory, perhaps also for the text; callers print "out of memory" for an empty one
    return false;
}

std::string_view Image::function_name(std::size_t index) const {
    return index < functions_.size() ? functions_[index].first : std::string_view("?");
}

std::string_view Image::function_kind(std::size_t index) const {
    return index < functions_.size() ? functions_[index].second : std::string_view("?");
}

bool Image::is_rounded(const Cell& cell) const {
    const bool is_collective = function_kind(cell.key.function).find("collective") != std::string_view::npos;
    return is_collective && (cell.key.flags & kRounded) != 0;
}

std::string_view Image::engine_name(std::size_t index) const {
    return index < engines_.size() ? engines_[index] : std::string_view("?");
}

std::string_view Image::string_at(std::uint32_t offset) const {
    if (offset >= header_->strings.used) return {};
    return reinterpret_cast<const char*>(bytes_.data()) + header_->strings.offset + offset;
}

std::string_view Image::clause(std::uint8_t reason) const {
    if (reason < kFirstClause || reason - kFirstClause >= static_cast<int>(clauses_.size())) return {};
    return clauses_[reason - kFirstClause];
}

std::string_view Image::options() const {
    return {reinterpret_cast<const char*>(bytes_.data()) + header_->options.offset, header_->options.used};
}

double Image::ns_per_tick() const {
    const ClockPoint& first = header_->clock_first;
    const ClockPoint& last = header_->clock_last;
    if (last.ticks <= first.ticks || last.monotonic_ns <= first.monotonic_ns) return 1;
    const double rate = (static_cast<double>(last.monotonic_ns) - static_cast<double>(first.monotonic_ns)) /
                        static_cast<double>(last.ticks - first.ticks);
    return std::isfinite(rate) && rate > 0 ? rate : 1;
}

namespace {

/// Lays regions one after another behind the header.
class Packer {
public:
    explicit Packer(std::vector<std::byte>& out) : out_(out) {}

    template <class Entry>
    void put(Region& region, std::span<const Entry> entries) {
        region = {out_.size(), entries.size(), entries.size()};
        const auto bytes = std::as_bytes(entries);
        out_.insert(out_.end(), bytes.begin(), bytes.end());
        out_.resize((out_.size() + 7) / 8 * 8);
    }

private:
    std::vector<std::byte>& out_;
};

std::vector<BufferEntry> filled(std::span<const BufferEntry> table) {
    std::vector<BufferEntry> out;
    for (const BufferEntry& entry : table)
        if (entry.address != 0) out.push_back(entry);
    return out;
}

}  // namespace

bool compact(const Image& image, std::vector<std::byte>& out) try {
    SpoolHeader header{};
    std::memcpy(static_cast<void*>(&header), &image.header(), image.header().header_bytes);
    header.version = kFormatVersion;
    header.header_bytes = sizeof header;
    const auto* base = reinterpret_cast<const char*>(&image.header());
    const auto text = [&](const Region& region) { return std::span(base + region.offset, region.used); };
    const std::vector<BufferEntry> buffers = filled(image.buffers());
    constexpr std::size_t kRounding = 17 * 8;  // one for each region
    out.clear();
    out.reserve(sizeof header + kRounding + header.functions.used + header.engines.used + header.strings.used +
                header.options.used + image.comms().size_bytes() + image.phases().size_bytes() +
                image.cells().size_bytes() + image.overflow().size_bytes() + image.samples().size_bytes() +
                image.counters().size_bytes() + image.messages().size_bytes() + image.bins().size_bytes() +
                image.loops_.size_bytes() + image.loop_parts_.size_bytes() + image.loop_runs_.size_bytes() +
                std::span(buffers).size_bytes());
    out.resize(sizeof header);
    Packer pack(out);
    pack.put(header.functions, text(header.functions));
    pack.put(header.engines, text(header.engines));
    pack.put(header.comms, image.comms());
    pack.put(header.phases, image.phases());
    pack.put(header.cells, image.cells());
    pack.put(header.cell_index, std::span<const std::uint32_t>{});
    pack.put(header.overflow, image.overflow());
    pack.put(header.samples, image.samples());
    pack.put(header.buffers, std::span(buffers));
    pack.put(header.counters, image.counters());
    pack.put(header.strings, text(header.strings));
    pack.put(header.options, text(header.options));
    pack.put(header.messages, image.messages());
    pack.put(header.bins, image.bins());
    pack.put(header.loops, image.loops_);
    pack.put(header.loop_parts, image.loop_parts_);
    pack.put(header.loop_runs, image.loop_runs_);
    header.image_bytes = out.size();
    std::memcpy(out.data(), &header, sizeof header);
    return true;
} catch (const std::exception&) { return false; }

}  // namespace shunt::record
