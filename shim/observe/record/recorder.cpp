#include "shim/observe/record/recorder.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <string_view>

namespace shunt::record {
namespace {

constexpr std::uint32_t kMostSampleShift = 31;

/// The kinds of the functions that `text` names, as SpoolHeader::functions does.
std::vector<TimeKind> time_kinds_in(std::string_view text) {
    std::vector<TimeKind> kinds;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        kinds.push_back(time_kind_of(line.substr(std::min(line.size(), line.find(' ') + 1))));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return kinds;
}

}  // namespace

Recorder::Recorder(Spool& spool)
    : spool_(spool),
      index_(region<std::uint32_t>(header().cell_index)),
      index_mask_(header().cell_index.capacity - 1),
      cells_(region<Cell>(header().cells)),
      buffers_(region<BufferEntry>(header().buffers)),
      buffer_mask_(header().buffers.capacity - 1),
      bins_(header(), region<TimeBin>(header().bins), ticks()),
      time_kinds_(time_kinds_in({region<char>(header().functions), header().functions.used})),
      loops_({header().loops, region<LoopEntry>(header().loops), header().loop_parts,
              region<LoopPart>(header().loop_parts), header().loop_runs, region<LoopRun>(header().loop_runs),
              header().flags},
             ticks()),
      messages_(region<MessageEntry>(header().messages)) {
    time_kinds_.resize(header().function_count, TimeKind::other);
    if (header().messages.capacity == 0) return;
    const std::uint64_t slots = std::bit_ceil(2 * header().messages.capacity);
    message_index_.reset(new (std::nothrow) std::uint32_t[slots]());
    message_mask_ = slots - 1;
}

void Recorder::lock() {
    for (int attempt = 0; busy_.test_and_set(std::memory_order_acquire); ++attempt)
        if (attempt > 64) sched_yield();  // the holder may wait for our core
}

bool Recorder::try_lock() {
    constexpr int kMostAttempts = 1000;
    for (int attempt = 0; busy_.test_and_set(std::memory_order_acquire); ++attempt) {
        if (attempt == kMostAttempts) return false;
        sched_yield();
    }
    return true;
}

Cell* Recorder::add_row(const RowKey& key) {
    Region& known = header().cells;
    if (known.used == known.capacity) {
        if (!spool_.grow_cells()) {
            header().flags |= kCellsOverflowed;
            return nullptr;
        }
        index_anew();
    }
    Cell& cell = cells_[known.used];
    cell = Cell{};
    key.store(cell.key);
    publish(known, known.used + 1);
    add_to_index(key, known.used);
    touch_clock();
    return &cell;
}

void Recorder::add_to_index(const RowKey& key, std::uint64_t number) {
    std::uint64_t slot = key.hash() & index_mask_;
    while (index_[slot] != 0) slot = (slot + 1) & index_mask_;
    index_[slot] = static_cast<std::uint32_t>(number);
    header().cell_index.used += 1;
}

void Recorder::index_anew() {
    Region& slots = header().cell_index;
    if (slots.capacity - 1 == index_mask_) return;
    index_mask_ = slots.capacity - 1;
    std::fill_n(index_, slots.capacity, 0u);
    slots.used = 0;
    for (std::uint64_t i = 0; i < header().cells.used; ++i) add_to_index(RowKey(cells_[i].key), i + 1);
}

void Recorder::overflow(const RowKey& key, std::uint64_t elapsed) {
    if (key.function() >= header().overflow.capacity || !(key.flags() & kCall)) return;
    OverflowEntry& entry = region<OverflowEntry>(header().overflow)[key.function()];
    entry.count += 1;
    entry.bytes += key.bytes();
    entry.ticks += elapsed;
}

unsigned Recorder::seen_buffer(std::uint64_t address, std::uint64_t bytes) {
    std::uint64_t slot = (address * 0x9e3779b97f4a7c15u >> 20) & buffer_mask_;
    for (int probe = 0; probe < 16; ++probe, slot = (slot + 1) & buffer_mask_) {
        BufferEntry& entry = buffers_[slot];
        if (entry.address != 0 && entry.address != address) continue;
        const bool seen = entry.address == address;
        entry.uses += 1;
        entry.max_bytes = std::max(entry.max_bytes, bytes);
        if (!seen && address != 0) {
            entry.address = address;
            header().buffers.used += 1;
        }
        return seen;
    }
    header().flags |= kBuffersOverflowed;
    return 0;
}

MessageEntry* Recorder::message_entry(std::uint32_t cell, MessageProtocol protocol, MessageWay way) {
    if (!message_index_) return nullptr;
    const std::uint64_t key = std::uint64_t{cell} << 16 | std::uint64_t{static_cast<std::uint8_t>(protocol)} << 8 |
                              static_cast<std::uint8_t>(way);
    std::uint64_t slot = (key * 0x9e3779b97f4a7c15u >> 32) & message_mask_;
    for (; message_index_[slot] != 0; slot = (slot + 1) & message_mask_) {
        MessageEntry& entry = messages_[message_index_[slot] - 1];
        if (entry.cell == cell && entry.protocol == protocol && entry.way == way) return &entry;
    }
    Region& known = header().messages;
    if (known.used == known.capacity) return nullptr;
    MessageEntry& entry = messages_[known.used];
    entry = MessageEntry{};
    entry.cell = cell;
    entry.protocol = protocol;
    entry.way = way;
    publish(known, known.used + 1);
    message_index_[slot] = static_cast<std::uint32_t>(known.used);
    return &entry;
}

void Recorder::note_message(const Cell& cell, const CarriedMessage& message) {
    if (message.protocol == MessageProtocol::none) return;
    const auto number = static_cast<std::uint32_t>(&cell - cells_);
    const bool crossed = message.cross_bytes > message.bytes / 2;
    const MessageWay way = crossed ? MessageWay::cross_memory : message.way;
    MessageEntry* const entry = message_entry(number, message.protocol, way);
    if (!entry) {
        header().flags |= kMessagesOverflowed;
        return;
    }
    entry->messages += 1;
    entry->bytes += crossed ? message.cross_bytes : message.bytes - message.cross_bytes;
    if (message.queue_length != 0) {
        entry->unexpected += 1;
        entry->length_sum += message.queue_length;
        entry->length_most = std::max<std::uint64_t>(entry->length_most, message.queue_length);
    }
    const std::uint64_t rest = crossed ? message.bytes - message.cross_bytes : message.cross_bytes;
    if (rest == 0) [[likely]]
        return;
    if (MessageEntry* const other =
            message_entry(number, message.protocol, crossed ? message.way : MessageWay::cross_memory))
        other->bytes += rest;
    else header().flags |= kMessagesOverflowed;
}

void Recorder::enter_phase(std::int32_t label) {
    auto* phases = region<PhaseEntry>(header().phases);
    Region& known = header().phases;
    const std::uint64_t now = ticks();
    phases[phase_].ticks += now - phases[phase_].start_ticks;
    std::uint64_t number = phases_by_loops_ ? 0 : 1;  // all calls in no loop are one phase, before the first loop too
    while (number < known.used && phases[number].label != label) ++number;
    if (number == known.capacity) {
        header().flags |= kPhasesOverflowed;
        number = known.capacity - 1;
    }
    phases[number].label = number < known.used ? phases[number].label : label;
    phases[number].entries += 1;
    phases[number].start_ticks = now;
    if (number == known.used) publish(known, number + 1);
    phase_ = static_cast<std::uint16_t>(number);
    bins_.enter_phase(phase_, now);
    touch_clock();
}

/// An inner loop continues for a while before the loop around it is recognised again, and a few calls may lie between
/// two runs of a loop: neither begins a phase.
void Recorder::follow_loops() {
    constexpr std::uint32_t kCallsBetween = 64;
    const std::uint32_t now = loops_.outermost();
    calls_outside_ = now == 0 ? calls_outside_ + 1 : 0;
    const bool has_left = now == 0 && calls_outside_ == kCallsBetween;
    const bool is_other = now != 0 && now != loop_ && (loop_ == 0 || !loops_.is_inside(now, loop_));
    if (!is_other && (!has_left || loop_ == 0)) return;
    loop_ = now;
    enter_phase(static_cast<std::int32_t>(now));
}

void Recorder::keep_sample(const CollectiveSample& sample) {
    Region& kept = header().samples;
    auto* samples = region<CollectiveSample>(kept);
    if (kept.used == kept.capacity) {
        // Every rank that runs out of room halves its choice in the same way, so the samples of two ranks still
        // overlap.
        if (header().sample_shift == kMostSampleShift) return;
        header().sample_shift += 1;
        auto* end =
            std::remove_if(samples, samples + kept.used, [&](const CollectiveSample& s) { return !is_chosen(s); });
        publish(kept, static_cast<std::uint64_t>(end - samples));
        if (!is_chosen(sample) || kept.used == kept.capacity) return;
    }
    samples[kept.used] = sample;
    publish(kept, kept.used + 1);
}

std::uint16_t Recorder::add_comm(const CommEntry& entry) {
    Region& known = header().comms;
    if (known.used == known.capacity) {
        header().flags |= kCommsOverflowed;
        return kOverflowComm;
    }
    region<CommEntry>(known)[known.used] = entry;
    publish(known, known.used + 1);
    return static_cast<std::uint16_t>(known.used - 1);
}

CommEntry* Recorder::comm(std::uint16_t index) {
    return index < header().comms.used ? region<CommEntry>(header().comms) + index : nullptr;
}

std::uint32_t Recorder::add_string(const char* text) {
    const Region& strings = header().strings;
    const char* const base = region<char>(strings);
    for (std::uint64_t at = 1; at < strings.used; at += std::strlen(base + at) + 1)
        if (std::strcmp(base + at, text) == 0) return static_cast<std::uint32_t>(at);
    return append_string(text);
}

std::uint32_t Recorder::append_string(const char* text) {
    Region& strings = header().strings;
    char* const base = region<char>(strings);
    const std::size_t bytes = std::strlen(text) + 1;
    if (strings.used + bytes > strings.capacity) {
        header().flags |= kStringsOverflowed;
        return 0;
    }
    const std::uint64_t at = strings.used;
    std::memcpy(base + at, text, bytes);
    publish(strings, at + bytes);
    return static_cast<std::uint32_t>(at);
}

std::uint8_t Recorder::add_clause(const std::string& clause, int most) {
    const std::string marked = kClauseMark + clause;
    int number = kFirstClause;
    for (const char* known : clauses()) {
        if (marked == known) return static_cast<std::uint8_t>(number);
        ++number;
    }
    const bool fits = number < std::min(kFirstClause + most, 0xff) && append_string(marked.c_str()) != 0;
    return fits ? static_cast<std::uint8_t>(number) : std::uint8_t{0};
}

/// A shorter text is padded with blanks, which readers skip.
std::uint8_t Recorder::rewrite_clause(std::uint8_t before, const std::string& clause, int most) {
    std::string marked = kClauseMark + clause;
    marked.resize(kClauseRoom, ' ');
    const std::vector<char*> known = clauses();
    const std::size_t place = before == 0 ? known.size() : std::size_t{before} - kFirstClause;
    if (place < known.size()) {
        std::memcpy(known[place], marked.data(), std::min(marked.size(), std::strlen(known[place])));
        return before;
    }
    const int number = kFirstClause + static_cast<int>(known.size());
    const bool fits = number < std::min(kFirstClause + most, 0xff) && append_string(marked.c_str()) != 0;
    return fits ? static_cast<std::uint8_t>(number) : std::uint8_t{0};
}

/// The clauses in the strings region, in order.
std::vector<char*> Recorder::clauses() {
    std::vector<char*> found;
    const Region& strings = header().strings;
    char* const base = region<char>(strings);
    for (std::uint64_t at = 1; at < strings.used; at += std::strlen(base + at) + 1)
        if (base[at] == kClauseMark) found.push_back(base + at);
    return found;
}

CounterEntry* Recorder::counter(const char* name) {
    Region& known = header().counters;
    auto* counters = region<CounterEntry>(known);
    for (std::uint64_t i = 0; i < known.used; ++i)
        if (std::strncmp(counters[i].name, name, sizeof counters[i].name) == 0) return &counters[i];
    if (known.used == known.capacity) return nullptr;
    std::strncpy(counters[known.used].name, name, sizeof counters[known.used].name - 1);
    counters[known.used].value = 0;
    publish(known, known.used + 1);
    return &counters[known.used - 1];
}

void Recorder::set_counter(const char* name, std::uint64_t value) {
    if (CounterEntry* entry = counter(name)) entry->value = value;
}

void Recorder::add_counter(const char* name, std::uint64_t value) {
    if (CounterEntry* entry = counter(name)) entry->value += value;
}

}  // namespace shunt::record
