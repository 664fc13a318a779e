#include "native/program/checker.hpp"

#include <catch2/catch.hpp>

#include "native/base/outcome.hpp"
#include "native/program/replay.hpp"
#include "tests/unit/native/program/programs.hpp"

using namespace shunt;
using namespace shunt::program;
using Catch::Contains;

namespace {

std::string error_of(std::string_view text, Memory memory = Memory::apart) { return check(read(text), memory).error; }

const std::string kBcast2 = "program bcast\nranks 2\ncount 4\n";
const std::string kReduce2 = "program reduce\nranks 2\ncount 4\n";
const std::string kReduce3 = "program reduce\nranks 3\ncount 1\n";

}  // namespace

TEST_CASE("known algorithms are right, with memory apart and in place, and so are their results", "[program]") {
    for (const int ranks : {1, 2, 3, 4, 5, 7, 8, 16, 17}) {
        for (const int root : {0, ranks / 2, ranks - 1}) {
            for (const std::uint64_t count : {0, 1, 3, 40}) {
                for (const Program& program : known_programs(ranks, root, count, count == 40 ? 7 : 0)) {
                    for (const Memory memory : {Memory::apart, Memory::in_place}) {
                        CAPTURE(name_of(program.operation), ranks, root, count, program.commutative, memory);
                        const std::string error = check(program, memory).error;
                        // In the pairwise exchange, a received block is placed where another block must still be sent
                        // from.
                        const bool overwrites =
                            memory == Memory::in_place && ranks > 1 &&
                            (program.operation == Operation::alltoall || program.operation == Operation::alltoallv);
                        if (!overwrites) CHECK(error == "");
                        else if (program.operation == Operation::alltoall) CHECK(error.empty() == (count == 0));
                        if (error.empty())
                            CHECK(replay(program, memory, static_cast<std::uint64_t>(ranks) + count) == "");
                    }
                }
            }
        }
    }
    CHECK(replay(pairwise_alltoall(5, 3), Memory::in_place, 1) != "");
}

TEST_CASE("a broadcast that leaves elements out is wrong", "[program]") {
    CHECK_THAT(error_of(kBcast2), Contains("test.program: rank 1: recvbuf[0+1] must be element 0 of rank 0") &&
                                      Contains("nothing has been written"));
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send recvbuf[0+3] to 1\nrank 1\n0: receive recvbuf[0+3] from 0\n"),
               Contains("rank 1: recvbuf[3+1] must be"));
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send recvbuf[0+3] to 1\nrank 1\n0: receive recvbuf[1+3] from 0\n"),
               Contains("rank 1: recvbuf[0+1] must be"));
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send recvbuf[0+4] to 1\n1: copy recvbuf[0+2] to recvbuf[2+2]\n"
                                  "rank 1\n0: receive recvbuf[0+4] from 0\n"),
               Contains("rank 0, step 1 (copy recvbuf[0+2] to recvbuf[2+2])") && Contains("while step 0"));
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send recvbuf[0+4] to 1\n1: copy recvbuf[0+2] to recvbuf[2+2] after 0\n"
                                  "rank 1\n0: receive recvbuf[0+4] from 0\n"),
               Contains("rank 0: recvbuf[2+1] must be element 2 of rank 0 at the end, and is element 0 of rank 0"));
}

TEST_CASE("a step outside the buffers is reported with file, line, rank, step and range", "[program]") {
    CHECK(error_of(kBcast2 + "rank 0\n0: send recvbuf[1+4] to 1\n") ==
          "test.program:5: rank 0, step 0 (send recvbuf[1+4] to 1): recvbuf[1+4] reaches over the end: it has 4 "
          "elements here");
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send recvbuf[18446744073709551615+2] to 1\n"), Contains("over the end"));
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send sendbuf[0+1] to 1\n"), Contains("it has 0 elements here"));
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send recvbuf[0+1] to 0\n"), Contains("nothing to itself"));
    CHECK_THAT(error_of(kReduce2 + "rank 1\n0: receive sendbuf[0+1] from 0\n"), Contains("sendbuf is only read"));
    CHECK_THAT(error_of(kReduce2 + "rank 1\n0: receive recvbuf[0+1] from 0\n"), Contains("it has 0 elements here"));
    CHECK_THAT(error_of("program exscan\nranks 2\ncount 1\nrank 0\n0: copy sendbuf[0+1] to recvbuf[0+1]\n"),
               Contains("it has 0 elements here"));
    CHECK_THAT(error_of("program neighbor_alltoall\nranks 2\n"), Contains("no programs for neighbor_alltoall"));
    CHECK_THAT(error_of("program allreduce\nranks 2\nroot 1\n"), Contains("root 1 of allreduce"));
    CHECK_THAT(error_of("program gatherv\nranks 2\ncounts 1\n"), Contains("has 2 counts, not 1"));
    CHECK_THAT(error_of("program gatherv\nranks 2\ncounts 18446744073709551615 1\n"), Contains("too large"));
    CHECK_THAT(error_of("program gather\nranks 2\ncount 9223372036854775808\n"), Contains("too large"));
    CHECK_THAT(error_of("program bcast\nranks 2\ncount 0\nrank 1 scratch 18446744073709551615\n"),
               Contains("too much scratch"));
    CHECK_THAT(
        error_of("program bcast\nranks 2\ncount 100000000000\nrank 0\n0: send recvbuf[0+100000000000] to 1 chunk "
                 "1\nrank 1\n0: receive recvbuf[0+100000000000] from 0 chunk 1\n"),
        Contains("too many steps"));
}

TEST_CASE("each message needs its send and its receive, of the same length and chunk", "[program]") {
    const std::string send = "rank 0\n0: send recvbuf[0+4] to 1 chunk 2\n";
    CHECK_THAT(error_of(kBcast2 + send), Contains("rank 0, step 0") && Contains("rank 1 has no receive that meets it"));
    CHECK_THAT(error_of(kBcast2 + "rank 1\n0: receive recvbuf[0+4] from 0\n"),
               Contains("rank 1, step 0") && Contains("rank 0 has no send that meets it"));
    CHECK_THAT(error_of(kBcast2 + send + "rank 1\n0: receive recvbuf[0+3] from 0\n"),
               Contains("another count or chunk"));
    // The parts would fit, but the messages do not.
    CHECK_THAT(error_of(kBcast2 + send + "rank 1\n0: receive recvbuf[0+2] from 0\n1: receive recvbuf[2+2] from 0\n"),
               Contains("another count or chunk"));
    CHECK(error_of(kBcast2 + send + "rank 1\n0: receive recvbuf[0+4] from 0 chunk 2\n") == "");
}

TEST_CASE("messages of one pair meet in the order of their steps", "[program]") {
    CHECK(error_of(kBcast2 + "rank 0\n0: send recvbuf[0+2] to 1\n1: send recvbuf[2+2] to 1\n"
                             "rank 1\n0: receive recvbuf[0+2] from 0\n1: receive recvbuf[2+2] from 0\n") == "");
    CHECK_THAT(error_of(kBcast2 + "rank 0\n0: send recvbuf[2+2] to 1\n1: send recvbuf[0+2] to 1\n"
                                  "rank 1\n0: receive recvbuf[0+2] from 0\n1: receive recvbuf[2+2] from 0\n"),
               Contains("must be element 0 of rank 0 at the end, and is element 2 of rank 0"));
}

TEST_CASE("a cycle of waiting steps is reported, with each wait", "[program]") {
    const std::string exchange = "program alltoall\nranks 2\ncount 1\n";
    const auto both = [&](std::string_view order) {
        std::string text = exchange;
        for (const std::string_view me : {"0", "1"}) {
            const std::string_view peer = me == "0" ? "1" : "0";
            text += joined({"rank ", me, "\n0: copy sendbuf[", me, "+1] to recvbuf[", me, "+1]\n1: send sendbuf[", peer,
                            "+1] to ", peer, "\n2: receive recvbuf[", peer, "+1] from ", peer, order, "\n"});
        }
        return text;
    };
    CHECK(error_of(both("")) == "");
    // Each send may wait for its receive, which follows the send.
    CHECK_THAT(error_of(both(" after 1")),
               Contains("it waits forever: for rank 1's step 2 (receive recvbuf[0+1] from 0), "
                        "which waits for rank 1's step 1 (send sendbuf[0+1] to 0), "
                        "which waits for rank 0's step 2 (receive recvbuf[1+1] from 1), "
                        "which waits for rank 0's step 1 (send sendbuf[1+1] to 1)"));
    // The second message of a pair may wait for the first one, which follows its answer.
    CHECK_THAT(error_of("program barrier\nranks 2\nrank 0\n0: receive nothing from 1\n1: send nothing to 1 after 0\n"
                        "2: send nothing to 1\nrank 1\n0: receive nothing from 0\n1: receive nothing from 0\n"
                        "2: send nothing to 0 after 1\n"),
               Contains("waits forever"));
}

TEST_CASE("nothing is read before it is written", "[program]") {
    CHECK_THAT(
        error_of(kBcast2 + "rank 0 scratch 4\n0: send scratch[0+4] to 1\nrank 1\n0: receive recvbuf[0+4] from 0\n"),
        Contains("rank 0, step 0") && Contains("reads scratch[0+1], which nothing has been written to"));
    CHECK_THAT(error_of(kBcast2 + "rank 0 scratch 4\n0: copy recvbuf[0+3] to scratch[0+3]\n"
                                  "1: send scratch[0+4] to 1 after 0\nrank 1\n0: receive recvbuf[0+4] from 0\n"),
               Contains("reads scratch[3+1], which nothing"));
    CHECK_THAT(error_of(kReduce2 + "rank 0\n0: combine sendbuf[0+4] left-of recvbuf[0+4]\n"),
               Contains("reads recvbuf[0+1], which nothing"));
}

TEST_CASE("unordered steps may not share data that one of them writes", "[program]") {
    const std::string end = "rank 1\n0: receive recvbuf[0+4] from 0\n";
    const auto with = [&](std::string_view last) {
        return error_of(kBcast2 +
                        "rank 0 scratch 4\n0: copy recvbuf[0+2] to scratch[0+2]\n"
                        "1: copy recvbuf[2+2] to scratch[2+2]\n2: send scratch[0+4] to 1" +
                        std::string(last) + "\n" + end);
    };
    CHECK(with(" after 0 1") == "");
    CHECK_THAT(with(" after 1"), Contains("step 2") && Contains("reads scratch[0+4] while step 0 (copy") &&
                                     Contains("writes it: neither is after the other"));
    CHECK_THAT(with(" after 0"), Contains("while step 1"));
    // Two writes; a write beside a read; a write that follows the read through a chain of others.
    const std::string rank1 = "rank 1 scratch 4\n0: receive recvbuf[0+4] from 0\n";
    const std::string rank0 = "rank 0\n0: send recvbuf[0+4] to 1\n";
    CHECK_THAT(error_of(kBcast2 + rank0 + rank1 +
                        "1: copy recvbuf[0+1] to scratch[0+1] after 0\n"
                        "2: copy recvbuf[1+1] to scratch[0+1] after 0\n"),
               Contains("step 2") && Contains("writes scratch[0+1] while step 1"));
    CHECK_THAT(error_of(kBcast2 + rank0 + rank1 +
                        "1: copy recvbuf[0+1] to scratch[0+1] after 0\n"
                        "2: copy scratch[0+1] to scratch[1+1] after 1\n"
                        "3: copy recvbuf[0+1] to scratch[0+1] after 1\n"),
               Contains("step 3") && Contains("while step 2") && Contains("reads it"));
    CHECK(error_of(kBcast2 + rank0 + rank1 +
                   "1: copy recvbuf[0+1] to scratch[0+1] after 0\n"
                   "2: copy scratch[0+1] to scratch[1+1] after 1\n"
                   "3: copy recvbuf[3+1] to scratch[3+1] after 2\n"
                   "4: copy recvbuf[0+1] to scratch[0+1] after 3\n") == "");
    CHECK_THAT(error_of(kBcast2 + rank0 + rank1 + "1: copy recvbuf[0+2] to recvbuf[1+2] after 0\n"),
               Contains("overlap"));
    CHECK(error_of(kBcast2 + rank0 + rank1 + "1: copy recvbuf[0+2] to recvbuf[0+2] after 0\n") == "");
}

TEST_CASE("every contribution is combined once, element with element", "[program]") {
    const std::string rank1 = "rank 1\n0: send sendbuf[0+4] to 0\n";
    const auto root = [&](std::string_view last) {
        return error_of(kReduce2 +
                        "rank 0 scratch 4\n0: copy sendbuf[0+4] to recvbuf[0+4]\n"
                        "1: receive scratch[0+4] from 1\n" +
                        std::string(last) + rank1);
    };
    const std::string combine = "2: combine scratch[0+4] right-of recvbuf[0+4] after 0 1\n";
    CHECK(root(combine) == "");
    CHECK_THAT(root(""),
               Contains("rank 0: recvbuf[0+1] must be element 0 of ranks 0-1 at the end, and is element 0 of rank 0"));
    CHECK_THAT(
        root(combine + "3: combine scratch[0+4] right-of recvbuf[0+4] after 2\n"),
        Contains("step 3") && Contains("element 0 of ranks 0-1 with element 0 of rank 1: a rank would be in it twice"));
    CHECK_THAT(root("2: combine scratch[0+3] right-of recvbuf[1+3] after 0 1\n"),
               Contains("other elements of the vector"));
    CHECK_THAT(root("2: combine scratch[0+4] left-of recvbuf[0+4] after 0 1\n"),
               Contains("rank 1 (left) with element 0 of rank 0 (right): not in order of rank"));
    CHECK_THAT(
        error_of("program gather\nranks 1\ncount 1\nrank 0 scratch 1\n0: copy sendbuf[0+1] to recvbuf[0+1]\n"
                 "1: copy sendbuf[0+1] to scratch[0+1]\n2: combine scratch[0+1] left-of recvbuf[0+1] after 0 1\n"),
        Contains("gather combines nothing"));
}

TEST_CASE("the order of ranks counts unless the operation commutes", "[program]") {
    const auto middle_last = [&](std::string_view header) {
        return error_of(kReduce3 + std::string(header) +
                        "rank 0 scratch 2\n0: copy sendbuf[0+1] to recvbuf[0+1]\n1: receive scratch[0+1] from 1\n"
                        "2: receive scratch[1+1] from 2\n3: combine scratch[1+1] right-of recvbuf[0+1] after 0 2\n"
                        "4: combine scratch[0+1] right-of recvbuf[0+1] after 1 3\n"
                        "rank 1\n0: send sendbuf[0+1] to 0\nrank 2\n0: send sendbuf[0+1] to 0\n");
    };
    CHECK(middle_last("commutative\n") == "");
    CHECK_THAT(middle_last(""), Contains("rank 0 (left) with element 0 of rank 2 (right): not in order of rank"));
    Program ring = ring_allreduce(4, 8);
    ring.commutative = false;
    CHECK_THAT(check(ring, Memory::apart).error, Contains("not in order of rank"));
}

TEST_CASE("input may not be needed after it is overwritten in place", "[program]") {
    const std::string scan =
        "program scan\nranks 2\ncount 2\nrank 0\n0: copy sendbuf[0+2] to recvbuf[0+2]\n"
        "1: send sendbuf[0+2] to 1\n";
    const auto second = [&](std::string_view last) { return scan + "rank 1 scratch 2\n" + std::string(last); };
    const std::string fresh =
        second("0: receive recvbuf[0+2] from 0\n1: combine sendbuf[0+2] right-of recvbuf[0+2] after 0\n");
    CHECK(error_of(fresh) == "");
    CHECK_THAT(error_of(fresh, Memory::in_place), Contains("rank 1, step 1") && Contains("in place"));
    const std::string careful = second(
        "0: receive scratch[0+2] from 0\n1: copy sendbuf[0+2] to recvbuf[0+2]\n"
        "2: combine scratch[0+2] left-of recvbuf[0+2] after 0 1\n");
    CHECK(error_of(careful, Memory::in_place) == "");
    // The block of the gather's root is in its place already; elsewhere it must not be overwritten.
    const std::string gather =
        "program gather\nranks 2\nroot 1\ncount 1\nrank 0\n0: send sendbuf[0+1] to 1\nrank 1\n"
        "0: receive recvbuf[0+1] from 0\n1: copy sendbuf[0+1] to recvbuf[1+1]\n";
    CHECK(error_of(gather, Memory::in_place) == "");
    const std::string detour =
        "program gather\nranks 2\nroot 1\ncount 1\nrank 0\n0: send sendbuf[0+1] to 1\nrank 1\n"
        "0: receive recvbuf[1+1] from 0\n1: copy recvbuf[1+1] to recvbuf[0+1] after 0\n"
        "2: copy sendbuf[0+1] to recvbuf[1+1] after 1\n";
    CHECK(error_of(detour) == "");
    CHECK_THAT(error_of(detour, Memory::in_place), Contains("in place, its input is overwritten by step 0"));
}

TEST_CASE("no rank leaves a barrier before it has heard of all", "[program]") {
    Program three = dissemination_barrier(3);
    CHECK(check(three, Memory::apart).error == "");
    CHECK_THAT(error_of("program barrier\nranks 3\nrank 0\n0: send nothing to 1\nrank 1\n0: receive nothing from 0\n"
                        "1: send nothing to 2\nrank 2\n0: receive nothing from 1\n"),
               Contains("rank 0 may be done before all have come: it hears of rank 0 alone"));
    // Rank 1 passes on a message before it has a message of rank 0.
    const std::string early =
        "program barrier\nranks 3\nrank 0\n0: send nothing to 1\n1: receive nothing from 2\n"
        "rank 1\n0: receive nothing from 0\n1: send nothing to 2\n2: receive nothing from 2\n"
        "rank 2\n0: receive nothing from 1\n1: send nothing to 0 after 0\n2: send nothing to 1 after 0\n";
    CHECK_THAT(error_of(early), Contains("rank 2 may be done before all have come: it hears of ranks 1-2 alone"));
}
