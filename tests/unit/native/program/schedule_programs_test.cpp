// Schedules of phases, written as programs: the checker judges them by the bytes.
#include <catch2/catch.hpp>
#include <numeric>

#include "native/program/checker.hpp"
#include "native/program/replay.hpp"
#include "native/schedule/all_to_all.hpp"
#include "native/schedule/choose.hpp"
#include "native/schedule/greedy.hpp"
#include "native/schedule/split.hpp"
#include "tests/unit/native/program/programs.hpp"
#include "tests/unit/native/schedule/patterns.hpp"

using namespace shunt;
using namespace shunt::program;

namespace {

/// An alltoallv of `pattern`, with one rank a node and a byte an element. Each rank makes the pieces of a phase after
/// those of the phase before.
Program program_of(const schedule::Schedule& schedule, const schedule::Pattern& pattern) {
    const auto ranks = static_cast<std::size_t>(pattern.nodes);
    Program program;
    program.operation = Operation::alltoallv;
    program.ranks.resize(ranks);
    program.counts.resize(ranks * ranks);
    for (const auto& message : pattern.messages)
        program.counts[static_cast<std::size_t>(message.from) * ranks + static_cast<std::size_t>(message.to)] =
            static_cast<std::uint64_t>(message.bytes);
    const auto sent_from = [&](std::size_t from, std::size_t to) {
        const auto row = program.counts.begin() + static_cast<std::ptrdiff_t>(from * ranks);
        return std::accumulate(row, row + static_cast<std::ptrdiff_t>(to), std::uint64_t{0});
    };
    const auto received_at = [&](std::size_t from, std::size_t to) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < from; ++i) sum += program.counts[i * ranks + to];
        return sum;
    };
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        std::vector<std::uint32_t> before, now;
        std::uint32_t phase = 0;
        for (const auto& piece : own_pieces(schedule, pattern, static_cast<std::int32_t>(rank))) {
            if (piece.phase != phase) before = std::exchange(now, {});
            phase = piece.phase;
            const auto peer = static_cast<std::size_t>(piece.peer);
            const auto offset = static_cast<std::uint64_t>(piece.offset),
                       bytes = static_cast<std::uint64_t>(piece.bytes);
            now.push_back(program.ranks[rank].add(
                piece.sends ? send_step({Buffer::send, sent_from(rank, peer) + offset, bytes}, piece.peer)
                            : receive_step({Buffer::receive, received_at(peer, rank) + offset, bytes}, piece.peer),
                before));
        }
    }
    return program;
}

}  // namespace

TEST_CASE("schedules of phases are right as programs, and wrong where a piece is missing", "[program]") {
    Random random(5);
    for (int round = 0; round < 60; ++round) {
        const schedule::Pattern pattern = schedule::random_pattern(random, 9);
        for (const auto& made : {schedule::greedy(pattern, {}, 1024), schedule::all_to_all(pattern, {}, 1024),
                                 schedule::split(pattern, {}, 0)}) {
            Program program = program_of(made, pattern);
            CAPTURE(round);
            CHECK(check(program, Memory::apart).error == "");
            const auto sum = std::accumulate(program.counts.begin(), program.counts.end(), std::uint64_t{0});
            if (sum < 100'000) CHECK(replay(program, Memory::apart, 1) == "");
            const auto busy =
                std::ranges::find_if(program.ranks, [](const RankProgram& r) { return !r.steps.empty(); });
            if (busy == program.ranks.end()) continue;
            Step& step = busy->steps[random.below(busy->steps.size())];
            --step.count;
            CHECK_FALSE(check(program, Memory::apart).right());
        }
    }
}
