// Teams of processes on one node whose members make different choices: some lengths of a broadcast are carried by the
// engine, others by a host, which here is an exchange by the board.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/bcast_choices.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/engines/pipeline/team_processes.hpp"

namespace {

using namespace pipeline_test;

constexpr std::size_t kLengths[] = {1, 5, 7, 100, 1'000, 5'003, 60'000, 400'007};
constexpr std::size_t kMostByHost = 120;  // the board has no room for more

/// A member as the shim drives it: broadcasts of `least` to `most` numbers are for the engine.
struct Parting {
    Member& member;
    std::size_t least, most;
    std::uint32_t ordinal = 0;

    BcastChoices& choices() const { return dynamic_cast<ChoosingTogether&>(*member.team).bcast_choices(); }

    bool begins_in_engine(int root, std::size_t count) const {
        const bool would = count >= least && count <= most;
        if (member.rank != root) return would || !choices().member_leaves(root, ordinal);
        if (would) return choices().root_carries(ordinal);
        choices().root_leaves(ordinal);
        return false;
    }
    /// Returns: how many of the numbers have arrived. `by_host`: whether the host carried the broadcast.
    std::size_t broadcast(int root, std::span<std::uint64_t> data, bool& by_host) {
        ordinal += 1;
        by_host = !begins_in_engine(root, data.size());
        if (!by_host) {
            std::uint64_t came = data.size_bytes();
            CollectiveCall call;
            call.operation = Operation::bcast;
            call.root = root;
            call.ordinal = ordinal;
            call.receive = std::as_writable_bytes(data);
            call.came = &came;
            const Status status = member.team->carry(call);
            if (status == Status::ok || status == Status::other_length) return came / sizeof(std::uint64_t);
            if (status != Status::left_to_host) return SIZE_MAX;
            by_host = true;
        }
        return by_the_host(root, data);
    }
    std::size_t by_the_host(int root, std::span<std::uint64_t> data) const {
        struct Packet {
            std::size_t count;
            std::uint64_t numbers[kMostByHost];
        } mine{}, none{};
        mine.count = data.size();
        std::copy_n(data.begin(), std::min(data.size(), kMostByHost), mine.numbers);
        std::vector<Packet> all(static_cast<std::size_t>(member.size), none);
        if (member.exchange.all_gather(&mine, sizeof mine, all.data()) != Status::ok) return SIZE_MAX;
        const Packet& sent = all[static_cast<std::size_t>(root)];
        std::copy_n(sent.numbers, std::min({data.size(), sent.count, kMostByHost}), data.begin());
        return sent.count;
    }
};

/// One broadcast.   Returns: whether the root's data that fit have arrived, and no others.
bool brings_what_fits(Parting& parting, int root, std::size_t room, std::size_t sent, std::uint64_t turn) {
    std::vector<std::uint64_t> data = values(parting.member.rank == root ? 77 : 5, room, turn), expected = data;
    const std::vector<std::uint64_t> from_root = values(77, sent, turn);
    bool by_host = false;
    const std::size_t came = parting.broadcast(root, data, by_host);
    const std::size_t known = by_host ? std::min(kMostByHost, room) : room;
    std::copy_n(from_root.begin(), std::min(known, sent), expected.begin());
    return came == sent && data == expected;
}

/// Returns: 0, or the number of a check that failed.
int broadcasts_that_part(Member& member, std::uint64_t seed) {
    Random random(seed);  // equal on all members
    const std::size_t bound = kLengths[random.below(std::size(kLengths))];
    Parting parting{member, random.chance(1, 2) ? bound : 0, 0};
    parting.most = parting.least == 0 ? bound : SIZE_MAX;
    Numbers sum(true);
    const auto each = [&] { return kLengths[random.below(std::size(kLengths))]; };
    for (std::uint64_t turn = 0; turn < 25; ++turn) {
        const int root = static_cast<int>(random.below(static_cast<std::uint64_t>(member.size)));
        const int late = static_cast<int>(random.below(static_cast<std::uint64_t>(member.size)));
        const std::size_t usual = each();
        std::vector<std::size_t> lengths;
        for (int rank = 0; rank < member.size; ++rank) lengths.push_back(random.chance(1, 2) ? usual : each());
        const bool is_late = random.chance(1, 2);
        if (is_late && member.rank == late) usleep(2'000);
        if (!brings_what_fits(parting, root, lengths[static_cast<std::size_t>(member.rank)],
                              lengths[static_cast<std::size_t>(root)], turn))
            return 1;
        const std::size_t count = each();
        CollectiveCall call;
        const std::vector<std::uint64_t> mine = values(member.rank, count, turn);
        std::vector<std::uint64_t> result(count);
        call.operation = Operation::allreduce;
        call.ordinal = ++parting.ordinal;
        call.reducer = &sum;
        call.send = std::as_bytes(std::span(mine));
        call.receive = std::as_writable_bytes(std::span(result));
        if (member.team->carry(call) != Status::ok || !is_sum(result, member.size, turn)) return 2;
    }
    return 0;
}

TEST_CASE("members whose lengths split them between engine and host follow the root", "[pipeline][processes][teams]") {
    struct Kind {
        int size, cores;
    };
    for (const Kind kind : {Kind{2, kPlenty}, Kind{4, kPlenty}, Kind{4, 2}}) {
        for (std::uint64_t seed = 1; seed < end_of_seeds(1, 9); ++seed) {
            INFO(kind.size << " members, " << kind.cores << " cores, seed " << seed);
            const auto ends = run_members(kind.size, 4096, [&](Board&, const memory::Setup& setup) {
                Member member(setup, kOneNode, kind.cores);
                if (!member.team) return 100;
                const int failed = broadcasts_that_part(member, seed);
                member.leave();
                return failed;
            });
            CHECK(ends == std::vector<std::string>(static_cast<std::size_t>(kind.size), "exit 0"));
        }
    }
}

/// The root is ahead by many broadcasts of the engine, and by more than that, which the others by themselves would
/// leave to the host.
int roots_ahead(Member& member) {
    Parting parting{member, 50, SIZE_MAX};
    for (std::uint64_t turn = 0; turn < 60; ++turn) {
        if (member.rank != 0 && turn == 0) usleep(50'000);
        const std::size_t sent = turn > 40 && turn % 3 == 0 ? 10 : 60, room = turn % 2 == 0 ? 70 : 20;
        if (!brings_what_fits(parting, 0, member.rank == 0 ? sent : room, sent, turn)) return 1;
    }
    return 0;
}

TEST_CASE("a root may be ahead of members whose lengths would split them from it", "[pipeline][processes][teams]") {
    const auto ends = run_members(3, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, kOneNode, kPlenty);
        if (!member.team) return 100;
        const int failed = roots_ahead(member);
        member.leave();
        return failed;
    });
    CHECK(ends == std::vector<std::string>(3, "exit 0"));
}

/// Member 1 leaves the second of three broadcasts to a host, because of its length; all else is equal.
int misses_a_broadcast(Member& member) {
    for (std::uint32_t ordinal = 1; ordinal <= 3; ++ordinal) {
        if (ordinal == 2 && member.rank == 1) continue;
        std::vector<std::uint64_t> data = values(member.rank == 0 ? 77 : 5, 1'000, ordinal);
        std::uint64_t came = 0;
        CollectiveCall call;
        call.operation = Operation::bcast;
        call.ordinal = ordinal;
        call.receive = std::as_writable_bytes(std::span(data));
        call.came = &came;
        const Status status = member.team->carry(call);
        const bool is_right = status == Status::ok && data == values(77, 1'000, ordinal);
        if (member.rank == 1 && ordinal == 3 ? status != Status::bug : !is_right && status != Status::bug) return 1;
    }
    Numbers sum(true);
    std::vector<std::uint64_t> result(1'000);
    const std::vector<std::uint64_t> mine = values(member.rank, 1'000, 4);
    return member.carry(Operation::allreduce, 0, sum, mine, result) == Status::bug ? 0 : 2;
}

TEST_CASE("among nodes a member that has missed a broadcast does not take it for the next one",
          "[pipeline][processes][teams]") {
    const auto ends = run_members(3, 4096, [&](Board&, const memory::Setup& setup) {
        Member member(setup, 1, kPlenty);
        if (!member.team) return 100;
        const int failed = misses_a_broadcast(member);
        member.leave();
        return failed;
    });
    CHECK(ends == std::vector<std::string>(3, "exit 0"));
}

}  // namespace
