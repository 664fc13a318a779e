#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "native/base/random.hpp"
#include "native/phased/protocol.hpp"
#include "tests/sim/fabric.hpp"

using namespace shunt;
using phased::Protocol;
using phased::Step;
using sim::Block;
using sim::Fabric;

namespace {

/// What goes wrong in a run: at one operation and phase, one rank fails an exchange (its block is lost on it) or dies.
struct Trouble {
    enum class Kind { none, failed_exchange, death } kind = Kind::none;
    int rank = -1;
    int operation = 0;
    int phase = 0;
};

/// One rank going through several all-to-all operations, each with a fresh protocol.
class SimRank {
public:
    SimRank(Group group, int operations, Fabric& fabric, const Trouble& trouble)
        : group_(group), operations_(operations), fabric_(fabric), trouble_(trouble), protocol_(group),
          delivered(static_cast<std::size_t>(operations), std::vector<int>(static_cast<std::size_t>(group.size))),
          results(static_cast<std::size_t>(operations), Status::again) {}

    bool ended() const { return operation_ == operations_ || fabric_.is_dead(group_.rank); }

    /// Does what can be done now; false when this rank waits for a block that is not there.
    bool step() {
        if (protocol_.done()) return next_operation();
        const Step step = protocol_.next();
        if (step.kind == Step::Kind::own_block) {
            ++delivered[index()][static_cast<std::size_t>(group_.rank)];
            return protocol_.completed(Status::ok) == Status::ok;
        }
        if (!sent_ && troubled(Trouble::Kind::death)) {
            fabric_.kill(group_.rank);
            return true;
        }
        return exchange(step);
    }

private:
    std::size_t index() const { return static_cast<std::size_t>(operation_); }

    bool troubled(Trouble::Kind kind) const {
        return trouble_.kind == kind && trouble_.rank == group_.rank && trouble_.operation == operation_ &&
               trouble_.phase == phase_;
    }

    bool next_operation() {
        results[index()] = protocol_.result();
        ++operation_;
        phase_ = 0;
        protocol_ = Protocol(group_);
        return true;
    }

    bool exchange(const Step& step) {
        if (!sent_) {
            fabric_.send({group_.rank, step.to, operation_});
            sent_ = true;
            return true;
        }
        const std::optional<Block> block = fabric_.receive(step.from, group_.rank);
        if (!block && !fabric_.is_dead(step.from)) return false;
        return complete(block);
    }

    bool complete(const std::optional<Block>& block) {
        Status outcome = Status::ok;
        if (!block) {
            outcome = Status::peer_lost;
        } else if (troubled(Trouble::Kind::failed_exchange)) {
            outcome = Status::no_memory;
        } else if (block->operation != operation_) {
            mismatched = true;
        } else {
            ++delivered[index()][static_cast<std::size_t>(block->from)];
        }
        sent_ = false;
        ++phase_;
        return protocol_.completed(outcome) == Status::ok;
    }

    Group group_;
    int operations_;
    Fabric& fabric_;
    Trouble trouble_;
    Protocol protocol_;
    int operation_ = 0;
    int phase_ = 0;
    bool sent_ = false;

public:
    std::vector<std::vector<int>> delivered;   ///< [operation][from] how often that block came
    std::vector<Status> results;               ///< [operation]; `again` while not ended
    bool mismatched = false;                   ///< a block of another operation came
};

std::vector<SimRank> make_ranks(int size, int operations, Fabric& fabric, const Trouble& trouble) {
    std::vector<SimRank> ranks;
    ranks.reserve(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) ranks.emplace_back(Group{rank, size}, operations, fabric, trouble);
    return ranks;
}

/// Steps ranks in a random order until all have ended; false when none can go on (a deadlock).
bool run(std::vector<SimRank>& ranks, Random& random) {
    std::vector<SimRank*> live;
    for (auto& rank : ranks) live.push_back(&rank);
    while (!live.empty()) {
        // A random favourite may run far ahead of the others before they get a turn.
        const auto favourite = static_cast<std::size_t>(random.below(live.size()));
        for (auto steps = random.below(40); steps > 0 && !live[favourite]->ended(); --steps)
            if (!live[favourite]->step()) break;
        bool moved = false;
        for (auto* rank : live)
            if (!rank->ended() && (rank->step() || rank->ended())) moved = true;
        const auto before = live.size();
        std::erase_if(live, [](const SimRank* rank) { return rank->ended(); });
        if (!moved && live.size() == before) return false;
    }
    return true;
}

void check_no_block_twice(const std::vector<SimRank>& ranks) {
    for (const auto& rank : ranks) {
        REQUIRE_FALSE(rank.mismatched);
        for (const auto& operation : rank.delivered)
            for (const int times : operation) REQUIRE(times <= 1);
    }
}

Trouble random_trouble(Trouble::Kind kind, int size, int operations, Random& random) {
    return {kind, static_cast<int>(random.below(static_cast<std::uint64_t>(size))),
            static_cast<int>(random.below(static_cast<std::uint64_t>(operations))),
            static_cast<int>(random.below(static_cast<std::uint64_t>(size - 1)))};
}

constexpr int kOperations = 3;

}  // namespace

TEST_CASE("every block of every operation is delivered once, however far ranks run ahead", "[sim][phased]") {
    for (int size = 1; size <= 64; ++size) {
        const auto seed = static_cast<std::uint64_t>(1000 + size);
        CAPTURE(size, seed);
        Random random(seed);
        Fabric fabric;
        auto ranks = make_ranks(size, kOperations, fabric, {});
        REQUIRE(run(ranks, random));
        check_no_block_twice(ranks);
        for (const auto& rank : ranks)
            for (int operation = 0; operation < kOperations; ++operation) {
                REQUIRE(rank.results[static_cast<std::size_t>(operation)] == Status::ok);
                for (const int times : rank.delivered[static_cast<std::size_t>(operation)]) REQUIRE(times == 1);
            }
        REQUIRE(fabric.left_over() == 0);
    }
}

TEST_CASE("a failed exchange is reported by its rank alone and no later operation notices", "[sim][phased]") {
    for (int size = 2; size <= 64; ++size) {
        const auto seed = static_cast<std::uint64_t>(2000 + size);
        CAPTURE(size, seed);
        Random random(seed);
        Fabric fabric;
        const Trouble trouble = random_trouble(Trouble::Kind::failed_exchange, size, kOperations, random);
        auto ranks = make_ranks(size, kOperations, fabric, trouble);
        REQUIRE(run(ranks, random));
        check_no_block_twice(ranks);
        for (int rank = 0; rank < size; ++rank)
            for (int operation = 0; operation < kOperations; ++operation) {
                const bool hit = rank == trouble.rank && operation == trouble.operation;
                const Status expected = hit ? Status::no_memory : Status::ok;
                REQUIRE(ranks[static_cast<std::size_t>(rank)].results[static_cast<std::size_t>(operation)] == expected);
            }
        REQUIRE(fabric.left_over() == 0);
    }
}

TEST_CASE("when a rank dies at a random phase every other rank ends and tells it", "[sim][phased]") {
    for (int size = 2; size <= 64; ++size) {
        const auto seed = static_cast<std::uint64_t>(3000 + size);
        CAPTURE(size, seed);
        Random random(seed);
        Fabric fabric;
        const Trouble trouble = random_trouble(Trouble::Kind::death, size, kOperations, random);
        auto ranks = make_ranks(size, kOperations, fabric, trouble);
        REQUIRE(run(ranks, random));
        check_no_block_twice(ranks);
        bool noticed = false;
        for (int rank = 0; rank < size; ++rank) {
            if (rank == trouble.rank) continue;
            for (const Status status : ranks[static_cast<std::size_t>(rank)].results) {
                REQUIRE((status == Status::ok || status == Status::peer_lost));
                noticed |= status == Status::peer_lost;
            }
        }
        REQUIRE(noticed);
    }
}
