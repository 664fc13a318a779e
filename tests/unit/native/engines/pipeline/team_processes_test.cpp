// Teams of real processes, over shared memory and over TCP: long vectors, many operations, and members that die in the
// middle.
#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <numeric>
#include <thread>
#include <vector>

#include "native/base/random.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/engines/pipeline/team_processes.hpp"
#include "tests/unit/native/protected_pages.hpp"

namespace {

using namespace pipeline_test;

/// Returns: 0, or the number of a check that failed.
int many_operations(Member& member) {
    Numbers sum(true), first(false);
    for (std::uint64_t turn = 0; turn < 12; ++turn) {
        const std::size_t count = turn % 4 == 0 ? 1 : turn % 4 == 1 ? 1'003 : turn % 4 == 2 ? 5'003 : 400'007;
        const int root = static_cast<int>(turn) % member.size;
        const std::vector<std::uint64_t> mine = values(member.rank, count, turn);
        std::vector<std::uint64_t> result(count);
        if (member.carry(Operation::allreduce, 0, sum, mine, result) != Status::ok ||
            !is_sum(result, member.size, turn))
            return 1;
        if (member.carry(Operation::allreduce, 0, first, mine, result) != Status::ok ||
            result != values(0, count, turn))
            return 7;
        std::vector<std::uint64_t> both = mine;
        if (member.carry(Operation::allreduce, 0, sum, both, both) != Status::ok || !is_sum(both, member.size, turn))
            return 8;
        if (member.carry(Operation::scan, 0, sum, mine, result) != Status::ok || !is_sum(result, member.rank + 1, turn))
            return 2;
        const std::span<std::uint64_t> at_root(result.data(), member.rank == root ? count : 0);
        if (member.carry(Operation::reduce, root, sum, mine, at_root) != Status::ok ||
            !is_sum(at_root, member.size, turn))
            return 3;
        if (member.carry(Operation::reduce, root, first, mine, at_root) != Status::ok) return 4;
        if (member.rank == root && result != values(0, count, turn)) return 5;
        if (member.is_on_one_node() && member.carry(Operation::barrier, 0, sum, {}, {}) != Status::ok) return 9;
        if (member.rank == root) result = values(77, count, turn);
        if (member.carry(Operation::bcast, root, sum, {}, result) != Status::ok || result != values(77, count, turn))
            return 6;
    }
    return 0;
}

TEST_CASE("teams of processes carry one operation after the other", "[pipeline][processes][teams]") {
    struct Kind {
        int on_node, size, cores;
        std::int64_t ring_bytes = 0;
    };
    for (const Kind kind : {Kind{kOneNode, 2, kPlenty}, Kind{kOneNode, 5, kPlenty}, Kind{kOneNode, 5, 2}, Kind{1, 2, 2},
                            Kind{1, 5, 2}, Kind{2, 5, kPlenty}, Kind{3, 5, 2}, Kind{2, 5, 2, 64 << 10}}) {
        INFO(kind.on_node << " members a node, " << kind.size << " members, ring " << kind.ring_bytes);
        const auto ends = run_members(kind.size, 4096, [&](Board&, const memory::Setup& setup) {
            Member member(setup, kind.on_node, kind.cores, kind.ring_bytes);
            if (!member.team) return 100;
            const int failed = many_operations(member);
            member.leave();
            return failed;
        });
        CHECK(ends == std::vector<std::string>(static_cast<std::size_t>(kind.size), "exit 0"));
    }
}

/// Chooses by `turn` which members protect which pages, and from which accesses.
void protect_some(std::uint64_t turn, int rank, protected_pages::Pages& mine, protected_pages::Pages& result) {
    const bool takes_part = turn % 3 == 0 || (turn % 3 == 1) == (rank == 0);
    if (takes_part) mine.protect();
    if (takes_part) result.protect(turn % 2 == 0 ? PROT_NONE : PROT_READ);
}

/// Returns: 0, or the number of a check that failed.
int operations_on_protected_pages(Member& member) {
    Numbers sum(true);
    for (std::uint64_t turn = 0; turn < 6; ++turn) {
        for (const std::size_t count : {std::size_t{5'003}, std::size_t{400'007}}) {
            protected_pages::Pages sent(count * sizeof(std::uint64_t)), received(count * sizeof(std::uint64_t));
            const std::span<std::uint64_t> mine = sent.all<std::uint64_t>(), result = received.all<std::uint64_t>();
            std::ranges::copy(values(member.rank, count, turn), mine.begin());
            const auto carry = [&](Operation operation, int root, std::span<const std::uint64_t> from,
                                   std::span<std::uint64_t> into) {
                protect_some(turn, member.rank, sent, received);
                return member.carry(operation, root, sum, from, into) == Status::ok;
            };
            if (!carry(Operation::allreduce, 0, mine, result) || !is_sum(result, member.size, turn)) return 1;
            if (!carry(Operation::scan, 0, mine, result) || !is_sum(result, member.rank + 1, turn)) return 2;
            const int root = static_cast<int>(turn) % member.size;
            const std::span<std::uint64_t> at_root = result.first(member.rank == root ? count : 0);
            if (!carry(Operation::reduce, root, mine, at_root) || !is_sum(at_root, member.size, turn)) return 3;
            if (!carry(Operation::bcast, root, {}, mine)) return 4;
            if (!std::ranges::equal(mine, values(root, count, turn))) return 6;
        }
    }
    return protected_pages::faults > 0 ? 0 : 5;
}

TEST_CASE("vectors in pages that their program protects are carried, by accesses of that program",
          "[pipeline][processes][teams]") {
    struct Kind {
        int on_node, size, cores;
    };
    for (const Kind kind : {Kind{kOneNode, 2, kPlenty}, Kind{kOneNode, 3, 2}, Kind{1, 3, 2}, Kind{2, 3, 2}}) {
        INFO(kind.on_node << " members a node, " << kind.size << " members");
        const auto ends = run_members(kind.size, 4096, [&](Board&, const memory::Setup& setup) {
            Member member(setup, kind.on_node, kind.cores);
            if (!member.team) return 100;
            const int failed = operations_on_protected_pages(member);
            member.leave();
            return failed;
        });
        CHECK(ends == std::vector<std::string>(static_cast<std::size_t>(kind.size), "exit 0"));
    }
}

/// Kills its process after a given number of combinations.
class Deadly final : public Reducer {
public:
    explicit Deadly(int calls) : calls_(calls) {}
    std::uint64_t element_bytes() const override { return sizeof(std::uint64_t); }
    bool is_commutative() const override { return true; }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) override {
        if (--calls_ == 0) raise(SIGKILL);
        return Numbers(true).combine(left, right, elements);
    }

private:
    int calls_;
};

TEST_CASE("all members learn of a member killed in mid-pipeline, and none waits for ever",
          "[pipeline][processes][teams]") {
    struct Kind {
        const char* name;
        int on_node;
        std::int64_t words[2];  // choose, shape
        int cores;
        std::size_t elements;
    };
    constexpr std::size_t kLong = 2'000'000;
    for (const Kind& kind :
         {Kind{"shared memory", kOneNode, {0, 0}, 2, kLong}, Kind{"lanes", kOneNode, {0, 0}, kPlenty, 100},
          Kind{"tcp, chain", 1, {0, 1}, 2, kLong}, Kind{"tcp, trees", 1, {0, 2}, 2, kLong},
          Kind{"two nodes, levels", 2, {0, 3}, 2, kLong}, Kind{"two nodes, chain", 2, {0, 1}, 2, kLong}}) {
        constexpr int kSize = 4, kVictim = 2;
        const auto ends = run_members(kSize, 4096, [&](Board&, const memory::Setup& setup) {
            Member member(setup, kind.on_node, kind.cores);
            if (!member.team) return 100;
            Deadly deadly(setup.rank == kVictim ? 3 : 1'000'000'000);
            const std::vector<std::uint64_t> mine = values(setup.rank, kind.elements, 0);
            std::vector<std::uint64_t> result(mine.size());
            CollectiveCall call;
            call.operation = Operation::allreduce;
            call.reducer = &deadly;
            call.parameters = kind.words;
            call.send = std::as_bytes(std::span(mine));
            call.receive = std::as_writable_bytes(std::span(result));
            Status status = Status::ok;
            for (int turn = 0; turn < 3 && status == Status::ok; ++turn)
                status = member.team->carry(call);  // a short call combines once
            if (status != Status::peer_lost) return 10 + static_cast<int>(status);
            return member.team->carry(call) == Status::peer_lost ? 0 : 2;  // and later calls fail as well
        });
        for (int rank = 0; rank < kSize; ++rank) {
            INFO(kind.name << ", member " << rank);
            CHECK(ends[static_cast<std::size_t>(rank)] == (rank == kVictim ? "signal 9" : "exit 0"));
        }
    }
}

/// Whether a member of a broadcast of `lengths` gets the right status, and the root's data that fit.
bool gets_what_fits(Member& member, int root, std::span<const std::size_t> lengths, std::uint64_t turn) {
    Numbers sum(true);
    const std::size_t room = lengths[static_cast<std::size_t>(member.rank)],
                      sent = lengths[static_cast<std::size_t>(root)];
    std::vector<std::uint64_t> data = values(member.rank == root ? 77 : 5, room, turn), expected = data;
    const std::vector<std::uint64_t> from_root = values(77, sent, turn);
    std::copy_n(from_root.begin(), std::min(room, sent), expected.begin());
    CollectiveCall call;
    call.operation = Operation::bcast;
    call.root = root;
    call.receive = std::as_writable_bytes(std::span(data));
    std::uint64_t came = 0;
    call.came = &came;
    const Status status = member.team->carry(call);
    if (data != expected) return false;
    return room == sent ? status == Status::ok : status == Status::other_length && came == sent * sizeof(std::uint64_t);
}

/// Returns: 0, or the number of a check that failed.
int broadcasts_of_differing_lengths(Member& member, std::uint64_t seed) {
    constexpr std::size_t kLengths[] = {1, 5, 6, 7, 100, 1'000, 1'003, 2'048, 5'003, 60'000, 400'007};
    Random random(seed);  // equal on all members
    Numbers sum(true);
    for (std::uint64_t turn = 0; turn < 30; ++turn) {
        const int root = static_cast<int>(random.below(static_cast<std::uint64_t>(member.size)));
        const std::size_t usual = kLengths[random.below(std::size(kLengths))];
        std::vector<std::size_t> lengths;
        for (int rank = 0; rank < member.size; ++rank)
            lengths.push_back(random.chance(1, 2) ? usual : kLengths[random.below(std::size(kLengths))]);
        if (!gets_what_fits(member, root, lengths, turn)) return 1;
        if (random.chance(1, 2)) continue;
        const std::size_t count = kLengths[random.below(std::size(kLengths))];
        std::vector<std::uint64_t> result(count);
        if (member.carry(Operation::allreduce, 0, sum, values(member.rank, count, turn), result) != Status::ok ||
            !is_sum(result, member.size, turn))
            return 2;
    }
    return 0;
}

TEST_CASE("a broadcast of differing lengths delivers the part that fits, and the team continues",
          "[pipeline][processes][teams]") {
    struct Kind {
        int on_node, size, cores;
    };
    for (const Kind kind : {Kind{kOneNode, 2, kPlenty}, Kind{kOneNode, 5, kPlenty}, Kind{kOneNode, 5, 2}, Kind{1, 5, 2},
                            Kind{2, 5, 2}, Kind{3, 5, kPlenty}}) {
        for (std::uint64_t seed = 1; seed < end_of_seeds(1, 6); ++seed) {
            INFO(kind.on_node << " a node, " << kind.size << " members, " << kind.cores << " cores, seed " << seed);
            const auto ends = run_members(kind.size, 4096, [&](Board&, const memory::Setup& setup) {
                Member member(setup, kind.on_node, kind.cores);
                if (!member.team) return 100;
                const int failed = broadcasts_of_differing_lengths(member, seed);
                member.leave();
                return failed;
            });
            CHECK(ends == std::vector<std::string>(static_cast<std::size_t>(kind.size), "exit 0"));
        }
    }
}

TEST_CASE("all members learn that they disagree about a length, and the team carries nothing more",
          "[pipeline][processes][teams]") {
    struct Kind {
        int on_node, cores;
        std::size_t elements;
    };
    for (const Kind kind : {Kind{kOneNode, kPlenty, 300'000}, Kind{kOneNode, 2, 300'000}, Kind{1, kPlenty, 300'000},
                            Kind{2, 2, 300'000}, Kind{kOneNode, kPlenty, 100}}) {
        const auto ends = run_members(3, 4096, [&](Board&, const memory::Setup& setup) {
            Member member(setup, kind.on_node, kind.cores);
            if (!member.team) return 100;
            Numbers sum(true);
            const std::size_t count = kind.elements + (setup.rank == 1 ? 0 : 1);
            const std::vector<std::uint64_t> mine = values(setup.rank, count, 0);
            std::vector<std::uint64_t> result(count);
            const Status status = member.carry(Operation::allreduce, 0, sum, mine, result);
            if (status != Status::bug) return 10 + static_cast<int>(status);
            const int answer = member.carry(Operation::scan, 0, sum, mine, result) == Status::bug ? 0 : 2;
            while (!member.team->tell_peers()) std::this_thread::yield();
            member.leave();
            return answer;
        });
        INFO(kind.on_node << " a node, " << kind.cores << " cores, " << kind.elements << " elements");
        CHECK(ends == std::vector<std::string>(3, "exit 0"));
    }
}

}  // namespace
