// Not run by ctest: the time of the checker (unit_tests "[program-figures]").
#include <catch2/catch.hpp>
#include <chrono>
#include <iostream>

#include "native/program/checker.hpp"
#include "native/program/simulator.hpp"
#include "tests/unit/native/program/programs.hpp"

using namespace shunt;
using namespace shunt::program;

namespace {

template <class Work>
void tell(const char* what, const Program& program, const Work& work) {
    std::uint64_t steps = 0;
    for (const RankProgram& rank : program.ranks) steps += rank.steps.size();
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::cout << what << ": " << program.size() << " ranks, " << steps << " steps, " << seconds.count() << " s\n";
}

void tell_check(const char* what, const Program& program) {
    tell(what, program, [&] { CHECK(check(program, Memory::apart).error == ""); });
}

/// The exchange of all with all, repeated into scratch, until there are 10^5 steps.
Program many_exchanges(int ranks) {
    Program program = pairwise_alltoall(ranks, 10);
    for (int rank = 0; rank < ranks; ++rank) {
        RankProgram& own = program.ranks[rank];
        own.scratch = static_cast<std::uint64_t>(10 * ranks);
        for (int round = 0; own.steps.size() < 100'000u / static_cast<unsigned>(ranks); ++round) {
            const auto last = static_cast<std::uint32_t>(own.steps.size() - 1);
            const int distance = 1 + round % (ranks - 1);
            const int to = (rank + distance) % ranks, from = (rank + ranks - distance) % ranks;
            own.add(send_step({Buffer::send, static_cast<std::uint64_t>(10 * to), 10}, to), {last - 1, last});
            own.add(receive_step({Buffer::scratch, static_cast<std::uint64_t>(10 * from), 10}, from), {last - 1, last});
        }
    }
    return program;
}

/// Single elements are written, and then the whole is read repeatedly.
Program cut_up(std::uint64_t count, int reads) {
    Program program;
    program.operation = Operation::scan;
    program.count = count;
    program.ranks.resize(1);
    RankProgram& own = program.ranks[0];
    own.scratch = 2 * count;
    std::vector<std::uint32_t> all, last;
    for (std::uint64_t i = 0; i < count; ++i) {
        all.push_back(own.add(copy_step({Buffer::send, i, 1}, {Buffer::scratch, count - 1 - i, 1})));
        all.push_back(own.add(copy_step({Buffer::send, i, 1}, {Buffer::receive, i, 1})));
    }
    last = {own.add(copy_step({}, {}), all)};
    for (int i = 0; i < reads; ++i)
        last = {own.add(copy_step({Buffer::scratch, 0, count}, {Buffer::scratch, count, count}), last)};
    return program;
}

}  // namespace

TEST_CASE("how long the checker takes", "[.][program-figures]") {
    tell_check("exchanges", many_exchanges(64));
    tell_check("recursive halving", recursive_halving_allreduce(1024, 100'000));
    tell_check("chain in parts", chain_bcast(64, 0, 1600, 1));
    tell_check("cut up", cut_up(1000, 1000));
    const Program hard = cut_up(50'000, 50'000);
    tell("cut up too much", hard,
         [&] { CHECK_THAT(check(hard, Memory::apart).error, Catch::Contains("cannot be checked")); });
    const Program ring = ring_allreduce(1024, 100'000);
    tell_check("ring", ring);
    tell("simulation of the ring", ring, [&] { simulate(ring, {}, 8); });
    tell("digest of the ring", ring, [&] { digest_of(ring); });
}
