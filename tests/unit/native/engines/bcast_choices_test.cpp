#include "native/engines/bcast_choices.hpp"

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "native/base/random.hpp"
#include "tests/seeds.hpp"

using namespace shunt;

namespace {

/// The members of one node, each with an object of its own, as in separate processes.
struct Members {
    explicit Members(int count) : memory(static_cast<std::size_t>(count)) {
        std::vector<std::byte*> places;
        for (auto& one : memory) places.push_back(reinterpret_cast<std::byte*>(one.data()));
        for (int rank = 0; rank < count; ++rank) choices.emplace_back(rank, places);
    }
    std::vector<std::array<std::uint64_t, BcastChoices::bytes_needed() / 8>> memory;
    std::vector<BcastChoices> choices;
};

/// A barrier for `count` threads that can be used repeatedly.
class ThreadBarrier {
public:
    explicit ThreadBarrier(int count) : count_(count) {}
    void arrive() {
        const int turn = turn_.load();
        if (come_.fetch_add(1) + 1 == count_) {
            come_ = 0;
            turn_ = turn + 1;
        }
        while (turn_.load() == turn) std::this_thread::yield();
    }

private:
    int count_;
    std::atomic<int> come_{0}, turn_{0};
};

/// Whether the engine carries broadcast `ordinal` for that member. `would`: the member's own choice.
bool is_carried(BcastChoices& own, int rank, int root, std::uint32_t ordinal, bool would) {
    if (rank != root) return would || !own.member_leaves(root, ordinal);
    if (would) return own.root_carries(ordinal);
    own.root_leaves(ordinal);
    return false;
}

}  // namespace

TEST_CASE("the root's choice between engine and host holds for members that enter later", "[choices]") {
    Members members(3);
    CHECK(members.choices[0].root_carries(7));
    CHECK_FALSE(members.choices[1].member_leaves(0, 7));
    CHECK_FALSE(members.choices[2].is_left(0, 7));
    members.choices[0].root_leaves(8);
    CHECK(members.choices[1].member_leaves(0, 8));
    CHECK(members.choices[2].is_left(0, 8));
}

TEST_CASE("a root leaves a broadcast to the host if a member already waits there, and the others learn of it",
          "[choices]") {
    Members members(3);
    CHECK(members.choices[1].member_leaves(0, 7));
    CHECK_FALSE(members.choices[0].root_carries(7));
    CHECK(members.choices[2].is_left(0, 7));
    CHECK(members.choices[2].member_leaves(0, 7));
}

TEST_CASE("choices of earlier and of later broadcasts do not count for this one", "[choices]") {
    Members members(2);
    for (const std::uint32_t ordinal : {1u, BcastChoices::kKept + 1, UINT32_MAX, 2u}) {
        INFO(ordinal);
        CHECK_FALSE(members.choices[1].is_left(0, ordinal));
        CHECK(members.choices[1].member_leaves(0, ordinal - 1));
        CHECK(members.choices[0].root_carries(ordinal));
        CHECK_FALSE(members.choices[1].member_leaves(0, ordinal));
        CHECK_FALSE(members.choices[1].is_left(0, ordinal));
    }
    for (std::uint32_t ahead = 1000; ahead < 1000 + BcastChoices::kKept; ++ahead)
        CHECK(members.choices[0].root_carries(ahead));
    CHECK_FALSE(members.choices[1].member_leaves(0, 1000));
}

TEST_CASE("members that arrive at the same time make the same choice", "[choices]") {
    constexpr int kMembers = 3;
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 4); ++seed) {
        INFO("seed " << seed);
        Members members(kMembers);
        ThreadBarrier barrier(kMembers);
        std::array<std::atomic<int>, kMembers> by_engine{};
        std::atomic<int> parted{0}, carried{0}, left{0};
        const auto run = [&](int rank) {
            Random random(seed);  // equal on all members
            for (std::uint32_t ordinal = 1; ordinal < 3000; ++ordinal) {
                const int root = static_cast<int>(random.below(kMembers));
                bool would[kMembers];
                for (bool& one : would) one = random.chance(1, 2);
                BcastChoices& own = members.choices[static_cast<std::size_t>(rank)];
                barrier.arrive();
                const bool is = is_carried(own, rank, root, ordinal, would[rank]);
                by_engine[static_cast<std::size_t>(rank)] = is;
                barrier.arrive();
                // A member that is in the engine follows the root to the host if the root has left the broadcast to it.
                const bool roots = by_engine[static_cast<std::size_t>(root)] != 0;
                if (rank == root) (roots ? carried : left) += 1;
                if (is != roots && !(is && own.is_left(root, ordinal))) parted += 1;
                if (is && roots && own.is_left(root, ordinal)) parted += 1;
            }
        };
        std::vector<std::thread> threads;
        for (int rank = 0; rank < kMembers; ++rank) threads.emplace_back(run, rank);
        for (std::thread& thread : threads) thread.join();
        CHECK(parted == 0);
        CHECK(carried > 100);
        CHECK(left > 100);
    }
}
