// Members that only send, as the shim begins their calls: from copies, far ahead of the receivers.
#include <catch2/catch.hpp>
#include <chrono>
#include <deque>

#include "tests/seeds.hpp"
#include "tests/unit/native/engines/phased/rooted.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

constexpr Operation kGivingOperations[] = {Operation::gather, Operation::gatherv, Operation::scatter,
                                           Operation::scatterv};

bool is_gather(Operation operation) { return operation == Operation::gather || operation == Operation::gatherv; }

/// The sends that a member has begun and whose end it has not seen.
class Given {
public:
    explicit Given(std::atomic<int>& wrong) : wrong_(wrong) {}

    /// Returns: the status of the call after `most_ns`.
    Status begin(Team& team, std::unique_ptr<Rooted> one, std::int64_t most_ns) {
        if (one->call.root == one->rank) one->call.receive = {};  // the shim keeps the root's own block itself
        auto pending = team.begin(one->call);
        const Status status = pending->wait(most_ns);
        calls_.push_back({std::move(one), std::move(pending)});
        return status;
    }
    /// Advances the sends, as later calls of the program do.   Returns: whether none is left.
    bool advance() {
        while (!calls_.empty()) {
            const Status status = calls_.front().pending->advance();
            if (status == Status::again) return false;
            wrong_ += status != Status::ok;
            calls_.pop_front();
        }
        return true;
    }
    void finish() {
        while (!advance()) std::this_thread::yield();
    }

private:
    struct One {
        std::unique_ptr<Rooted> rooted;
        std::unique_ptr<Pending> pending;
    };

    std::atomic<int>& wrong_;
    std::deque<One> calls_;
};

/// This member's part of one call: begun where it only sends, carried where it receives.
void take_part(Team& team, std::unique_ptr<Rooted> one, Given& given, std::atomic<int>& wrong) {
    if (is_gather(one->call.operation) == (one->call.root == one->rank)) {
        wrong += team.carry(one->call) != Status::ok || !one->right();
        return;
    }
    const Status status = given.begin(team, std::move(one), 0);
    wrong += status != Status::ok && status != Status::again;
}

const std::vector<std::vector<int>> kPlaces = {{0, 1}, {0, 0, 1, 1}, {0, 0, 1, 2, 2}, {0, 1, 0, 1}, {0, 0, 0}};

}  // namespace

TEST_CASE("members that only send are hundreds of calls ahead of members that receive", "[phased][teams]") {
    constexpr int kCalls = 300;
    for (const auto& node_of : kPlaces) {
        const int size = static_cast<int>(node_of.size()), root = size - 1;
        for (const Operation operation : {Operation::gather, Operation::scatter}) {
            std::atomic<int> wrong{0}, ahead{0};
            const int givers = is_gather(operation) ? size - 1 : 1;
            run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
                wrong += !team->holds_givers();
                Given given(wrong);
                const bool gives = is_gather(operation) != (rank == root);
                while (!gives && ahead < givers) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                for (int number = 1; number <= kCalls; ++number)
                    take_part(*team, std::make_unique<Rooted>(operation, number, 1, root, rank, size), given, wrong);
                ahead += gives;
                given.finish();
                leave_together(*team);
            });
            INFO("ranks " << size << ", gather " << is_gather(operation));
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("rooted calls in any order, with late members and others that give ahead", "[phased][teams]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 6); ++seed) {
        for (const auto& node_of : kPlaces) {
            const int size = static_cast<int>(node_of.size());
            std::atomic<int> wrong{0};
            run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
                Random own(seed * 100 + static_cast<std::uint64_t>(rank)), common(seed);
                Given given(wrong);
                for (int number = 1; number <= 150; ++number) {
                    const Operation operation = kGivingOperations[common.below(4)];
                    const int root = static_cast<int>(common.below(static_cast<std::uint64_t>(size)));
                    take_part(
                        *team,
                        std::make_unique<Rooted>(operation, number, seed * 1000 + common.below(500), root, rank, size),
                        given, wrong);
                    if (own.chance(1, 20)) std::this_thread::sleep_for(std::chrono::microseconds(own.below(5000)));
                    if (own.chance(1, 4)) given.advance();
                }
                given.finish();
                leave_together(*team);
            });
            INFO("seed " << seed << ", ranks " << size);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("a sending member waits a limited time for receiving members", "[phased][teams]") {
    using std::chrono::milliseconds;
    for (const auto& node_of : {std::vector<int>{0, 0}, {0, 0, 1}}) {
        const int size = static_cast<int>(node_of.size());
        std::atomic<int> wrong{0};
        std::atomic<bool> has_waited{false};
        run_ranks(node_of, [&](Team* team, int rank, OobBoard& board) {
            Given given(wrong);
            char mine = 0;
            std::vector<char> all(node_of.size());
            if (rank == 0)
                while (!has_waited) std::this_thread::sleep_for(milliseconds(1));
            if (rank != 0) {  // one rank of node 0 is late
                auto one = std::make_unique<Rooted>(Operation::gather, 1, 3, 0, rank, size);
                const Status status = given.begin(*team, std::move(one), 20'000'000);
                if (rank == 1) wrong += status != Status::again, has_waited = true;
            } else {
                take_part(*team, std::make_unique<Rooted>(Operation::gather, 1, 3, 0, rank, size), given, wrong);
            }
            given.finish();
            (void)board.gather(rank, &mine, 1, all.data());
            // The ranks are in step now: the call ends while it is waited for.
            auto one = std::make_unique<Rooted>(Operation::gather, 2, 3, 0, rank, size);
            if (rank == 0) take_part(*team, std::move(one), given, wrong);
            else wrong += given.begin(*team, std::move(one), 20'000'000'000) != Status::ok;
            given.finish();
            leave_together(*team);
        });
        CHECK(wrong == 0);
    }
}
