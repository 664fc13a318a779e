#include <catch2/catch.hpp>
#include <chrono>

#include "native/engines/phased/plan.hpp"
#include "tests/unit/native/engines/phased/ranks.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

/// A persistent call as the engine sees it: a team of its own, a pattern prepared once, and its calls begun repeatedly.
struct Persistent {
    Persistent(OobBoard& board, const std::vector<int>& node_of, int rank, std::uint64_t key)
        : member(board, node_of, rank), rank_(rank), size_(static_cast<int>(node_of.size())), key_(key) {
        Alltoall like(Operation::alltoallv, 0, rank_, size_, [this](int from, int to) { return bytes(from, to); });
        prepared = preparing(*member.team).prepare(like.call, {});
    }
    std::size_t bytes(int from, int to) const {
        Random random(key_ * 1000 + static_cast<std::uint64_t>(from * 30 + to));
        return static_cast<std::size_t>(random.chance(1, 3)   ? 0
                                        : random.chance(1, 4) ? random.below(60'000)
                                                              : random.below(400));
    }
    void start(int round) {
        data = std::make_unique<Alltoall>(Operation::alltoallv, round, rank_, size_,
                                          [this](int from, int to) { return bytes(from, to); });
        data->call.prepared = prepared.get();
        pending = member.team->begin(data->call);
    }
    /// Returns: whether it has ended.
    bool advance(std::atomic<int>& wrong) {
        const Status status = pending->advance();
        if (status == Status::again) return false;
        if (status != Status::ok || !data->right()) ++wrong;
        pending.reset();
        return true;
    }

    TeamMember member;
    std::unique_ptr<Prepared> prepared;
    std::unique_ptr<Alltoall> data;
    std::unique_ptr<Pending> pending;

private:
    int rank_, size_;
    std::uint64_t key_;
};

/// Begins all calls in an order of this rank's own, and ends them in another order. At times it leaves them to the
/// service thread.
void run_round(std::vector<std::unique_ptr<Persistent>>& all, int round, Random& random, std::atomic<int>& wrong) {
    std::vector<Persistent*> left;
    for (const auto& each : all)
        left.insert(left.begin() + static_cast<std::ptrdiff_t>(random.below(left.size() + 1)), each.get());
    for (Persistent* each : left) each->start(round);
    while (!left.empty()) {
        const auto place = left.begin() + static_cast<std::ptrdiff_t>(random.below(left.size()));
        if ((*place)->advance(wrong)) left.erase(place);
        else if (random.chance(1, 20)) std::this_thread::sleep_for(std::chrono::milliseconds(random.below(4)));
        else std::this_thread::yield();
    }
}

}  // namespace

TEST_CASE("prepared calls of many patterns go on at once, begun and ended in any order", "[phased][teams][patterns]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (const auto& node_of : {std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 0, 1, 2, 2}}) {
            const int size = static_cast<int>(node_of.size());
            std::atomic<int> wrong{0};
            run_ranks(node_of, [&](Team* first, int rank, OobBoard& board) {
                Random random(seed * 100 + static_cast<std::uint64_t>(rank));
                std::vector<std::unique_ptr<Persistent>> all;
                for (std::uint64_t made = 0; made < 4; ++made) {
                    all.push_back(std::make_unique<Persistent>(board, node_of, rank, seed * 10 + made));
                    for (int round = 0; round < 3; ++round) run_round(all, round, random, wrong);
                }
                for (const auto& each : all) leave_together(*each->member.team);
                leave_together(*first);
            });
            INFO("seed " << seed << ", ranks " << size);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("a team prepares another pattern while its members still end calls of the one before", "[phased][teams]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        std::atomic<int> wrong{0};
        const std::vector<int> node_of{0, 1, 2, 3};
        run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
            Random random(seed * 100 + static_cast<std::uint64_t>(rank));
            for (int number = 1; number < 40; ++number) {
                const std::uint64_t key = seed * 1000 + static_cast<std::uint64_t>(number % 7);
                const auto bytes = [&](int from, int to) {
                    Random sizes(key * 100 + static_cast<std::uint64_t>(from * 10 + to));
                    return static_cast<std::size_t>(sizes.chance(1, 3) ? 0 : sizes.below(9000));
                };
                Alltoall all(Operation::alltoallv, number, rank, 4, bytes);
                const auto prepared = preparing(*team).prepare(all.call, {});
                all.call.prepared = prepared.get();
                const auto pending = team->begin(all.call);
                Status status = Status::again;
                while ((status = pending->advance()) == Status::again)
                    std::this_thread::sleep_for(std::chrono::microseconds(random.below(3000)));
                if (status != Status::ok || !all.right()) ++wrong;
            }
            leave_together(*team);
        });
        INFO("seed " << seed);
        CHECK(wrong == 0);
    }
}

TEST_CASE("late nodes are passed by, and all blocks arrive whole", "[phased][teams]") {
    const std::vector<int> node_of{0, 1, 2, 3};
    std::uint64_t passed_by = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        std::atomic<int> wrong{0};
        std::atomic<std::uint64_t> passed{0};
        run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
            const std::int64_t words[] = {static_cast<std::int64_t>(Order::split),
                                          static_cast<std::int64_t>(Separation::tokens), 0};
            for (int number = 1; number <= 6; ++number) {
                const auto bytes = [&](int from, int to) {
                    Random sizes(seed * 10'000 + static_cast<std::uint64_t>(number * 100 + from * 10 + to));
                    return static_cast<std::size_t>(3000 + sizes.below(80'000));
                };
                Alltoall all(Operation::alltoallv, number, rank, 4, bytes);
                all.call.parameters = words;
                const auto prepared = preparing(*team).prepare(all.call, {});
                all.call.prepared = prepared.get();
                const bool late = static_cast<int>((seed + static_cast<std::uint64_t>(number)) % 4) == rank;
                if (late) std::this_thread::sleep_for(std::chrono::milliseconds(120));
                if (team->carry(all.call) != Status::ok || !all.right()) ++wrong;
            }
            passed += counted(*team, "phased.passed-by");
            leave_together(*team);
        });
        passed_by += passed;
        INFO("seed " << seed);
        CHECK(wrong == 0);
    }
    CHECK(passed_by > 0);
}
