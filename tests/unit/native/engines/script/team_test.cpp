// Teams of real processes that carry programs: known algorithms as texts, wrong ones, and files that differ between
// ranks.
#include <catch2/catch.hpp>

#include <malloc.h>
#include <algorithm>
#include <cstring>

#include "native/program/known.hpp"
#include "native/program/program.hpp"
#include "tests/unit/native/engines/script/script_members.hpp"

namespace {

using namespace script_test;

/// A program given as text.
struct Given {
    std::string name;
    Operation operation;
    int root;
    std::size_t count;  ///< numbers
    bool commutative;
};

std::vector<std::string> endings(int size, const std::string& each = "exit 0") {
    return std::vector<std::string>(static_cast<std::size_t>(size), each);
}

/// Writes the programs of all known algorithms for that number of ranks.
std::vector<Given> write_known(const Folder& folder, int ranks) {
    std::vector<Given> given;
    for (const program::KnownAlgorithm& known : program::known_algorithms())
        for (const std::size_t count : {1, 5, 1003, 70'001})
            for (const int root : {0, ranks - 1}) {
                const bool is_barrier = known.operation == Operation::barrier;
                if ((is_barrier && count > 1) || (root > 0 && known.make(ranks, root, 8).root == 0)) continue;
                const std::uint64_t unit = combines(known.operation) ? 1 : 8;
                const program::Program made = known.make(ranks, root, is_barrier ? 0 : count * unit);
                const std::string name =
                    std::string(known.name) + "-" + std::to_string(count) + "-" + std::to_string(root) + ".program";
                folder.write(name, program::to_text(made));
                given.push_back({name, known.operation, root, count, made.commutative});
            }
    return given;
}

std::vector<std::string> names_of(const std::vector<Given>& given) {
    std::vector<std::string> names;
    for (const Given& each : given) names.push_back(each.name);
    return names;
}

/// Returns, for one member: 0, or 10 times the number of a program plus the failure of its call.
int carry_all(Member& member, const std::vector<Given>& given) {
    for (std::uint64_t turn = 0; turn < 4; ++turn)
        for (std::size_t i = 0; i < given.size(); ++i) {
            const bool in_place = turn % 2 == 1, commutes = turn < 2;
            const std::size_t gap = turn < 2 ? 0 : 3;
            const int failed = call_and_look(member, given[i].operation, given[i].root, given[i].count,
                                             static_cast<std::int64_t>(i) + 1, turn, in_place, gap, commutes);
            const bool needs_order = combines(given[i].operation) && !commutes;
            if (failed == (needs_order && given[i].commutative ? 4 : 0)) continue;
            std::fprintf(stderr, "rank %d, turn %d: %s: %d, %s\n", member.rank, static_cast<int>(turn),
                         given[i].name.c_str(), failed, member.clause().c_str());
            return 1;
        }
    return 0;
}

TEST_CASE("teams of processes carry known algorithms, in place and apart", "[script][processes][teams]") {
    struct Kind {
        Where where;
        int size, cores;
        std::int64_t direct_bytes;
    };
    for (const Kind kind : {Kind{Where::one_node, 2, 64, 0}, Kind{Where::one_node, 5, 2, 1 << 10},
                            Kind{Where::own_nodes, 3, 2, 0}, Kind{Where::two_nodes, 5, 2, 1 << 10}}) {
        INFO(static_cast<int>(kind.where) << ", " << kind.size << " members");
        const Folder folder;
        const std::vector<Given> given = write_known(folder, kind.size);
        const auto ends = run_members(kind.size, 4096, [&](Board&, const memory::Setup& setup) {
            Member member(setup, kind.where, folder.path(), names_of(given), kind.cores,
                          [&](auto& set) { set.direct_bytes = kind.direct_bytes; });
            if (!member.team) return 100;
            const int failed = carry_all(member, given);
            const bool is_direct = member.counter("script.direct-bytes") > 0;
            const bool may_be_direct = kind.direct_bytes > 0 && kind.where == Where::one_node;
            const int wrong_way = is_direct && kind.direct_bytes == 0 ? 101 : may_be_direct && !is_direct ? 102 : 0;
            member.leave();
            return failed ? failed : wrong_way;
        });
        CHECK(ends == endings(kind.size));
    }
}

/// Whether a call is left to the host, with such a clause.
bool is_left(Member& member, Operation operation, std::size_t count, std::int64_t file, const std::string& clause) {
    std::vector<std::uint64_t> own(count), result(count);
    tests::NumberReducer sum(true);
    CollectiveCall call;
    call.operation = operation;
    call.reducer = &sum;
    call.send = std::as_bytes(std::span(own));
    call.receive = std::as_writable_bytes(std::span(result));
    const bool is_left = member.carry(call, file) == Status::left_to_host;
    if (is_left && member.clause().find(clause) != std::string::npos) return true;
    std::fprintf(stderr, "rank %d: not %s but %s\n", member.rank, clause.c_str(), member.clause().c_str());
    return false;
}

TEST_CASE("a wrong program is left to the host on all members, with one warning", "[script][processes][teams]") {
    const Folder folder;
    program::Program waits = program::ring_allreduce(3, 7);  // its first send is to a rank that does not receive
    waits.ranks[1].steps.clear();
    waits.ranks[1].afters.clear();
    folder.write("waits.program", program::to_text(waits));
    program::Program sums = program::ring_allreduce(3, 7);
    for (program::Step& step : sums.ranks[2].steps)
        if (step.kind == program::Kind::combine) step.kind = program::Kind::copy;
    folder.write("sums.program", program::to_text(sums));
    program::Program outside = program::ring_allreduce(3, 7);
    outside.ranks[0].steps[0].count = 70;
    folder.write("outside.program", program::to_text(outside));
    folder.write("other.program", program::to_text(program::ring_allreduce(3, 9)));
    folder.write("right.program", program::to_text(program::ring_allreduce(3, 7)));
    const auto ends = run_members(3, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(),
                      {"waits.program", "sums.program", "outside.program", "other.program", "right.program"});
        if (!member.team) return 1;
        if (!is_left(member, Operation::allreduce, 7, 1, "waits.program")) return 2;
        if (!is_left(member, Operation::allreduce, 7, 2, "sums.program")) return 3;
        if (!is_left(member, Operation::allreduce, 7, 3, "outside.program")) return 4;
        if (!is_left(member, Operation::allreduce, 7, 4, "other.program is for allreduce of 9 elements on 3 ranks"))
            return 5;
        if (!is_left(member, Operation::allreduce, 7, 0, "no script is named")) return 6;
        // The file is known by now: nothing is exchanged, and nothing is reported again.
        const int exchanges = member.exchange.exchanges;
        if (!is_left(member, Operation::allreduce, 7, 1, "waits.program")) return 7;
        if (member.exchange.exchanges != exchanges) return 8;
        if (member.exchange.said.size() != (member.rank == 0 ? 4U : 0U)) return 9;
        if (call_and_look(member, Operation::allreduce, 0, 7, 5, 1, false) != 0) return 10;
        member.leave();
        return 0;
    });
    CHECK(ends == endings(3));
}

TEST_CASE("a program that needs impossible memory, or combines where nothing is combined, is left to the host",
          "[script][processes][teams]") {
    const Folder folder;
    program::Program greedy = program::dissemination_barrier(2);
    greedy.ranks[1].scratch = std::uint64_t{1} << 48;
    folder.write("greedy.program", program::to_text(greedy));
    // Bytes of it, counted in 64 bits, would be none.
    program::Program sums = program::ring_allreduce(2, 7);
    sums.ranks[1].scratch = std::uint64_t{1} << 61;
    folder.write("sums.program", program::to_text(sums));
    program::Program bcast = program::chain_bcast(2, 0, 7 * sizeof(std::uint64_t));
    const program::Range first{program::Buffer::receive, 0, 8}, second{program::Buffer::receive, 8, 8};
    bcast.ranks[1].add(program::combine_step(first, second, true), {0});
    folder.write("bcast.program", program::to_text(bcast));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"greedy.program", "sums.program", "bcast.program"}, 64,
                      [](auto& set) { set.checks = false; });
        if (!member.team) return 1;
        if (!is_left(member, Operation::barrier, 0, 1, "rank 1 needs more scratch than a process can have")) return 2;
        if (!is_left(member, Operation::allreduce, 7, 2, "rank 1 needs more scratch than a process can have")) return 3;
        if (!is_left(member, Operation::bcast, 7, 3, "it combines, and the operation does not")) return 4;
        member.leave();
        return 0;
    });
    CHECK(ends == endings(2));
}

/// As MPI_MAX of zeros of both signs: it says that it commutes, and gives the left of two equal operands.
class TakesLeft final : public Reducer {
public:
    std::uint64_t element_bytes() const override { return sizeof(std::uint64_t); }
    bool is_commutative() const override { return true; }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) override {
        std::memcpy(right, left, elements * element_bytes());
        return Status::ok;
    }
};

TEST_CASE("combinations keep their written order where exchanged operands may give other bits",
          "[script][processes][teams]") {
    const std::size_t count = GENERATE(3U, 100'000U);  // combined as it arrives, and from memory to memory
    const Folder folder;
    folder.write("a.program", program::to_text(program::recursive_doubling_allreduce(4, count)));
    const auto ends = run_members(4, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program"}, 64,
                      [](auto& set) { set.direct_bytes = 100'000; });
        if (!member.team) return 1;
        std::vector<std::uint64_t> own(count, static_cast<std::uint64_t>(setup.rank)), result(count, 77);
        TakesLeft reducer;
        CollectiveCall call;
        call.operation = Operation::allreduce;
        call.reducer = &reducer;
        call.send = std::as_bytes(std::span(own));
        call.receive = std::as_writable_bytes(std::span(result));
        if (member.carry(call) != Status::ok) return 2;
        member.leave();
        return result == std::vector<std::uint64_t>(count, 0) ? 0 : 3;
    });
    CHECK(ends == endings(4));
}

TEST_CASE("files that differ between ranks, or are not there, give no team", "[script][processes][teams]") {
    const Folder first, second;
    first.write("a.program", program::to_text(program::ring_allreduce(2, 7)));
    second.write("a.program", program::to_text(program::ring_allreduce(2, 8)));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        const auto says = [&](const std::string& folder, const std::string& name, const std::string& what) {
            Member member(setup, Where::one_node, folder, {name});
            const bool is_said = setup.rank != 0 || (member.exchange.said.size() == 1 &&
                                                     member.exchange.said[0].find(what) != std::string::npos);
            if (!is_said)
                for (const std::string& each : member.exchange.said) std::fprintf(stderr, "said: %s\n", each.c_str());
            return !member.team && is_said;
        };
        const std::string own = setup.rank == 0 ? first.path() : second.path();
        if (!says(own, "a.program", "a.program on rank 1 differs from that on rank 0")) return 1;
        if (!says(own, "none.program", "none.program: No such file or directory")) return 2;
        if (!says("/dev", "null", "null: not a regular file")) return 3;
        if (!says(own, "", "no script is named")) return 4;
        return 0;
    });
    CHECK(ends == endings(2));
}

TEST_CASE("an unchecked program is carried only on request, with a warning", "[script][processes][teams]") {
    const Folder folder;
    program::Program wrong = program::ring_allreduce(2, 8);
    for (program::Step& step : wrong.ranks[1].steps)
        if (step.kind == program::Kind::combine) step.kind = program::Kind::copy;
    folder.write("a.program", program::to_text(wrong));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program"}, 64, [](auto& set) { set.checks = false; });
        if (call_and_look(member, Operation::allreduce, 0, 8, 1, 1, false) != 2)
            return 1;  // without checks a wrong
                       // program gives a wrong
                       // result
        if (member.clause() != "by a.program, not checked") return 2;
        member.leave();
        return 0;
    });
    CHECK(ends == endings(2));
}

TEST_CASE("a known program is carried without an exchange, and takes no memory", "[script][processes][teams]") {
    const Folder folder;
    folder.write("a.program", program::to_text(program::ring_allreduce(2, 100)));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program"});
        std::vector<std::uint64_t> own(100, 1), result(100);
        tests::NumberReducer sum(true);
        CollectiveCall call;
        call.operation = Operation::allreduce;
        call.reducer = &sum;
        call.send = std::as_bytes(std::span(own));
        call.receive = std::as_writable_bytes(std::span(result));
        if (member.carry(call) != Status::ok) return 1;
        const int exchanges = member.exchange.exchanges;
        const std::size_t used = mallinfo2().uordblks;
        for (int i = 0; i < 1000; ++i)
            if (member.carry(call) != Status::ok || result != std::vector<std::uint64_t>(100, 2)) return 2;
        if (member.exchange.exchanges != exchanges) return 3;
        if (mallinfo2().uordblks > used + 4096) return 4;
        if (member.counter("script.operations") != 1001 || member.counter("script.programs") != 1) return 5;
        member.leave();
        return 0;
    });
    CHECK(ends == endings(2));
}

TEST_CASE("a root ahead is asked for a copy before it would have to wait", "[script][processes][teams]") {
    const Folder folder;
    folder.write("a.program", program::to_text(program::binomial_bcast(2, 0, 64)));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program"});
        if (!member.team->may_hold(Operation::bcast, 0, 64)) return 1;  // nothing is known of such calls yet
        if (call_and_look(member, Operation::bcast, 0, 8, 1, 0, false) != 0) return 2;
        int ahead = 0;
        for (; setup.rank == 0 && ahead < 100 && !member.team->may_hold(Operation::bcast, 0, 64); ++ahead)
            if (call_and_look(member, Operation::bcast, 0, 8, 1, 1, false) != 0) return 3;
        if (setup.rank == 0 && !member.team->may_hold(Operation::bcast, 1, 64)) return 4;
        if (setup.rank == 0 && !member.team->may_hold(Operation::bcast, 0, 72)) return 5;
        int all[2];
        if (member.exchange.all_gather(&ahead, sizeof ahead, all) != Status::ok) return 6;
        if (all[0] < 4 || all[0] > 31) return 7;
        for (int i = 0; setup.rank == 1 && i < all[0]; ++i)
            if (call_and_look(member, Operation::bcast, 0, 8, 1, 1, false) != 0) return 8;
        member.leave();
        return 0;
    });
    CHECK(ends == endings(2));
}

TEST_CASE("a new communicator reads the files anew", "[script][processes][teams]") {
    const Folder folder;
    folder.write("a.program", program::to_text(program::ring_allreduce(2, 8)));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        Member first(setup, Where::one_node, folder.path(), {"a.program"});
        if (call_and_look(first, Operation::allreduce, 0, 8, 1, 0, false) != 0) return 1;
        if (setup.rank == 0) folder.write("a.program", program::to_text(program::ring_allreduce(2, 9)));
        char here = 0, all[2];
        if (first.exchange.all_gather(&here, 1, all) != Status::ok) return 5;
        Member second(setup, Where::one_node, folder.path(), {"a.program"});
        if (call_and_look(second, Operation::allreduce, 0, 9, 1, 0, false) != 0) return 2;
        if (call_and_look(second, Operation::allreduce, 0, 8, 1, 0, false) != 4) return 3;
        if (call_and_look(first, Operation::allreduce, 0, 8, 1, 1, false) != 0) return 4;
        first.leave();
        second.leave();
        return 0;
    });
    CHECK(ends == endings(2));
}

}  // namespace
