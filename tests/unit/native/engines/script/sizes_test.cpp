// Calls whose block sizes no member knows alone: gatherv, scatterv, alltoallv.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "native/engines/script/size_exchange.hpp"
#include "native/program/known.hpp"
#include "tests/unit/native/engines/script/script_members.hpp"

namespace {

using namespace script_test;
using Counts = std::vector<std::uint64_t>;

constexpr std::uint64_t kUntouched = 0xdeadbeefdeadbeef;

/// Numbers of all blocks of one member, with `gap` numbers behind each.
class DifferingBlocks {
public:
    DifferingBlocks(const Counts& counts, std::size_t gap) : counts_(counts) {
        for (const std::uint64_t count : counts) {
            begins_.push_back(memory_.size());
            memory_.resize(memory_.size() + count, kUntouched);
            memory_.resize(memory_.size() + gap, kUntouched);
        }
    }
    std::span<std::uint64_t> of(std::size_t rank) { return std::span(memory_).subspan(begins_[rank], counts_[rank]); }
    std::span<std::uint64_t> all() { return memory_; }
    std::vector<std::span<std::byte>> spans(int left_out = -1) {
        std::vector<std::span<std::byte>> made;
        for (std::size_t rank = 0; rank < counts_.size(); ++rank) {
            made.push_back(std::as_writable_bytes(of(rank)));
            if (static_cast<int>(rank) == left_out) made.back() = made.back().first(0);
        }
        return made;
    }
    bool are_gaps_whole() const {
        std::size_t in_blocks = 0;
        for (std::size_t rank = 0; rank < counts_.size(); ++rank) in_blocks += counts_[rank];
        const auto untouched = static_cast<std::size_t>(std::ranges::count(memory_, kUntouched));
        return untouched == memory_.size() - in_blocks;
    }

private:
    Counts counts_;
    std::vector<std::size_t> begins_;
    std::vector<std::uint64_t> memory_;
};

Counts in_bytes(Counts counts) {
    for (std::uint64_t& count : counts) count *= 8;
    return counts;
}

/// Returns as call_and_look(). `counts`: numbers, by rank.
int gatherv(Member& member, int root, const Counts& counts, std::int64_t file, std::uint64_t turn, bool in_place,
            std::size_t gap) {
    const auto rank = static_cast<std::size_t>(member.rank);
    const bool is_root = member.rank == root, keeps = is_root && in_place;
    std::vector<std::uint64_t> own = values(member.rank, 0, counts[rank], turn);
    DifferingBlocks blocks(counts, gap);
    const Counts sizes = in_bytes(counts);
    const auto places = blocks.spans(keeps ? member.rank : -1);
    CollectiveCall call;
    call.operation = Operation::gatherv;
    call.root = root;
    if (keeps) std::ranges::copy(own, blocks.of(rank).begin());
    else call.send = std::as_bytes(std::span(own));
    if (is_root) {
        call.receive_blocks = places;
        call.sizes = sizes;
    }
    if (const Status status = member.carry(call, file); status != Status::ok)
        return status == Status::left_to_host ? 4 : 1;
    if (!is_root) return 0;
    for (int from = 0; from < member.size; ++from) {
        const auto place = static_cast<std::size_t>(from);
        if (!std::ranges::equal(blocks.of(place), values(from, 0, counts[place], turn))) return 2;
    }
    return blocks.are_gaps_whole() ? 0 : 3;
}

int scatterv(Member& member, int root, const Counts& counts, std::int64_t file, std::uint64_t turn, bool in_place) {
    const auto rank = static_cast<std::size_t>(member.rank);
    const bool is_root = member.rank == root, keeps = is_root && in_place;
    DifferingBlocks blocks(counts, 0);
    for (int to = 0; to < member.size; ++to)
        std::ranges::copy(values(root, to, counts[static_cast<std::size_t>(to)], turn),
                          blocks.of(static_cast<std::size_t>(to)).begin());
    std::vector<std::uint64_t> own(counts[rank] + 1, kUntouched);
    const Counts sizes = in_bytes(counts);
    CollectiveCall call;
    call.operation = Operation::scatterv;
    call.root = root;
    if (is_root) {
        call.send = std::as_bytes(blocks.all());
        call.sizes = sizes;
    }
    if (!keeps) call.receive = std::as_writable_bytes(std::span(own)).first(8 * counts[rank]);
    if (const Status status = member.carry(call, file); status != Status::ok)
        return status == Status::left_to_host ? 4 : 1;
    if (own.back() != kUntouched) return 3;
    own.pop_back();
    return keeps || own == values(root, member.rank, counts[rank], turn) ? 0 : 2;
}

/// `counts`: numbers, [sender * ranks + receiver].
int alltoallv(Member& member, const Counts& counts, std::int64_t file, std::uint64_t turn, std::size_t gap) {
    const auto rank = static_cast<std::size_t>(member.rank), size = static_cast<std::size_t>(member.size);
    Counts sent, received;
    for (std::size_t other = 0; other < size; ++other) {
        sent.push_back(counts[rank * size + other]);
        received.push_back(counts[other * size + rank]);
    }
    DifferingBlocks from(sent, gap), into(received, gap);
    for (std::size_t to = 0; to < size; ++to)
        std::ranges::copy(values(member.rank, static_cast<int>(to), sent[to], turn), from.of(to).begin());
    std::vector<std::span<const std::byte>> sends;
    for (const auto& each : from.spans()) sends.push_back(each);
    const auto places = into.spans();
    CollectiveCall call;
    call.operation = Operation::alltoallv;
    call.send_blocks = sends;
    call.receive_blocks = places;
    if (const Status status = member.carry(call, file); status != Status::ok)
        return status == Status::left_to_host ? 4 : 1;
    for (int other = 0; other < member.size; ++other) {
        const auto place = static_cast<std::size_t>(other);
        if (!std::ranges::equal(into.of(place), values(other, member.rank, received[place], turn))) return 2;
    }
    return into.are_gaps_whole() ? 0 : 3;
}

/// Sizes of three kinds, by turn: all different, some empty; all equal; one long block among empty ones.
Counts counts_of(std::size_t places, std::uint64_t turn) {
    Counts counts(places);
    for (std::size_t i = 0; i < places; ++i)
        counts[i] = turn % 3 == 0 ? i % 4 * 501 : turn % 3 == 1 ? 7 : i == places / 2 ? 40'000 : 0;
    return counts;
}

void exchange_sizes(script_engine::ScriptOptions& set) { set.sizes = script_engine::UnknownSizes::exchange; }

struct Kind {
    Where where;
    int size;
    std::int64_t direct_bytes;
};

TEST_CASE("calls with sizes that only the root knows, or nobody, are carried as written",
          "[script][processes][teams]") {
    for (const Kind kind : {Kind{Where::one_node, 2, 0}, Kind{Where::one_node, 5, 1 << 10},
                            Kind{Where::own_nodes, 3, 0}, Kind{Where::two_nodes, 4, 1 << 10}}) {
        INFO(static_cast<int>(kind.where) << ", " << kind.size << " members");
        const Folder folder;
        const auto size = static_cast<std::size_t>(kind.size);
        std::vector<std::string> names;
        const auto write = [&](const program::Program& made) {
            names.push_back(std::to_string(names.size()) + ".program");
            folder.write(names.back(), program::to_text(made));
        };
        for (std::uint64_t turn = 0; turn < 3; ++turn) {
            const int root = static_cast<int>(turn) % kind.size;
            write(program::linear_gatherv(in_bytes(counts_of(size, turn)), root));
            write(program::linear_scatterv(in_bytes(counts_of(size, turn)), root));
            write(program::pairwise_alltoallv(kind.size, in_bytes(counts_of(size * size, turn))));
        }
        const auto ends = run_members(kind.size, 4096, [&](Board&, const memory::Setup& setup) {
            Member member(setup, kind.where, folder.path(), names, 64, [&](auto& set) {
                set.direct_bytes = kind.direct_bytes;
                exchange_sizes(set);
            });
            if (!member.team) return 100;
            for (std::uint64_t turn = 0; turn < 12; ++turn) {
                const auto file = static_cast<std::int64_t>(turn % 3 * 3) + 1;
                const int root = static_cast<int>(turn % 3) % kind.size;
                const std::size_t gap = turn < 6 ? 0 : 2;
                const Counts counts = counts_of(size, turn);
                if (const int bad = gatherv(member, root, counts, file, turn, turn % 2 == 1, gap)) return 10 + bad;
                if (const int bad = scatterv(member, root, counts, file + 1, turn, turn % 2 == 1)) return 20 + bad;
                if (const int bad = alltoallv(member, counts_of(size * size, turn), file + 2, turn, gap))
                    return 30 + bad;
            }
            const bool is_direct = member.counter("script.direct-bytes") > 0;
            if (is_direct != (kind.direct_bytes > 0)) return 101;
            if (member.counter("script.programs") != 9) return 102;
            member.leave();
            return 0;
        });
        CHECK(ends == std::vector<std::string>(size, "exit 0"));
    }
}

TEST_CASE("sizes for which there is no program are left to the host, and the team stays in use",
          "[script][processes][teams]") {
    const Folder folder;
    const Counts counts = {3, 0, 9};
    folder.write("a.program", program::to_text(program::linear_gatherv(in_bytes(counts), 1)));
    const auto ends = run_members(3, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program"}, 64, exchange_sizes);
        if (!member.team) return 1;
        const int exchanges = member.exchange.exchanges;
        if (alltoallv(member, counts_of(9, 0), 1, 1, 0) != 4) return 2;
        // The file has nothing for an alltoallv, whatever its sizes: no member waits for another one.
        if (member.exchange.exchanges != exchanges || member.team->wants_to_meet()) return 3;
        if (gatherv(member, 1, {3, 1, 9}, 1, 1, false, 0) != 4) return 4;
        if (gatherv(member, 0, counts, 1, 1, false, 0) != 4) return 5;
        if (gatherv(member, 1, counts, 1, 2, false, 0) != 0) return 6;
        if (gatherv(member, 1, {0, 0, 0}, 1, 2, false, 0) != 0) return 7;  // there is nothing to do
        member.leave();
        return 0;
    });
    CHECK(ends == std::vector<std::string>(3, "exit 0"));
}

TEST_CASE("without script.sizes=exchange no member waits for another one's sizes", "[script][processes][teams]") {
    const Folder folder;
    folder.write("a.program", program::to_text(program::linear_gatherv(in_bytes({3, 4}), 0)));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program"});
        if (!member.team) return 1;
        // Only one member calls: it would wait for ever.
        if (setup.rank == 1 && gatherv(member, 0, {3, 4}, 1, 1, false, 0) != 4) return 2;
        if (setup.rank == 1 && member.clause() != "not all ranks know its sizes (script.sizes)") return 3;
        if (setup.rank == 0 && (gatherv(member, 0, {3, 4}, 1, 1, false, 0) != 4 || member.exchange.said.size() != 1))
            return 4;
        member.leave();
        return 0;
    });
    CHECK(ends == std::vector<std::string>(2, "exit 0"));
}

TEST_CASE("a member whose size differs from the root's fails alone, and the team stays in use",
          "[script][processes][teams]") {
    const Folder folder;
    folder.write("a.program", program::to_text(program::linear_gatherv(in_bytes({4, 4, 4}), 0)));
    folder.write("b.program", program::to_text(program::linear_scatterv(in_bytes({4, 4, 4}), 0)));
    const Counts right = {4, 4, 4};
    const auto ends = run_members(3, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program", "b.program"}, 64, exchange_sizes);
        if (!member.team) return 1;
        for (const std::uint64_t own : {3, 5, 4}) {
            const Counts counts = setup.rank == 2 ? Counts{4, 4, own} : right;
            const int expected = setup.rank == 2 && own != 4 ? 1 : 0;
            const int gathered = gatherv(member, 0, counts, 1, 2, false, 0);
            if (gathered != (setup.rank == 0 && own == 3 ? 2 : expected)) return 10 + gathered;
            if (scatterv(member, 0, counts, 2, 2, false) != expected) return 20;
        }
        member.leave();
        return 0;
    });
    CHECK(ends == std::vector<std::string>(3, "exit 0"));
}

TEST_CASE("an alltoallv in which sizes do not match is left to the host by all members", "[script][processes][teams]") {
    const Folder folder;
    const Counts counts = {1, 2, 3, 4};
    folder.write("a.program", program::to_text(program::pairwise_alltoallv(2, in_bytes(counts))));
    const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, Where::one_node, folder.path(), {"a.program"}, 64, exchange_sizes);
        if (!member.team) return 1;
        if (alltoallv(member, setup.rank == 0 ? Counts{1, 2, 4, 4} : counts, 1, 1, 0) != 4) return 2;
        if (member.clause() != "the ranks' sizes do not match") return 3;
        if (alltoallv(member, counts, 1, 2, 0) != 0) return 4;
        member.leave();
        return 0;
    });
    CHECK(ends == std::vector<std::string>(2, "exit 0"));
}

/// Executes the steps of all ranks, round after round. Each rank's memory holds ranks, in bytes of a program.
void execute(const program::Program& made, std::vector<std::vector<int>>& memory) {
    for (std::size_t step = 0; step < made.ranks[0].steps.size(); step += 2) {
        std::vector<std::vector<int>> message(memory.size());
        for (std::size_t rank = 0; rank < memory.size(); ++rank) {
            const program::Step& send = made.ranks[rank].steps[step];
            const std::span<int> first = std::span(memory[rank]).first(send.count);
            message[static_cast<std::size_t>(send.peer)].assign(first.begin(), first.end());
        }
        for (std::size_t rank = 0; rank < memory.size(); ++rank)
            std::ranges::copy(message[rank], memory[rank].begin() + static_cast<std::ptrdiff_t>(
                                                                        made.ranks[rank].steps[step + 1].to_first));
    }
}

TEST_CASE("all members get each other's sizes by the rotated allgather", "[script]") {
    for (const int ranks : {1, 2, 3, 4, 5, 7, 8, 16, 33}) {
        INFO(ranks);
        const program::Program made = script_engine::rotated_allgather(ranks, 1);
        std::vector<std::vector<int>> memory(static_cast<std::size_t>(ranks),
                                             std::vector<int>(made.ranks[0].scratch, -1));
        for (int rank = 0; rank < ranks; ++rank) {
            CHECK(script_engine::flaw_of_steps(made, rank, 1).empty());
            memory[static_cast<std::size_t>(rank)][0] = rank;
        }
        execute(made, memory);
        for (int rank = 0; rank < ranks; ++rank)
            for (int i = 0; i < ranks; ++i)
                CHECK(memory[static_cast<std::size_t>(rank)][static_cast<std::size_t>(i)] == (rank + i) % ranks);
    }
}

}  // namespace
