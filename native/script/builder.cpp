#include "native/script/builder.hpp"

#include <algorithm>
#include <utility>

#include "native/program/goal.hpp"

namespace shunt::script {
namespace {

using program::Buffer;
using program::Kind;
using program::Range;
using program::Step;

/// A step waits for at most this many steps directly; more of them are joined by a step that does nothing.
constexpr std::size_t kMostEnds = 4;

constexpr std::size_t kMostOpen = 64;
constexpr std::size_t kMostAfter = 1024;
constexpr std::size_t kRecentEnds = 16;

std::string shown(Range range) {
    return std::string(name_of(range.buffer)) + "[" + std::to_string(range.first) + "+" + std::to_string(range.count) +
           "]";
}

}  // namespace

const char* name_of(Buffer buffer) {
    return buffer == Buffer::send ? "input" : buffer == Buffer::receive ? "output" : "scratch";
}

Builder::Builder(const Call& call, int ranks, const Limits& limits) {
    program_.operation = call.operation;
    program_.root = call.root;
    program_.count = call.count;
    program_.counts = call.counts;
    program_.commutative = call.commutative && combines(call.operation);
    program_.ranks.resize(static_cast<std::size_t>(ranks));
    most_steps_ = limits.steps + limits.steps_per_rank * static_cast<std::uint64_t>(ranks);
    lines_.resize(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        lines_[rank].input = program::size_of(program_, rank, Buffer::send);
        lines_[rank].output = program::size_of(program_, rank, Buffer::receive);
    }
}

bool Builder::fails(std::string message) {
    error_ = std::move(message);
    return false;
}

std::uint64_t Builder::size_of(int rank, Buffer buffer) const {
    if (buffer == Buffer::scratch) return program_.ranks[rank].scratch;
    return buffer == Buffer::send ? lines_[rank].input : lines_[rank].output;
}

bool Builder::has_blocks(int rank, Buffer buffer) const {
    switch (program_.operation) {
        case Operation::gather:
        case Operation::gatherv: return buffer == Buffer::receive && rank == program_.root;
        case Operation::scatter:
        case Operation::scatterv: return buffer == Buffer::send && rank == program_.root;
        case Operation::allgather:
        case Operation::allgatherv: return buffer == Buffer::receive;
        case Operation::alltoall:
        case Operation::alltoallv: return buffer != Buffer::scratch;
        case Operation::reduce_scatter:
        case Operation::reduce_scatter_block: return buffer == Buffer::send;
        default: return false;
    }
}

std::uint64_t Builder::block_count(int rank, Buffer buffer, std::uint64_t block) const {
    if (program_.counts.empty()) return program_.count;
    if (program_.operation != Operation::alltoallv) return program_.counts[block];
    const auto ranks = program_.ranks.size();
    const auto own = static_cast<std::uint64_t>(rank);
    return program_.counts[buffer == Buffer::send ? own * ranks + block : block * ranks + own];
}

bool Builder::find_blocks(int rank, Buffer buffer, std::int64_t first, std::int64_t blocks, Range& found) {
    if (!has_blocks(rank, buffer))
        return fails(std::string(name_of(buffer)) + " of rank " + std::to_string(rank) + " has no blocks in " +
                     std::string(shunt::name_of(program_.operation)) + ": use part(i, n) or slice(first, count)");
    if (first < 0 || blocks < 0 || first > ranks() || blocks > ranks() - first)
        return fails("there are blocks 0 to " + std::to_string(ranks() - 1) + ", not " + std::to_string(blocks) +
                     " from block " + std::to_string(first) + " on");
    if (block_rank_ != rank || block_buffer_ != buffer) {
        block_ends_.assign(1, 0);
        for (std::uint64_t i = 0; i < program_.ranks.size(); ++i)
            block_ends_.push_back(block_ends_.back() + block_count(rank, buffer, i));
        block_rank_ = rank;
        block_buffer_ = buffer;
    }
    const std::uint64_t begin = block_ends_[static_cast<std::size_t>(first)];
    found = {buffer, begin, block_ends_[static_cast<std::size_t>(first + blocks)] - begin};
    return true;
}

bool Builder::add_scratch(int rank, std::int64_t count, Range& made) {
    std::uint64_t block = program_.count;
    for (const std::uint64_t one : program_.counts) block = std::max(block, one);
    const std::uint64_t ranks = program_.ranks.size();
    const std::uint64_t most = 4 * (lines_[rank].input + lines_[rank].output + (ranks + 4) * (block + 1));
    std::uint64_t& scratch = program_.ranks[rank].scratch;
    if (count < 0) return fails("scratch of " + std::to_string(count) + " elements");
    if (static_cast<std::uint64_t>(count) > most - std::min(most, scratch))
        return fails("more than " + std::to_string(most) + " elements of scratch for rank " + std::to_string(rank));
    made = {Buffer::scratch, scratch, static_cast<std::uint64_t>(count)};
    scratch += made.count;
    return true;
}

bool Builder::fits(int rank, Range range) {
    const std::uint64_t size = size_of(rank, range.buffer);
    if (range.first <= size && range.count <= size - range.first) return true;
    return fails(shown(range) + " is not inside " + name_of(range.buffer) + " of rank " + std::to_string(rank) +
                 ", which has " + std::to_string(size) + " elements");
}

bool Builder::is_sound(int rank, const Step& step) {
    if (step.reads() && !fits(rank, step.from())) return false;
    if (step.writes() && !fits(rank, step.to())) return false;
    if (step.writes() && step.to_buffer == Buffer::send)
        return fails("input of rank " + std::to_string(rank) + " is only read: it is the program's own memory");
    if (step.kind != Kind::send && step.kind != Kind::receive) return true;
    if (step.peer == rank) return fails("a message of rank " + std::to_string(rank) + " to itself: use copy");
    if (step.peer >= 0 && step.peer < ranks()) return true;
    return fails("there is no rank " + std::to_string(step.peer) + ": the last is " + std::to_string(ranks() - 1));
}

bool Builder::add(int rank, Step step, std::span<const std::int64_t> after, std::uint32_t& index) {
    if (!is_sound(rank, step)) return false;
    if (steps_ >= most_steps_) return fails("more than " + std::to_string(most_steps_) + " steps in one program");
    if (after.size() > kMostAfter) return fails("after more than " + std::to_string(kMostAfter) + " steps");
    Line& line = lines_[rank];
    program::RankProgram& steps = program_.ranks[rank];
    std::vector<std::uint32_t> all = line.parts.back().before;
    for (const std::int64_t one : after) {
        if (one < 0 || one >= static_cast<std::int64_t>(steps.steps.size()))
            return fails("after a step that rank " + std::to_string(rank) + " does not have yet");
        const auto earlier = static_cast<std::uint32_t>(one);
        if (std::ranges::find(all, earlier) == all.end()) all.push_back(earlier);
    }
    index = steps.add(step, all);
    ++steps_;
    if (step.kind == Kind::send) line.sent += step.count;
    finish_step(line.parts.back(), index, after);
    return true;
}

void Builder::finish_step(Part& part, std::uint32_t index, std::span<const std::int64_t> after) {
    part.is_empty = false;
    if (!part.together) {
        part.before.assign(1, index);
        return;
    }
    // A step that waits for `index` has waited for these too. Only the last ends are checked: keeping others does no
    // harm.
    const std::size_t recent = std::min<std::size_t>(part.ends.size(), kRecentEnds);
    const auto begin = part.ends.end() - static_cast<std::ptrdiff_t>(recent);
    const auto is_waited_for = [&](std::uint32_t end) { return std::ranges::find(after, end) != after.end(); };
    part.ends.erase(std::remove_if(begin, part.ends.end(), is_waited_for), part.ends.end());
    part.ends.push_back(index);
}

bool Builder::open(int rank, bool together) {
    Line& line = lines_[rank];
    if (line.parts.size() > kMostOpen)
        return fails("more than " + std::to_string(kMostOpen) + " parts within each other");
    Part part;
    part.together = together;
    part.before = line.parts.back().before;
    line.parts.push_back(std::move(part));
    return true;
}

std::uint32_t Builder::join(int rank, std::span<const std::uint32_t> ends) {
    ++steps_;
    const Range nothing{Buffer::scratch, 0, 0};
    return program_.ranks[rank].add(program::copy_step(nothing, nothing), ends);
}

bool Builder::close(int rank) {
    Line& line = lines_[rank];
    if (line.parts.size() < 2) return fails("a part is closed that is not open");
    Part part = std::move(line.parts.back());
    line.parts.pop_back();
    if (part.is_empty) return true;
    std::vector<std::uint32_t> ends = std::move(part.together ? part.ends : part.before);
    if (ends.size() > kMostEnds) ends.assign(1, join(rank, ends));
    Part& around = line.parts.back();
    around.is_empty = false;
    if (around.together) around.ends.insert(around.ends.end(), ends.begin(), ends.end());
    else around.before = std::move(ends);
    return true;
}

}  // namespace shunt::script
