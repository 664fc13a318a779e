#pragma once
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "native/base/clock.hpp"
#include "shim/observe/record/format.hpp"
#include "shim/observe/record/loop_finder.hpp"
#include "shim/observe/record/spool.hpp"
#include "shim/observe/record/time_bins.hpp"

namespace shunt::record {

/// A CellKey in three registers. Built field by field in memory and then read whole, a key would stall the processor at
/// every call (stores cannot be forwarded to wider loads), which costs more than the rest of the recording.
class RowKey {
public:
    RowKey(std::uint16_t function, std::uint16_t comm, std::int32_t peer, std::uint64_t bytes, unsigned flags)
        : bytes_(bytes),
          peer_(static_cast<std::uint32_t>(peer)),
          rest_(std::uint64_t{function} | std::uint64_t{comm} << 16 | std::uint64_t{flags & 0xff} << 56) {}

    explicit RowKey(const CellKey& key) {
        std::uint64_t words[3];
        std::memcpy(words, &key, sizeof words);
        bytes_ = words[0];
        peer_ = words[1];
        rest_ = words[2];
    }

    std::uint64_t bytes() const { return bytes_; }
    std::int32_t peer() const { return static_cast<std::int32_t>(static_cast<std::uint32_t>(peer_)); }
    std::uint16_t function() const { return static_cast<std::uint16_t>(rest_); }
    std::uint16_t comm() const { return static_cast<std::uint16_t>(rest_ >> 16); }
    unsigned flags() const { return static_cast<unsigned>(rest_ >> 56); }
    void set_peer(std::int32_t peer) { peer_ = (peer_ >> 32) << 32 | static_cast<std::uint32_t>(peer); }
    void set_phase(std::uint16_t phase) { rest_ |= std::uint64_t{phase} << 32; }
    void set_engine(std::uint8_t engine) { rest_ |= std::uint64_t{engine} << 48; }
    void set_callsite(std::uint32_t callsite) { peer_ |= std::uint64_t{callsite} << 32; }

    bool is_of(const Cell& cell) const {
        return ((word(cell, 2) ^ rest_) | (word(cell, 0) ^ bytes_) | (word(cell, 1) ^ peer_)) == 0;  // one branch
    }
    void store(CellKey& key) const {
        const std::uint64_t words[3] = {bytes_, peer_, rest_};
        std::memcpy(&key, words, sizeof words);
    }
    std::uint64_t hash() const {
        std::uint64_t hash = bytes_ * 0x9e3779b97f4a7c15u + peer_ * 0xc2b2ae3d27d4eb4fu + rest_ * 0x165667b19e3779f9u;
        hash ^= hash >> 32;
        hash *= 0xd6e8feb86659fd93u;
        return hash >> 20;
    }

private:
    static std::uint64_t word(const Cell& cell, int index) {
        std::uint64_t value;
        std::memcpy(&value, reinterpret_cast<const std::byte*>(&cell.key) + 8 * index, sizeof value);
        return value;
    }

    std::uint64_t bytes_;
    std::uint64_t peer_;  ///< and callsite
    std::uint64_t rest_;  ///< function, comm, phase, engine, flags, as CellKey lies in memory
};
static_assert(offsetof(CellKey, peer) == 8 && offsetof(CellKey, function) == 16 && offsetof(CellKey, comm) == 18 &&
              offsetof(CellKey, phase) == 20 && offsetof(CellKey, engine) == 22 && offsetof(CellKey, flags) == 23);

/// How one message was sent that Shunt carried, for the row that counts it.
struct CarriedMessage {
    MessageProtocol protocol = MessageProtocol::none;  ///< none: nothing is known, nothing counted
    MessageWay way = MessageWay::none;                 ///< of the bytes not moved by cross-memory attach
    std::uint32_t queue_length = 0;  ///< in a receive: length of the unexpected queue when the message arrived; 0: the
                                     ///< receive had been posted before it
    std::uint64_t bytes = 0;
    std::uint64_t cross_bytes = 0;  ///< the part of `bytes` moved by cross-memory attach
};

/// Fills one spool image: rows by exact key, phases, buffers, samples. Fixed memory; entries without room are counted
/// in the overflow region and flagged. Thread: with `multithreaded`, any, if each call of a public function is between
/// `Locked` construction and destruction; else one at a time. Blocks: only on that lock.
class Recorder {
public:
    /// Owner: keeps `spool`, which must outlive this object.
    explicit Recorder(Spool& spool);

    /// From now on `Locked` takes the lock.
    void set_multithreaded(bool multithreaded) { multithreaded_.store(multithreaded, std::memory_order_relaxed); }

    bool is_multithreaded() const { return multithreaded_.load(std::memory_order_relaxed); }

    /// Holds the record for one thread; costs one branch when there is only one.
    class Locked {
    public:
        explicit Locked(Recorder& recorder) : recorder_(recorder), is_held_(recorder.is_multithreaded()) {
            if (is_held_) [[unlikely]]
                recorder_.lock();
        }
        ~Locked() {
            if (is_held_) [[unlikely]]
                recorder_.busy_.clear(std::memory_order_release);
        }
        Locked(const Locked&) = delete;
        Locked& operator=(const Locked&) = delete;

    private:
        Recorder& recorder_;
        const bool is_held_;  // `multithreaded_` may change meanwhile
    };

    /// The same for a signal handler: it gives up after a while, because it may have interrupted the holder.
    class LockedIfFree {
    public:
        explicit LockedIfFree(Recorder& recorder)
            : recorder_(recorder),
              is_needed_(recorder.is_multithreaded()),
              is_held_(is_needed_ && recorder.try_lock()) {}
        ~LockedIfFree() {
            if (is_held_) recorder_.busy_.clear(std::memory_order_release);
        }
        LockedIfFree(const LockedIfFree&) = delete;
        LockedIfFree& operator=(const LockedIfFree&) = delete;
        /// Whether the record may be used.
        bool holds() const { return is_held_ || !is_needed_; }

    private:
        Recorder& recorder_;
        const bool is_needed_, is_held_;
    };

    /// The row of `key` in the current phase, if it is the row that its function used last, as in most calls; else
    /// null, and always for kOverflowComm.
    [[gnu::always_inline]] Cell* row_used_last(RowKey key) const {
        key.set_phase(phase_);
        Cell* last = recent_[place_of(key)];
        if (last && key.is_of(*last)) [[likely]]
            return last;
        return nullptr;
    }

    /// Counts one more call, not timed, of a function whose calls with these flags differ only in the phase.   Returns:
    /// false, without effect, if there was no such call in this phase before.
    [[gnu::always_inline]] bool count_again(std::uint16_t function, unsigned flags) const {
        Cell* last = recent_[place_of(function, flags)];
        if (!last || last->key.phase != phase_) [[unlikely]]
            return false;
        last->count += 1;
        return true;
    }

    /// The row of `key` in the current phase, made if it is new; null without room (then use `overflow`).
    /// `world_rank(peer)` is called only for new rows.
    template <class WorldRank>
    Cell* row(RowKey key, WorldRank&& world_rank) {
        key.set_phase(phase_);
        Cell* found = find(key);
        if (!found) {
            found = add_row(key);
            if (!found) return nullptr;
            found->peer_world = world_rank(key.peer());
        }
        // In rows of kOverflowComm the peer is a rank of MPI_COMM_WORLD, so a caller's own key must not match the last.
        if (key.comm() != kOverflowComm) [[likely]]
            recent_[place_of(key)] = found;
        return found;
    }

    /// Counts one more timed call in `cell`.
    static void add_timed(Cell& cell, std::uint64_t elapsed) {
        cell.count += 1;
        if (cell.timed == 0 || elapsed < cell.min_ticks) cell.min_ticks = elapsed;
        cell.timed += 1;
        cell.ticks += elapsed;
        if (elapsed > cell.max_ticks) cell.max_ticks = elapsed;
    }

    /// A timed call of `function` lasted from `from` to `to` (ticks). If the function is timed by sample, the call
    /// stands for `every` calls.
    void note_time(std::uint16_t function, std::uint64_t from, std::uint64_t to, std::uint32_t every) {
        const TimeKind kind = time_kinds_[function];
        if (every == 1) bins_.add(kind, from, to);
        else bins_.add_sampled(function, kind, from, to, every);
    }
    /// This rank sent `bytes` to others.
    void note_bytes(std::uint64_t bytes) { bins_.add_bytes(bytes); }

    /// Counts one more call that has no row.
    void overflow(const RowKey& key, std::uint64_t elapsed);

    /// Records that a message was sent from `address`; increments `cell.reused` if that is not the first time.
    void note_send_buffer(Cell& cell, const void* address) {
        const auto value = reinterpret_cast<std::uint64_t>(address);
        if (cell.last_buffer == value) {
            cell.reused += 1;
            return;
        }
        cell.last_buffer = value;
        cell.reused += seen_buffer(value, cell.key.bytes);
    }

    /// Records how one message of `cell` was carried. A message without room is flagged.
    void note_message(const Cell& cell, const CarriedMessage& message);

    /// Enters phase `label`. Pointers from `row` stay valid, but belong to the phase they were made in.
    void enter_phase(std::int32_t label);
    std::uint16_t phase() const { return phase_; }

    /// Keeps a collective call if it is chosen: one in 2^sample_shift, by communicator and sequence number, alike on
    /// all ranks.
    void sample_collective(const CollectiveSample& sample) {
        if (is_chosen(sample)) keep_sample(sample);
    }

    /// A collective lasted from `begin` to `end` (ticks; both 0: not known). Loops are searched for in these calls.
    void note_in_loops(const LoopCall& call, std::uint64_t begin, std::uint64_t end) {
        loops_.add(call, begin, end);
        if (phases_by_loops_) [[unlikely]]
            follow_loops();
    }
    /// From now on each outermost loop is a phase, whose label is 1 + its number; calls in no loop are phase 0.
    void set_phases_by_loops() { phases_by_loops_ = true; }
    /// No more calls follow.
    void end_loops() { loops_.finish(); }

    /// Adds a communicator; kOverflowComm when there is no room.
    std::uint16_t add_comm(const CommEntry& entry);
    CommEntry* comm(std::uint16_t index);

    /// Offset of `text` in the strings, added if new; 0 without room.
    std::uint32_t add_string(const char* text);

    /// The number of that clause for `Cell::reason`, added if new; 0 if there are `most`, or without room.
    std::uint8_t add_clause(const std::string& clause, int most);
    /// The same for a clause whose text changes: it replaces the clause with number `before`; 0: it is a new one. A
    /// text longer than kClauseRoom bytes is cut. A reader of a crashed run may find it half written.
    std::uint8_t rewrite_clause(std::uint8_t before, const std::string& clause, int most);
    static constexpr std::size_t kClauseRoom = 352;

    /// Adds `value` to counter `name` (made if new).
    void add_counter(const char* name, std::uint64_t value);
    /// Sets counter `name` (made if new).
    void set_counter(const char* name, std::uint64_t value);

    /// Records which call the rank is in, in case it never returns. `now`: ticks; 0: not known, but later than all
    /// times recorded before.
    void enter_call(std::uint16_t function, std::uint16_t comm, std::int32_t peer, std::uint64_t now) {
        SpoolHeader& head = header();
        head.current_comm = comm;
        head.current_peer = peer;
        head.current_enter_ticks = now ? now : head.clock_last.ticks;
        head.current_function = function;
    }
    void leave_call() { header().current_function = 0xffff; }

    /// Stores the latest reading of both clocks, so that ticks can be converted to time after a crash.
    void touch_clock() { header().clock_last = {ticks(), monotonic_ns()}; }

    SpoolHeader& header() { return *spool_.header(); }

private:
    static constexpr std::size_t kRecent = 4096;

    void follow_loops();
    std::uint32_t append_string(const char* text);
    std::vector<char*> clauses();

    /// The index in `recent_`: separate for calls and traffic of a function, and for calls that are timed differently.
    static std::size_t place_of(std::uint16_t function, unsigned flags) {
        static_assert(kCall == 1 && kSampled >> 6 == 2);
        return (4 * std::size_t{function} + (flags & kCall) + (flags >> 6 & 2)) % kRecent;
    }
    static std::size_t place_of(const RowKey& key) { return place_of(key.function(), key.flags()); }

    Cell* find(const RowKey& key) {
        for (std::uint64_t slot = key.hash() & index_mask_; index_[slot] != 0; slot = (slot + 1) & index_mask_)
            if (Cell& cell = cells_[index_[slot] - 1]; key.is_of(cell)) return &cell;
        return nullptr;
    }
    CounterEntry* counter(const char* name);
    void lock();
    bool try_lock();
    Cell* add_row(const RowKey& key);
    void add_to_index(const RowKey& key, std::uint64_t number);
    /// Enters all rows anew, after the index has grown.
    void index_anew();
    unsigned seen_buffer(std::uint64_t address, std::uint64_t bytes);
    /// Sampling begins at a different number in each communicator: else the first calls of many short-lived
    /// communicators would all be chosen.
    bool is_chosen(const CollectiveSample& sample) {
        const auto first = static_cast<std::uint32_t>((sample.comm_id - 1) * 0x9e3779b97f4a7c15u >> 40);
        return ((sample.sequence + first) & ((1u << header().sample_shift) - 1)) == 0;
    }
    void keep_sample(const CollectiveSample& sample);
    MessageEntry* message_entry(std::uint32_t cell, MessageProtocol protocol, MessageWay way);
    template <class Entry>
    Entry* region(const Region& region) {
        return reinterpret_cast<Entry*>(spool_.at(region.offset));
    }

    Spool& spool_;
    std::uint32_t* index_;
    std::uint64_t index_mask_;
    Cell* cells_;
    BufferEntry* buffers_;
    std::uint64_t buffer_mask_;
    TimeBins bins_;
    std::vector<TimeKind> time_kinds_;  ///< by function
    LoopFinder loops_;
    MessageEntry* messages_;
    std::uint64_t message_mask_ = 0;
    std::unique_ptr<std::uint32_t[]> message_index_;  ///< 1 + entry number by cell, protocol and way, 0 empty
    std::uint16_t phase_ = 0;
    bool phases_by_loops_ = false;
    std::uint32_t loop_ = 0;           ///< of the phase, as LoopFinder::outermost()
    std::uint32_t calls_outside_ = 0;  ///< calls outside of that loop and of all others, since the last one in it
    std::atomic<bool> multithreaded_ = false;
    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    Cell* recent_[kRecent] = {};  ///< by place_of: the row used last
};

}  // namespace shunt::record
