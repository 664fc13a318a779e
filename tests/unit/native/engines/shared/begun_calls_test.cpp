// Calls in the background: several at once, polled in any order, beside calls that block.
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "native/base/random.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/engines/pipeline/team_processes.hpp"

namespace {

using namespace pipeline_test;

struct Kind {
    int on_node;
    int size, cores;
};

/// The properties of a call, known to all members.
struct Plan {
    Operation operation;
    int root;
    std::size_t count;
    bool in_place;
    std::uint64_t turn;
};

Plan random_plan(Random& equal_on_all, const Member& member, std::uint64_t turn) {
    constexpr Operation kAll[] = {Operation::bcast,  Operation::reduce, Operation::allreduce,
                                  Operation::scan,   Operation::exscan, Operation::reduce_scatter_block,
                                  Operation::barrier};
    constexpr std::size_t kCounts[] = {0, 1, 7, 1'003, 5'003, 100'003};
    const std::size_t operations = std::size(kAll) - (member.is_on_one_node() ? 0 : 1);
    return {kAll[equal_on_all.below(operations)],
            static_cast<int>(equal_on_all.below(static_cast<std::uint64_t>(member.size))),
            kCounts[equal_on_all.below(std::size(kCounts))] * static_cast<std::size_t>(member.size),
            equal_on_all.chance(1, 2), turn};
}

/// One call of one member, and its result.
class Trial {
public:
    Trial(Member& member, const Plan& plan) : member_(member), plan_(plan) {
        mine_ = values(member.rank, plan.count, plan.turn);
        result_.resize(plan.count, 1);
        call.operation = plan.operation;
        call.root = plan.root;
        call.reducer = &sum_;
        if (plan.operation == Operation::barrier) return;
        if (plan.operation == Operation::bcast) {
            call.receive = std::as_writable_bytes(std::span(mine_));
            return;
        }
        call.send = std::as_bytes(std::span(mine_));
        std::span<std::uint64_t> into(plan.in_place ? mine_ : result_);
        if (plan.operation == Operation::reduce && member.rank != plan.root) into = {};
        if (plan.operation == Operation::reduce_scatter_block)
            into = std::span(result_).first(plan.count / static_cast<std::size_t>(member.size));
        call.receive = std::as_writable_bytes(into);
    }
    bool begin() {
        pending_ = member_.team->begin(call);
        return pending_ != nullptr;
    }
    Status advance() { return pending_->advance(); }
    void abandon() { pending_.reset(); }

    bool is_right() const {
        const auto* found = reinterpret_cast<const std::uint64_t*>(call.receive.data());
        const std::span<const std::uint64_t> all(found, call.receive.size() / sizeof *found);
        switch (plan_.operation) {
            case Operation::bcast: return mine_ == values(plan_.root, plan_.count, plan_.turn);
            case Operation::scan: return is_sum(all, member_.rank + 1, plan_.turn);
            case Operation::exscan: return member_.rank == 0 || is_sum(all, member_.rank, plan_.turn);
            case Operation::reduce_scatter_block: return is_part_of_sum(all);
            default: return is_sum(all, member_.size, plan_.turn);
        }
    }

    CollectiveCall call;

private:
    bool is_part_of_sum(std::span<const std::uint64_t> part) const {
        std::vector<std::uint64_t> whole(plan_.count);
        for (int rank = 0; rank < member_.size; ++rank) {
            const std::vector<std::uint64_t> theirs = values(rank, plan_.count, plan_.turn);
            for (std::size_t i = 0; i < plan_.count; ++i) whole[i] += theirs[i];
        }
        return std::equal(part.begin(), part.end(),
                          whole.begin() + static_cast<std::ptrdiff_t>(part.size()) * member_.rank);
    }

    Member& member_;
    Plan plan_;
    Numbers sum_{true};
    std::vector<std::uint64_t> mine_, result_;
    std::unique_ptr<Pending> pending_;
};

/// Polls the trials in an order of this member's own until all have ended.   Returns: 0, or a check that failed.
int end_all(std::vector<std::unique_ptr<Trial>>& trials, Random& own) {
    while (!trials.empty()) {
        const auto one = trials.begin() + static_cast<std::ptrdiff_t>(own.below(trials.size()));
        const Status status = (*one)->advance();
        if (status != Status::again) {
            if (status != Status::ok) return 10 + static_cast<int>(status);
            if ((*one)->advance() != Status::ok) return 2;  // the same status each time
            if (!(*one)->is_right()) return 3;
            trials.erase(one);
        } else if (own.chance(1, 50)) {
            std::this_thread::sleep_for(std::chrono::microseconds(own.below(500)));
        }
    }
    return 0;
}

/// Up to six calls at a time, nonblocking or blocking as all members agree.
int rounds(Member& member, std::uint64_t seed) {
    Random equal_on_all(seed), own(seed * 100 + static_cast<std::uint64_t>(member.rank));
    std::uint64_t turn = 0;
    for (int round = 0; round < 12; ++round) {
        std::vector<std::unique_ptr<Trial>> under_way;
        for (std::uint64_t left = 1 + equal_on_all.below(6); left > 0; --left) {
            auto trial = std::make_unique<Trial>(member, random_plan(equal_on_all, member, ++turn));
            if (equal_on_all.chance(1, 4)) {
                if (member.team->carry(trial->call) != Status::ok || !trial->is_right()) return 4;
                continue;
            }
            if (!trial->begin()) return 5;
            under_way.push_back(std::move(trial));
            if (own.chance(1, 3)) static_cast<void>(under_way.front()->advance());
        }
        if (const int failed = end_all(under_way, own)) return failed;
    }
    return 0;
}

TEST_CASE("begun calls end in whatever order members look at them, beside blocking ones",
          "[pipeline][processes][teams]") {
    for (const Kind kind : {Kind{kOneNode, 2, kPlenty}, Kind{kOneNode, 4, kPlenty}, Kind{kOneNode, 4, 2}, Kind{1, 2, 2},
                            Kind{1, 4, 2}, Kind{2, 4, 2}}) {
        for (std::uint64_t seed = 1; seed < end_of_seeds(1, 10); ++seed) {
            INFO((kind.on_node == 1 ? "tcp, " : "shared memory, ")
                 << kind.size << " members, " << kind.cores << " cores, seed " << seed);
            const auto ends = run_members(kind.size, 4096, [&](Board&, const memory::Setup& setup) {
                Member member(setup, kind.on_node, kind.cores);
                if (!member.team) return 100;
                const int failed = rounds(member, seed);
                member.leave();
                return failed;
            });
            CHECK(ends == std::vector<std::string>(static_cast<std::size_t>(kind.size), "exit 0"));
        }
    }
}

TEST_CASE("a begun call whose members wait in another order than it was begun ends", "[pipeline][processes][teams]") {
    for (const Kind kind : {Kind{kOneNode, 2, kPlenty}, Kind{kOneNode, 2, 1}, Kind{1, 2, 2}}) {
        const auto ends = run_members(2, 4096, [&](Board&, const memory::Setup& setup) {
            Member member(setup, kind.on_node, kind.cores);
            if (!member.team) return 100;
            Trial first(member, {Operation::allreduce, 0, 300'000, false, 1}),
                second(member, {Operation::allreduce, 0, 300'000, true, 2});
            if (!first.begin() || !second.begin()) return 1;
            Trial& waited_for = member.rank == 0 ? first : second;
            while (waited_for.advance() == Status::again) std::this_thread::yield();
            Trial& other = member.rank == 0 ? second : first;
            while (other.advance() == Status::again) std::this_thread::yield();
            const bool right = first.is_right() && second.is_right();
            member.leave();
            return right ? 0 : 2;
        });
        CHECK(ends == std::vector<std::string>(2, "exit 0"));
    }
}

TEST_CASE("the root of a begun broadcast is not needed again where its vector is short",
          "[pipeline][processes][teams]") {
    const auto ends = run_members(3, 4096, [&](Board& board, const memory::Setup& setup) {
        Member member(setup, kOneNode, kPlenty);
        if (!member.team) return 100;
        Trial trial(member, {Operation::bcast, 0, 30, false, 1});
        if (!trial.begin()) return 1;
        if (member.rank != 0)
            while (trial.advance() == Status::again) std::this_thread::yield();
        if (!remote_test::meet(board, 3)) return 2;  // the root polls only now
        if (trial.advance() != Status::ok || !trial.is_right()) return 3;
        member.leave();
        return 0;
    });
    CHECK(ends == std::vector<std::string>(3, "exit 0"));
}

/// Rank 1 gives up two calls. `late`: the others poll theirs only after that.   Returns: 0, or a check that failed.
int give_up_calls(Board& board, Member& member, bool late) {
    Trial first(member, {Operation::allreduce, 0, 8'000, false, 1}), second(member, {Operation::scan, 0, 3, false, 2});
    const auto begin = [&] { return first.begin() && second.begin(); };
    // Rank 1 polls its calls only while no other rank has begun them, so that neither can have ended when it gives up.
    if (member.rank == 1 && !begin()) return 1;
    if (!remote_test::meet(board, 3)) return 4;
    if (member.rank != 1 && !late && !begin()) return 1;
    if (!remote_test::meet(board, 3)) return 4;
    if (member.rank == 1) first.abandon();
    if (!remote_test::meet(board, 3)) return 4;
    if (member.rank != 1 && late && !begin()) return 1;
    Status status = Status::again;
    while (status == Status::again) status = second.advance();
    const bool is_told = status == Status::bug && member.team->carry(first.call) == Status::bug;
    while (!member.team->tell_peers()) std::this_thread::yield();
    return is_told ? 0 : 10 + static_cast<int>(status);
}

TEST_CASE("a member that abandons a begun call breaks the team, and no member waits for ever",
          "[pipeline][processes][teams]") {
    for (const Kind kind : {Kind{kOneNode, 3, kPlenty}, Kind{kOneNode, 3, 2}, Kind{1, 3, 2}, Kind{2, 3, 2}})
        for (const bool late : {false, true}) {
            const auto ends = run_members(3, 4096, [&](Board& board, const memory::Setup& setup) {
                Member member(setup, kind.on_node, kind.cores);
                if (!member.team) return 100;
                const int failed = give_up_calls(board, member, late);
                member.leave();
                return failed;
            });
            INFO((kind.on_node == 1 ? "tcp, " : "shared memory, ") << kind.cores << (late ? " cores, late" : " cores"));
            CHECK(ends == std::vector<std::string>(3, "exit 0"));
        }
}

}  // namespace
