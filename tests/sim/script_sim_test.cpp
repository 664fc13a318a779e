// Programs of many members in one thread: messages that arrive late and in any order between pairs, members that run
// ahead, small rings. Every result is compared with the one that the operation requires.
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>

#include "native/engines/script/run.hpp"
#include "native/program/goal.hpp"
#include "native/program/known.hpp"
#include "pipeline_members.hpp"
#include "tests/number_reducer.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace shunt;
using namespace shunt::script_engine;
using pipeline_sim::Network;
using program::Buffer;
using program::Program;
using Numbers = std::vector<std::uint64_t>;

/// As the simulated memory, but data that are not lent are copied, as the contract says.
class CopyingMemory final : public memory::RemoteMemory {
public:
    CopyingMemory(Network& network, int rank, bool mapped) : under_(network, rank, mapped) {}
    memory::Traits traits() const override { return under_.traits(); }
    std::span<std::byte> window() override { return under_.window(); }
    std::byte* mapped(int peer) override { return under_.mapped(peer); }
    Outcome register_memory(std::span<const std::byte> memory, memory::Registration& into) override {
        return under_.register_memory(memory, into);
    }
    void deregister(memory::Registration&) override {}
    Status put(int peer, std::uint64_t at, std::span<const std::byte> data, const memory::Registration* from) override {
        if (!from) data = copies_.emplace_back(data.begin(), data.end());
        return under_.put(peer, at, data, from);
    }
    Status put_word(int peer, std::uint64_t at, std::uint64_t value) override {
        return under_.put_word(peer, at, value);
    }
    Status read(int peer, memory::Place from, std::span<std::byte> into) override {
        return ++reads_ % 3 == 0 ? Status::declined : under_.read(peer, from, into);
    }
    std::uint64_t posted(int peer) const override { return under_.posted(peer); }
    std::uint64_t completed(int peer) override { return under_.completed(peer); }
    Status progress() override { return Status::ok; }
    Status wait(memory::Condition, std::int64_t) override { return Status::timeout; }
    int lost_peer() const override { return -1; }

private:
    pipeline_sim::Memory under_;
    std::deque<std::vector<std::byte>> copies_;
    int reads_ = 0;
};

/// A call of all members: the operands of each member, and its expected result.
struct Round {
    Program program;
    std::vector<Numbers> send, expected;  // by rank; a broadcast's root sends what it is expected to have
};

std::uint64_t blocks_before(const Program& program, int rank) {
    if (program.counts.empty()) return static_cast<std::uint64_t>(rank) * program.count;
    return std::accumulate(program.counts.begin(), program.counts.begin() + rank, std::uint64_t{0});
}

Numbers part(const Numbers& all, std::uint64_t first, std::uint64_t count) {
    return {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

Numbers folded(const Round& round, int end) {
    const tests::NumberReducer combiner(round.program.commutative);
    Numbers sum = round.send[0];
    for (int rank = 1; rank < end; ++rank)
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] = combiner.of(sum[i], round.send[static_cast<std::size_t>(rank)][i]);
    return sum;
}

Numbers expected_of(const Round& round, int rank) {
    const Program& program = round.program;
    const int size = program.size();
    const Numbers& of_root = round.send[static_cast<std::size_t>(program.root)];
    const std::uint64_t own = program.counts.empty() ? program.count : program.counts[static_cast<std::size_t>(rank)];
    Numbers joined;
    switch (program.operation) {
        case Operation::bcast: return of_root;
        case Operation::scatter: return part(of_root, blocks_before(program, rank), own);
        case Operation::alltoall:
            for (const Numbers& each : round.send) {
                const Numbers block = part(each, blocks_before(program, rank), own);
                joined.insert(joined.end(), block.begin(), block.end());
            }
            return joined;
        case Operation::gather:
        case Operation::allgather:
        case Operation::allgatherv:
            for (const Numbers& each : round.send) joined.insert(joined.end(), each.begin(), each.end());
            return joined;
        case Operation::scan: return folded(round, rank + 1);
        case Operation::exscan: return rank == 0 ? Numbers{} : folded(round, rank);
        case Operation::reduce_scatter:
        case Operation::reduce_scatter_block: return part(folded(round, size), blocks_before(program, rank), own);
        case Operation::barrier: return {};
        default: return folded(round, size);
    }
}

Program some_program(Random& random, int size) {
    const std::uint64_t count = random.chance(1, 6) ? random.below(3) : random.below(700);
    const std::uint64_t chunk = random.chance(1, 2) ? 1 + random.below(200) : 0;
    const int root = static_cast<int>(random.below(static_cast<std::uint64_t>(size)));
    std::vector<std::uint64_t> counts;
    for (int rank = 0; rank < size; ++rank) counts.push_back(random.chance(1, 4) ? 0 : random.below(200));
    switch (random.below(10)) {
        case 0: return program::binomial_bcast(size, root, count, chunk);
        case 1: return program::chain_bcast(size, root, count, chunk);
        case 2: return program::binomial_reduce(size, root, count, chunk);
        case 3: return program::ring_reduce_scatter(counts);
        case 4: return program::ring_allgatherv(counts);
        case 5: return program::chain_scan(size, count, random.chance(1, 2));
        default: break;
    }
    const auto known = program::known_algorithms();
    const program::KnownAlgorithm& one = known[random.below(known.size())];
    return one.make(size, root, one.operation == Operation::barrier ? 0 : count);
}

Round some_round(Random& random, int size) {
    Round round{some_program(random, size), {}, {}};
    const bool is_bcast = round.program.operation == Operation::bcast;
    for (int rank = 0; rank < size; ++rank) {
        const auto from = is_bcast ? Buffer::receive : Buffer::send;
        Numbers& send = round.send.emplace_back(program::size_of(round.program, rank, from));
        for (std::uint64_t& each : send) each = random.next() | std::uint64_t{1} << 32;
    }
    for (int rank = 0; rank < size; ++rank) round.expected.push_back(expected_of(round, rank));
    return round;
}

class SimMember {
public:
    SimMember(Network& network, int rank, bool mapped, std::uint64_t ring)
        : rank_(rank), memory_(network, rank, mapped), rings_(memory_, rank, network.size, ring, 42), block_(64 << 10) {
        direct_.least_bytes = mapped ? 512 : 0;
        direct_.reaches.assign(static_cast<std::size_t>(network.size), 1);
    }
    void begin(const Round& round) {
        const auto own = static_cast<std::size_t>(rank_);
        const bool is_bcast = round.program.operation == Operation::bcast;
        send_ = round.send[own];
        receive_.assign(program::size_of(round.program, rank_, Buffer::receive), 7);
        if (is_bcast && rank_ == round.program.root) receive_ = send_;
        scratch_.assign(round.program.ranks[own].scratch, 7);
        plan_ = plan_of(round.program, rank_, sizeof(std::uint64_t), rings_);
        combiner_.emplace(round.program.commutative);
        lend(Buffer::send, send_);
        lend(Buffer::receive, receive_);
        lend(Buffer::scratch, scratch_);
        progress_.make_room(plan_);
        run_.emplace(plan_, places_, &*combiner_, memory_, direct_, std::span(block_), progress_, moved_);
    }
    Status advance() { return run_->advance(); }
    /// A rank to which MPI gives no result must have none in its buffer either.
    bool has(const Round& round) const {
        const Numbers& expected = round.expected[static_cast<std::size_t>(rank_)];
        return receive_.empty() || receive_ == expected;
    }
    const Plan& plan() const { return plan_; }
    const Moved& moved() const { return moved_; }

private:
    void lend(Buffer buffer, Numbers& numbers) {
        Place& place = places_[buffer];
        auto* const bytes = reinterpret_cast<std::byte*>(numbers.data());
        auto& lent = lent_[static_cast<std::size_t>(buffer)];
        lent = {{bytes, numbers.size() * sizeof(std::uint64_t)}, 1};
        place.memory = bytes;
        place.lent = &lent;
    }

    int rank_;
    CopyingMemory memory_;
    PairRings rings_;
    std::vector<std::byte> block_;
    Direct direct_;
    Numbers send_, receive_, scratch_;
    std::array<memory::Registration, 3> lent_;
    Places places_;
    Plan plan_;
    Progress progress_;
    Moved moved_;
    std::optional<tests::NumberReducer> combiner_;
    std::optional<Run> run_;
};

/// Carries rounds; each member advances at its own pace.   Returns: 0: all results are right; from 1: the first round
/// that failed or whose result was wrong; -1: no member advanced any more.
int carry(Random& random, int size, bool mapped, const std::vector<Round>& rounds, std::uint64_t& direct) {
    constexpr std::uint64_t kRing = 4096;
    Network network(size, 2 + random.below(8));
    for (int rank = 0; rank < size; ++rank) network.make_window(rank, PairRings::window_bytes(kRing, size));
    std::deque<SimMember> members;
    std::vector<std::size_t> at(static_cast<std::size_t>(size), 0);
    for (int rank = 0; rank < size; ++rank) members.emplace_back(network, rank, mapped, kRing).begin(rounds[0]);
    std::size_t left = at.size();
    for (int turns = 0; left > 0; ++turns) {
        if (turns > 3'000'000) return -1;
        network.deliver(random);
        const auto one = static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(size)));
        if (at[one] == rounds.size()) continue;
        const Status status = members[one].advance();
        if (status == Status::again) continue;
        if (status != Status::ok || !members[one].has(rounds[at[one]])) return static_cast<int>(at[one]) + 1;
        if (++at[one] < rounds.size()) members[one].begin(rounds[at[one]]);
        else --left;
    }
    for (const SimMember& member : members) direct += member.moved().direct_bytes;
    return 0;
}

TEST_CASE("programs end right under any order of events", "[script]") {
    std::uint64_t direct = 0;
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 300); ++seed) {
        Random random(seed);
        const int size = 2 + static_cast<int>(random.below(random.chance(1, 10) ? 30 : 7));
        const bool mapped = random.chance(1, 2);
        std::vector<Round> rounds;
        for (int i = 0; i < 6; ++i) rounds.push_back(some_round(random, size));
        INFO("seed " << seed << ", " << size << " members, " << (mapped ? "mapped" : "not mapped"));
        const int wrong = carry(random, size, mapped, rounds, direct);
        if (wrong > 0) INFO(program::to_text(rounds[static_cast<std::size_t>(wrong) - 1].program));
        REQUIRE(wrong == 0);
    }
    CHECK(direct > 0);
}

TEST_CASE("pieces that a ring allreduce receives are combined as they arrive", "[script]") {
    Network network(4, 8);
    for (int rank = 0; rank < 4; ++rank) network.make_window(rank, PairRings::window_bytes(4096, 4));
    SimMember member(network, 1, true, 4096);
    Random random(1);
    const auto fused = [&](Program program) {
        Round round{std::move(program), {}, {}};
        for (int rank = 0; rank < 4; ++rank)
            round.send.emplace_back(program::size_of(round.program, rank, Buffer::send));
        member.begin(round);
        return std::ranges::count_if(member.plan().ops, [](const Op& op) { return op.fused >= 0; });
    };
    CHECK(fused(program::ring_allreduce(4, 100)) == 3);
    CHECK(fused(program::ring_allreduce(4, 102)) == 3);  // blocks of 26 and 25
    // If another step reads the received data, they must be where the program puts them.
    Program looks = program::ring_allreduce(4, 100);
    program::RankProgram& own = looks.ranks[1];
    for (std::uint32_t i = 0; i < own.steps.size(); ++i)
        if (own.steps[i].kind == program::Kind::combine) {
            own.add(program::copy_step({Buffer::scratch, own.steps[i].from_first, 1}, {Buffer::receive, 0, 1}), {i});
            break;
        }
    CHECK(fused(looks) < 3);
}

}  // namespace
