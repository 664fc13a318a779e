// Calls in the background, over loopback, one thread for each member.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "tests/unit/native/engines/multicast/loopback_teams.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

std::byte filled_with(int key, std::size_t at) {
    return static_cast<std::byte>(at * 31 + static_cast<std::size_t>(key) * 7 + (at >> 8));
}

std::vector<std::byte> filled(std::size_t bytes, int key) {
    std::vector<std::byte> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i) data[i] = filled_with(key, i);
    return data;
}

/// A call and all memory that it refers to.
struct Begun {
    CollectiveCall call;
    std::vector<std::byte> data, expected, all;
    std::vector<std::uint64_t> sizes;
    std::unique_ptr<Pending> pending;

    bool is_right() const { return data == expected; }
};

/// Call number `number` of a program that all members have. The number determines operation, root and length.
std::unique_ptr<Begun> make_begun(int number, int rank, int ranks) {
    constexpr Operation kOperations[] = {Operation::bcast,     Operation::barrier,  Operation::scatter,
                                         Operation::allgather, Operation::scatterv, Operation::allgatherv};
    auto begun = std::make_unique<Begun>();
    CollectiveCall& call = begun->call;
    call.operation = kOperations[number % 6];
    call.root = number / 6 % ranks;
    const std::size_t block = number % 7 == 3 ? 50'000 : static_cast<std::size_t>(number) * 13;
    const auto members = static_cast<std::size_t>(ranks), own = static_cast<std::size_t>(rank);
    begun->sizes.assign(members, block);
    if (call.operation == Operation::scatterv || call.operation == Operation::allgatherv)
        for (std::size_t each = 0; each < members; ++each) begun->sizes[each] = each % 2 == 1 ? 0 : block + each;
    const std::vector<std::uint64_t>& sizes = begun->sizes;
    begun->all = filled(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), number);
    const auto before = std::accumulate(sizes.begin(), sizes.begin() + rank, std::ptrdiff_t{0});
    const auto first = begun->all.begin() + before, last = first + static_cast<std::ptrdiff_t>(sizes[own]);
    switch (call.operation) {
        case Operation::barrier: return begun;
        case Operation::bcast:
            begun->expected.assign(begun->all.begin(), begun->all.begin() + static_cast<std::ptrdiff_t>(block));
            begun->data = rank == call.root ? begun->expected : std::vector<std::byte>(block);
            break;
        case Operation::scatter:
        case Operation::scatterv:
            begun->expected.assign(first, last);
            begun->data.resize(sizes[own]);
            if (rank == call.root) call.send = begun->all, call.sizes = sizes;
            if (call.operation == Operation::scatter) call.sizes = {};
            break;
        default:
            begun->expected = begun->all;
            begun->data.resize(begun->all.size());
            std::copy(first, last, begun->data.begin() + before);
            if (call.operation == Operation::allgatherv) call.sizes = sizes;
    }
    call.receive = begun->data;
    return begun;
}

Status end_of(Pending& pending) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
        const Status status = pending.wait(1'000'000);
        if (status != Status::again) return status;
    }
    return Status::timeout;
}

struct BegunFaults {
    std::atomic<int> wrong{0}, failed{0};
    void note(const Begun& call, Status status) {
        failed += status != Status::ok;
        wrong += status == Status::ok && !call.is_right();
    }
};

}  // namespace

TEST_CASE("calls in the background and blocking ones end right in any mixture", "[multicast][teams]") {
    const auto node_of = GENERATE(std::vector<int>{0, 1, 2}, std::vector<int>{0, 1, 0, 1, 2});
    LoopbackTeams teams(node_of, Cut::nothing);
    const int ranks = static_cast<int>(node_of.size());
    BegunFaults faults;
    teams.run([&](int rank, MulticastTeam& team) {
        std::vector<std::unique_ptr<Begun>> begun;
        for (int number = 0; number < 90; ++number) {
            auto call = make_begun(number, rank, ranks);
            if (number % 5 == 4) {
                const Status status = team.carry(call->call);  // the blocking call follows all that have been begun
                faults.note(*call, status);
                continue;
            }
            call->pending = team.begin(call->call);
            begun.push_back(std::move(call));
            // Each member polls its calls at other times, and in another order.
            if ((number + rank) % 11 != 0) continue;
            for (auto each = begun.rbegin(); each != begun.rend(); ++each)
                faults.note(**each, end_of(*(*each)->pending));
            begun.clear();
        }
        for (auto& each : begun) faults.note(*each, end_of(*each->pending));
    });
    CHECK(faults.failed == 0);
    CHECK(faults.wrong == 0);
    CHECK(teams.counted("multicast.switched-off") == 0);
}

TEST_CASE("a broadcast in the background arrives while no member calls anything", "[multicast][teams]") {
    LoopbackTeams teams({0, 1, 1}, Cut::nothing);
    std::atomic<int> arrived{0};
    teams.run([&](int rank, MulticastTeam& team) {
        std::vector<std::byte> data = rank == 0 ? filled(300'000, 3) : std::vector<std::byte>(300'000);
        CollectiveCall call;
        call.operation = Operation::bcast;
        call.receive = data;
        const auto pending = team.begin(call);
        // Polling does not advance the call (Pending::advance).
        Status status = Status::again;
        for (int i = 0; i < 20'000 && (status = pending->advance()) == Status::again; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        arrived += status == Status::ok && data.back() == filled_with(3, 299'999);
    });
    CHECK(arrived == 3);
}

TEST_CASE("a member of a broadcast in the background learns that lengths differ", "[multicast][teams]") {
    LoopbackTeams teams({0, 1}, Cut::nothing);
    std::atomic<std::uint64_t> came{0};
    std::atomic<int> ended{0};
    teams.run([&](int rank, MulticastTeam& team) {
        std::vector<std::byte> data = filled(rank == 0 ? 5000 : 40, rank);
        std::uint64_t told = 0;
        CollectiveCall call;
        call.operation = Operation::bcast;
        call.receive = data;
        call.came = &told;
        const Status status = end_of(*team.begin(call));
        ended += status == (rank == 0 ? Status::ok : Status::other_length);
        if (rank == 1) came = told;
    });
    CHECK(ended == 2);
    CHECK(came == 5000);
}

TEST_CASE("a wait for a member of the own node that has given up ends", "[multicast][teams]") {
    // The member that gives up: the one that receives from the network, or the one that reads from that member.
    for (const int quitter : {1, 2}) {
        std::atomic<int> failed{0};
        std::atomic<bool> has_quit{false};
        LoopbackTeams teams({0, 1, 1}, Cut::nothing);
        teams.run([&](int rank, MulticastTeam& team) {
            if (rank == 0) return;  // the root of the first broadcast never takes part
            std::vector<std::byte> data(1000), more(1000);
            CollectiveCall call;
            call.operation = Operation::bcast;
            call.receive = data;
            auto first = team.begin(call);
            // The second broadcast's root is the member that gives up, so that the other waits for it alone.
            call.root = quitter;
            call.receive = more;
            auto second = team.begin(call);
            if (rank == quitter) {
                first.reset();
                has_quit = true;
                return;
            }
            while (!has_quit) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const Status status = end_of(*second);
            failed += status == Status::peer_lost || status == Status::bug;
        });
        CHECK(failed == 1);
    }
}

TEST_CASE("calls that are abandoned end soon, and the team fails", "[multicast][teams]") {
    const auto began = std::chrono::steady_clock::now();
    std::atomic<int> failed{0};
    {
        LoopbackTeams teams({0, 1, 1}, Cut::nothing);
        teams.run([&](int rank, MulticastTeam& team) {
            if (rank == 0) return;  // the root never takes part
            std::vector<std::byte> data(1000), more(1000);
            CollectiveCall call;
            call.operation = Operation::bcast;
            call.receive = data;
            auto first = team.begin(call);
            call.receive = more;
            const auto second = team.begin(call);
            first.reset();
            // A member notices that its neighbour has given up, unless it has already given up itself.
            const auto has_failed = [](Status status) { return status == Status::peer_lost || status == Status::bug; };
            failed += has_failed(end_of(*second));
            failed += has_failed(team.carry(call));
        });
    }
    CHECK(failed == 4);
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
}
