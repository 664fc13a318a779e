#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/operation.hpp"

namespace shunt::program {

/// The memory that a step names. `send` is only read. `receive` gets the result; MPI_Bcast has only this one, even at
/// the root. `scratch` is the program's own memory, with undefined contents at first. Blocks are packed, in order of
/// rank.
enum class Buffer : std::uint8_t { send, receive, scratch };

/// `count` elements of a buffer from `first` on.   Units: elements of the call's datatype.
struct Range {
    Buffer buffer = Buffer::scratch;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

/// `send`: sends `from` to `peer`.   `receive`: receives `to` from `peer`.   `copy`: `to` becomes `from`.
/// `combine`: `to` becomes `to` op `from`, or `from` op `to` if Step::from_is_left.
enum class Kind : std::uint8_t { send, receive, combine, copy };

/// One action of a rank. `from` and `to` are equally long. A step begins once all steps that it is `after` are done, in
/// any order relative to the others.
/// Messages from one rank to another match in order of the steps: the n-th send matches the n-th receive, of the same
/// `count` and `chunk`. A send may wait until its receive can begin; messages of one pair may wait for each other.
/// `chunk`: the step is done in parts of so many elements, one after the other; 0: as one. If a step is after another
/// one and both have the same `count` and `chunk`, its n-th part waits only for the other's n-th part.
struct Step {
    Kind kind = Kind::copy;
    Buffer from_buffer = Buffer::scratch;  ///< unused by `receive`
    Buffer to_buffer = Buffer::scratch;    ///< unused by `send`
    bool from_is_left = false;             ///< only for `combine`
    std::int32_t peer = -1;                ///< only for `send` and `receive`: a rank
    std::uint64_t from_first = 0;
    std::uint64_t to_first = 0;
    std::uint64_t count = 0;
    std::uint64_t chunk = 0;
    std::uint32_t after_begin = 0;  ///< its range in RankProgram::afters; set by add()
    std::uint32_t after_end = 0;
    std::uint32_t line = 0;  ///< line of Program::source that made it; 0: unknown. For messages only: it has no effect
                             ///< on the step.

    Range from() const { return {from_buffer, from_first, count}; }
    Range to() const { return {to_buffer, to_first, count}; }
    bool reads() const { return kind != Kind::receive; }  ///< `from`; `combine` reads `to` as well
    bool writes() const { return kind != Kind::send; }    ///< `to`
    /// Number of parts of the step; at least one.
    std::uint64_t parts() const { return chunk == 0 || count <= chunk ? 1 : (count - 1) / chunk + 1; }
};

/// Make the four kinds of steps. `from.count` is the count of copy and combine.
Step send_step(Range from, int peer, std::uint64_t chunk = 0);
Step receive_step(Range to, int peer, std::uint64_t chunk = 0);
Step copy_step(Range from, Range to, std::uint64_t chunk = 0);
Step combine_step(Range from, Range to, bool from_is_left, std::uint64_t chunk = 0);

/// The steps of one rank.
struct RankProgram {
    std::uint64_t scratch = 0;          ///< elements
    std::vector<Step> steps;            ///< a step is identified by its index
    std::vector<std::uint32_t> afters;  ///< of all steps, one after the other

    /// The steps for which `step` waits. Each is less than its own index: the steps are in a possible order of
    /// execution.
    std::span<const std::uint32_t> after(const Step& step) const {
        return std::span(afters).subspan(step.after_begin, step.after_end - step.after_begin);
    }
    /// Appends a step.   Returns: its index.
    std::uint32_t add(Step step, std::span<const std::uint32_t> after = {});
    std::uint32_t add(Step step, std::initializer_list<std::uint32_t> after) {
        return add(step, std::span(after.begin(), after.size()));
    }
};

/// One collective call as all ranks do it. `count` is MPI's count: the vector's length (bcast, reduce, allreduce, scan,
/// exscan), or that of one block (gather, scatter, allgather, alltoall, reduce_scatter_block).
struct Program {
    Operation operation = Operation::barrier;
    int root = 0;  ///< 0 where the operation has none
    std::uint64_t count = 0;
    /// gatherv, scatterv, allgatherv, reduce_scatter: elements of each rank's block, in order of rank.   alltoallv:
    /// elements of the block of each pair, [sender * ranks + receiver].
    std::vector<std::uint64_t> counts;
    bool commutative = false;  ///< it is only for operations that commute; otherwise for all operations
    std::vector<RankProgram> ranks;
    std::string source;  ///< the file from which it was made, for messages
    int size() const { return static_cast<int>(ranks.size()); }
};

/// Whether both do the same, whatever their origin (`source`, `line`).
bool equal(const Program& a, const Program& b);

/// A digest of the program's effect: equal for equal() programs on every machine; others have the same only by chance.
/// Cost: O(steps).
std::uint64_t digest_of(const Program& program);

/// A step as messages and the text form show it, without `chunk` and `after`: "send recvbuf[0+4] to 3".
std::string to_text(const Step& step);
std::string to_text(const Range& range);

/// The program as text in the form that parse() reads. README.md describes the form.
std::string to_text(const Program& program);

/// A program, or the reason why there is none: "FILE:LINE: reason".
struct [[nodiscard]] Parsed {
    std::optional<Program> program;
    std::string error;
};

/// Parses the text form. `source` is its name in messages. Only the form is checked here; the checker checks the
/// effect. Cost: memory in proportion to `text`.   Threads: any.
Parsed parse(std::string_view text, std::string_view source);

/// Limits: programs with more ranks are refused, and those with more elements of scratch on one rank.
inline constexpr std::uint64_t kMostRanks = 1u << 16;
inline constexpr std::uint64_t kMostScratch = std::uint64_t{1} << 48;

}  // namespace shunt::program
