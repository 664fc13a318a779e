// Calls of every operation, under way at once on one team, mixed with blocking ones.
#include <catch2/catch.hpp>
#include <chrono>

#include "tests/seeds.hpp"
#include "tests/unit/native/engines/phased/rooted.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

constexpr Operation kRooted[] = {Operation::allgather, Operation::allgatherv, Operation::gather,
                                 Operation::gatherv,   Operation::scatter,    Operation::scatterv};

/// A call of any operation, determined by `key`, the same on all ranks.
struct AnyCall {
    AnyCall(int number, std::uint64_t key, int rank, int size) {
        Random random(key);
        const int root = static_cast<int>(random.below(static_cast<std::uint64_t>(size)));
        const std::uint64_t kind = random.below(8);
        if (kind < 6) {
            rooted = std::make_unique<Rooted>(kRooted[kind], number, key, root, rank, size);
            return;
        }
        const Operation operation = kind == 6 ? Operation::alltoall : Operation::alltoallv;
        alltoall = std::make_unique<Alltoall>(operation, number, rank, size, [=](int from, int to) {
            return length_of(operation,
                             key * 64 + static_cast<std::uint64_t>(operation == Operation::alltoall ? 0 : from), to);
        });
    }
    const CollectiveCall& call() const { return rooted ? rooted->call : alltoall->call; }
    bool right() const { return rooted ? rooted->right() : alltoall->right(); }

    std::unique_ptr<Rooted> rooted;
    std::unique_ptr<Alltoall> alltoall;
    std::unique_ptr<Pending> pending;
};

/// Calls that have begun and whose end has not been seen.
class UnderWay {
public:
    UnderWay(Random& random, std::atomic<int>& wrong) : random_(random), wrong_(wrong) {}

    void add(std::unique_ptr<AnyCall> one) { calls_.push_back(std::move(one)); }
    bool empty() const { return calls_.empty(); }
    /// Advances one of them at random; with `to_the_end` until it has ended.
    void advance_one(bool to_the_end) {
        const auto place = calls_.begin() + static_cast<std::ptrdiff_t>(random_.below(calls_.size()));
        Status status = (*place)->pending->advance();
        for (; to_the_end && status == Status::again; status = (*place)->pending->advance()) std::this_thread::yield();
        if (status == Status::again) return;
        wrong_ += status != Status::ok || (*place)->pending->advance() != status || !(*place)->right();
        calls_.erase(place);
    }

private:
    Random& random_;
    std::atomic<int>& wrong_;
    std::vector<std::unique_ptr<AnyCall>> calls_;
};

void run_member(Team& team, int rank, int size, std::uint64_t seed, std::atomic<int>& wrong) {
    Random own(seed * 100 + static_cast<std::uint64_t>(rank)), common(seed);
    UnderWay under_way(own, wrong);
    for (int number = 1; number <= 40; ++number) {
        const bool blocking = common.chance(1, 5);
        auto one = std::make_unique<AnyCall>(number, seed * 1000 + static_cast<std::uint64_t>(number), rank, size);
        if (blocking) {
            wrong += team.carry(one->call()) != Status::ok || !one->right();
        } else {
            one->pending = team.begin(one->call());
            under_way.add(std::move(one));
        }
        if (own.chance(1, 6)) std::this_thread::sleep_for(std::chrono::microseconds(own.below(4000)));
        for (std::uint64_t turns = own.below(4); turns > 0 && !under_way.empty(); --turns)
            under_way.advance_one(own.chance(1, 6));
    }
    while (!under_way.empty()) under_way.advance_one(own.chance(1, 2));
}

}  // namespace

TEST_CASE("calls of every operation are under way at once, in any order of waiting and mixed with blocking ones",
          "[phased][teams]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 6); ++seed) {
        for (const auto& node_of : {std::vector<int>{0, 0, 0}, {0, 1, 2, 3}, {0, 0, 1, 2, 2}, {0, 1, 0, 1}}) {
            const int size = static_cast<int>(node_of.size());
            std::atomic<int> wrong{0};
            run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
                run_member(*team, rank, size, seed, wrong);
                leave_together(*team);
            });
            INFO("seed " << seed << ", ranks " << size);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("begun calls end at the peers while a member computes and never advances them", "[phased][teams]") {
    for (const auto& node_of : {std::vector<int>{0, 0, 0}, {0, 1, 2, 3}, {0, 0, 1, 2, 2}}) {
        const int size = static_cast<int>(node_of.size());
        std::atomic<int> wrong{0}, ended{0};
        run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
            std::vector<std::unique_ptr<AnyCall>> calls;
            for (int number = 1; number <= 24; ++number) {
                calls.push_back(
                    std::make_unique<AnyCall>(number, 77'000u + static_cast<std::uint64_t>(number), rank, size));
                calls.back()->pending = team->begin(calls.back()->call());
            }
            if (rank == 1)  // computes until all other ranks have all their data
                while (ended < size - 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            for (const auto& one : calls) {
                Status status = Status::again;
                while ((status = one->pending->advance()) == Status::again) std::this_thread::yield();
                wrong += status != Status::ok || !one->right();
            }
            ++ended;
            leave_together(*team);
        });
        INFO("ranks " << size);
        CHECK(wrong == 0);
    }
}
