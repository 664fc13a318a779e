#include <array>
#include <catch2/catch.hpp>
#include <chrono>

#include "tests/seeds.hpp"
#include "tests/unit/native/engines/phased/ranks.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

/// Nodes of one rank, of several, uneven ones, ranks that alternate.
const std::vector<std::vector<int>> kLayouts = {
    {0}, {0, 0, 0}, {0, 1}, {0, 1, 2}, {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 0, 0, 1, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}};

}  // namespace

TEST_CASE("alltoall carries every block to its place, on any layout and of any size", "[phased][teams]") {
    for (const auto& layout : kLayouts) {
        const int size = static_cast<int>(layout.size());
        std::atomic<int> wrong{0};
        run_ranks(layout, [&](Team* team, int rank, OobBoard&) {
            int number = 0;
            for (const std::size_t bytes :
                 {std::size_t{1}, std::size_t{0}, std::size_t{777}, std::size_t{5000}, std::size_t{200'001}}) {
                Alltoall all(Operation::alltoall, ++number, rank, size, [&](int, int) { return bytes; });
                if (!team || team->carry(all.call) != Status::ok || !all.right()) ++wrong;
            }
            if (team) leave_together(*team);
        });
        INFO("ranks " << size);
        CHECK(wrong == 0);
    }
}

TEST_CASE("alltoallv carries random patterns under every schedule and separation", "[phased][teams][patterns]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 6); ++seed) {
        for (const auto& layout : {kLayouts[3], kLayouts[6], kLayouts[7]}) {
            const int size = static_cast<int>(layout.size());
            std::atomic<int> wrong{0};
            run_ranks(layout, [&](Team* team, int rank, OobBoard&) {
                int number = 0;
                for (std::int64_t schedule = 0; schedule < 5; ++schedule) {
                    for (std::int64_t separate = 0; separate < 3; ++separate) {
                        ++number;
                        const auto bytes = [&](int from, int to) {
                            Random random(seed * 1000 + static_cast<std::uint64_t>(number * 10'000 + from * 100 + to));
                            return static_cast<std::size_t>(random.chance(1, 4)   ? 0
                                                            : random.chance(1, 3) ? random.below(100'000)
                                                                                  : random.below(300));
                        };
                        const std::int64_t words[] = {schedule, separate, 0};
                        Alltoall all(Operation::alltoallv, number, rank, size, bytes);
                        all.call.parameters = words;
                        if (!team || team->carry(all.call) != Status::ok || !all.right()) ++wrong;
                    }
                }
                if (team) leave_together(*team);
            });
            INFO("seed " << seed << ", ranks " << size);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("allgather, gather and scatter carry their blocks, in place and not", "[phased][teams]") {
    for (const auto& layout : kLayouts) {
        const int size = static_cast<int>(layout.size());
        std::atomic<int> wrong{0};
        run_ranks(layout, [&](Team* team, int rank, OobBoard&) {
            const auto length = [](int of) { return static_cast<std::uint64_t>(of % 3 == 1 ? 0 : 100 + of * 70'001); };
            std::vector<std::uint64_t> sizes;
            std::uint64_t before = 0, sum = 0;
            for (int each = 0; each < size; ++each) {
                if (each == rank) before = sum;
                sizes.push_back(length(each));
                sum += length(each);
            }
            std::vector<std::byte> all, expected;
            for (int each = 0; each < size; ++each) {
                const auto one = block(1, each, 0, length(each));
                expected.insert(expected.end(), one.begin(), one.end());
            }
            const auto own = block(1, rank, 0, length(rank));
            const auto check = [&](const CollectiveCall& call) {
                if (!team || team->carry(call) != Status::ok) ++wrong;
            };
            CollectiveCall call;
            call.sizes = sizes;
            call.operation = Operation::allgatherv;
            all.assign(sum, std::byte{});
            std::copy(own.begin(), own.end(), all.begin() + static_cast<std::ptrdiff_t>(before));
            call.receive = all;
            check(call);
            if (all != expected) ++wrong;
            for (int root = 0; root < size; ++root) {
                CollectiveCall collect;
                collect.operation = Operation::gatherv;
                collect.root = root;
                collect.send = own;
                all.assign(rank == root ? sum : 0, std::byte{});
                collect.receive = all;
                if (rank == root) collect.sizes = sizes;
                check(collect);
                if (rank == root && all != expected) ++wrong;
                CollectiveCall deal;
                deal.operation = Operation::scatterv;
                deal.root = root;
                std::vector<std::byte> got(own.size());
                if (rank == root) {
                    deal.send = expected;
                    deal.sizes = sizes;
                }
                deal.receive = got;
                check(deal);
                if (got != own) ++wrong;
            }
            if (team) leave_together(*team);
        });
        INFO("ranks " << size);
        CHECK(wrong == 0);
    }
}

TEST_CASE("a repeated pattern reuses its schedule, and all ranks find a change on any rank", "[phased][teams]") {
    const auto& layout = kLayouts[7];
    const int size = static_cast<int>(layout.size());
    std::atomic<int> wrong{0};
    std::array<std::atomic<std::uint64_t>, 8> hits{}, misses{};
    run_ranks(layout, [&](Team* team, int rank, OobBoard&) {
        for (int number = 1; number <= 30; ++number) {
            const int changer = number / 3;  // in each third call another rank gets new sizes and keeps them
            const auto bytes = [&](int from, int to) {
                return static_cast<std::size_t>(3000 + from * 100 + to + (from < changer ? 17 : 0));
            };
            Alltoall all(Operation::alltoallv, number, rank, size, bytes);
            if (team->carry(all.call) != Status::ok || !all.right()) ++wrong;
        }
        hits[static_cast<std::size_t>(rank)] = counted(*team, "phased.schedule-hits");
        misses[static_cast<std::size_t>(rank)] = counted(*team, "phased.schedule-misses");
        leave_together(*team);
    });
    CHECK(wrong == 0);
    for (int rank = 0; rank < size; ++rank) {
        CHECK(misses[static_cast<std::size_t>(rank)] == 9);  // the first pattern, and one for each change
        CHECK(hits[static_cast<std::size_t>(rank)] == 21);
    }
}

TEST_CASE("prepared calls exchange nothing, and other sizes end as a bug at the sender and the receiver concerned",
          "[phased][teams]") {
    for (const auto& layout : {kLayouts[7], kLayouts[6]}) {
        const int size = static_cast<int>(layout.size());
        std::atomic<int> wrong{0}, bugs{0}, given{0}, missed{0};
        run_ranks(layout, [&](Team* team, int rank, OobBoard&) {
            const auto bytes = [](int from, int to) {
                return static_cast<std::size_t>((from * 7 + to * 3) % 5 * 30'000);
            };
            std::vector<std::uint64_t> pattern;
            for (int from = 0; from < size; ++from)
                for (int to = 0; to < size; ++to) pattern.push_back(bytes(from, to));
            for (const bool is_given : {true, false}) {
                Alltoall like(Operation::alltoallv, 1, rank, size, bytes);
                const auto prepared = preparing(*team).prepare(
                    like.call, is_given ? std::span<const std::uint64_t>(pattern) : std::span<const std::uint64_t>());
                if (!prepared) ++wrong;
                for (int number = 2; number < 6; ++number) {
                    Alltoall all(Operation::alltoallv, number, rank, size, bytes);
                    all.call.prepared = prepared.get();
                    if (team->carry(all.call) != Status::ok || !all.right()) ++wrong;
                }
                const auto others = [&](int from, int to) {
                    return bytes(from, to) + (from == 0 && to == size - 1 ? 1 : 0);
                };
                Alltoall other(Operation::alltoallv, 6, rank, size, others);
                other.call.prepared = prepared.get();
                if (team->carry(other.call) == Status::bug) ++bugs;
            }
            given += static_cast<int>(counted(*team, "phased.schedule-given"));
            missed += static_cast<int>(counted(*team, "phased.schedule-misses"));
            leave_together(*team);
        });
        INFO("ranks " << size);
        CHECK(wrong == 0);
        CHECK(bugs >= 4);  // sender and receiver, in both calls
        CHECK(given > 0);
        CHECK(missed == static_cast<int>(*std::max_element(layout.begin(), layout.end())) +
                            1);  // the preparation that had to exchange sizes
    }
}

TEST_CASE("calls in the background go on while the program does nothing, in order and among others",
          "[phased][teams]") {
    for (const auto& layout : {kLayouts[4], kLayouts[7]}) {
        const int size = static_cast<int>(layout.size());
        std::atomic<int> wrong{0};
        run_ranks(layout, [&](Team* team, int rank, OobBoard& board) {
            const auto bytes = [](int from, int to) { return static_cast<std::size_t>(100'000 + from * 10 + to); };
            Alltoall first(Operation::alltoallv, 1, rank, size, bytes),
                second(Operation::alltoallv, 2, rank, size, bytes);
            Alltoall third(Operation::alltoallv, 3, rank, size, bytes);
            const auto a = team->begin(first.call);
            const auto b = team->begin(second.call);
            if (rank % 2 == 0) {  // the other ranks wait for these, which do nothing
                char mine = 0;
                std::vector<char> all(static_cast<std::size_t>(size));
                (void)board.gather(rank, &mine, 1, all.data());
            } else {
                for (const auto& pending : {&a, &b})
                    while ((*pending)->advance() == Status::again)
                        std::this_thread::sleep_for(std::chrono::microseconds(100));
                char mine = 0;
                std::vector<char> all(static_cast<std::size_t>(size));
                (void)board.gather(rank, &mine, 1, all.data());
            }
            if (team->carry(third.call) != Status::ok || a->advance() != Status::ok || b->advance() != Status::ok)
                ++wrong;
            if (!first.right() || !second.right() || !third.right()) ++wrong;
            leave_together(*team);
        });
        CHECK(wrong == 0);
    }
}

TEST_CASE("when a member ends, the others get peer_lost and do not wait for ever", "[phased][teams]") {
    for (const auto& layout : {kLayouts[7], kLayouts[4]}) {
        const int size = static_cast<int>(layout.size());
        std::atomic<int> lost{0}, wrong{0};
        run_ranks(layout, [&](Team* team, int rank, OobBoard& board) {
            Alltoall fine(Operation::alltoall, 1, rank, size, [](int, int) { return std::size_t{100'000}; });
            if (team->carry(fine.call) != Status::ok || !fine.right()) ++wrong;
            char mine = 0;
            std::vector<char> all(static_cast<std::size_t>(size));
            (void)board.gather(rank, &mine, 1, all.data());  // all ranks have ended the first call
            Alltoall broken(Operation::alltoall, 2, rank, size, [](int, int) { return std::size_t{100'000}; });
            if (rank == 0) return;  // its team is destroyed without close()
            if (team->carry(broken.call) == Status::peer_lost) ++lost;
            if (team->carry(broken.call) == Status::peer_lost) ++lost;  // later calls fail at once
        });
        CHECK(wrong == 0);
        CHECK(lost == 2 * (size - 1));
    }
}

TEST_CASE("members that call different operations learn of it", "[phased][teams]") {
    std::atomic<int> bugs{0}, failures{0};
    const auto warnings = run_ranks({0, 1, 2}, [&](Team* team, int rank, OobBoard&) {
        for (int number = 1; number < 4; ++number) {
            const std::size_t bytes = rank == 1 ? 5000 : 6000;
            Alltoall all(Operation::alltoall, number, rank, 3, [&](int, int) { return bytes; });
            const Status status = team->carry(all.call);
            bugs += status == Status::bug ? 1 : 0;
            failures += status == Status::ok ? 0 : 1;
        }
        leave_together(*team);
    });
    CHECK(bugs == 9);
    CHECK(failures == 9);
    const auto says_why = [](const std::string& text) {
        return text.find("members disagree about a call: node ") != std::string::npos;
    };
    CHECK(std::count_if(warnings.begin(), warnings.end(), says_why) > 0);
}

TEST_CASE("no member forms a team without a local address, with one warning", "[phased][teams]") {
    OptionValues options = default_engine_options();
    options.edit<PhasedOptions>().interface = "192.0.2.1";
    std::atomic<int> teams{0};
    const auto warnings = run_ranks(
        {0, 1, 1}, [&](Team* team, int, OobBoard&) { teams += team ? 1 : 0; }, options);
    CHECK(teams == 0);
    CHECK(warnings.size() == 1);
}

TEST_CASE("ranks that wait do not sleep while the host has work, but call it", "[phased][teams]") {
    constexpr int kCalls = 100;
    const auto node_of = GENERATE(std::vector<int>{0, 0, 0}, std::vector<int>{0, 1, 1});
    const int late = GENERATE(0, 2);
    OobBoard board(3);
    std::array<HostCalls, 3> calls;
    std::atomic<int> failed{0};
    const auto others_wait = [&] {
        return calls[late == 0 ? 1 : 0].count() >= kCalls && calls[late == 2 ? 1 : 2].count() >= kCalls;
    };
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < 3; ++rank)
        threads.emplace_back([&, rank] {
            const int own = static_cast<int>(rank);
            TeamMember member(board, node_of, own);
            member.exchange.host_calls = &calls[rank];
            while (own == late && !others_wait()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            Alltoall all(Operation::alltoall, 1, own, 3, [](int, int) { return std::size_t{100}; });
            if (!member.team || member.team->carry(all.call) != Status::ok || !all.right()) ++failed;
            if (member.team) leave_together(*member.team);
        });
    for (auto& thread : threads) thread.join();
    CHECK(failed == 0);
    for (std::size_t rank = 0; rank < 3; ++rank)
        if (static_cast<int>(rank) != late) CHECK(calls[rank].sleeps() <= calls[rank].count() / 4);
}

TEST_CASE("a team is formed in two exchanges", "[phased][teams]") {
    for (const std::vector<int>& node_of : {std::vector<int>{0, 1, 2}, {0, 0, 1, 1}, {0, 0, 0}}) {
        OobBoard board(static_cast<int>(node_of.size()));
        std::vector<int> exchanges(node_of.size());
        std::vector<std::thread> threads;
        for (int rank = 0; rank < static_cast<int>(node_of.size()); ++rank)
            threads.emplace_back([&, rank] {
                const TeamMember member(board, node_of, rank);
                exchanges[static_cast<std::size_t>(rank)] = member.team ? member.exchange.exchanges : -1;
                if (member.team) leave_together(*member.team);
            });
        for (std::thread& thread : threads) thread.join();
        CHECK(exchanges == std::vector<int>(node_of.size(), 2));
    }
}

TEST_CASE("a malformed uplink is reported, and no team is formed", "[phased][teams]") {
    for (const char* text : {"8", "8:", ":2", "0:2", "8:0", "8:2x", "eight:2"}) {
        OptionValues options = loopback_options();
        options.edit<PhasedOptions>().uplink = text;
        std::atomic<int> formed{0};
        const auto warnings = run_ranks(
            {0, 1}, [&](Team* team, int, OobBoard&) { formed += team != nullptr; }, options);
        CHECK(formed == 0);
        REQUIRE(warnings.size() == 1);
        CHECK(warnings[0].find(std::string("phased.uplink = '") + text + "' is not NODES:PAIRS") != std::string::npos);
    }
    OptionValues options = loopback_options();
    options.edit<PhasedOptions>().uplink = "1:1";
    std::atomic<int> formed{0};
    CHECK(run_ranks(
              {0, 1},
              [&](Team* team, int, OobBoard&) {
                  formed += team != nullptr;
                  if (team) leave_together(*team);
              },
              options)
              .empty());
    CHECK(formed == 2);
}
