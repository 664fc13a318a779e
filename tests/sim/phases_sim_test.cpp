#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/phased/dissemination.hpp"
#include "native/engines/phased/phases.hpp"
#include "native/engines/phased/plan.hpp"
#include "tests/seeds.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

/// An item on one stream, in order.
struct Item {
    enum class Kind { bytes, token, met } kind;
    std::uint64_t bytes = 0;  ///< of data: their length
    bool last = false;        ///< of data: the move ends with this item
    std::uint32_t phase = 0, round = 0;
};

/// All nodes of one operation in one thread. The stream or node that advances next is drawn at random. Data is only
/// counted.
class Network {
public:
    Network(const std::vector<Plan>& plans, const PhaseRules& rules, std::uint64_t seed, bool late_node)
        : random_(seed),
          nodes_(static_cast<int>(plans.size())),
          late_(late_node ? static_cast<int>(random_.below(plans.size())) : -1) {
        for (int node = 0; node < nodes_; ++node) {
            PhaseRules own = plans[static_cast<std::size_t>(node)].rules;
            own.separation = rules.separation;
            own.small_bytes = rules.small_bytes;
            own.early_bytes = rules.early_bytes;
            rules_ = own;
            members_.push_back({Phases(plans[static_cast<std::size_t>(node)].sends,
                                       plans[static_cast<std::size_t>(node)].receives, own),
                                {},
                                {},
                                {}});
        }
    }

    /// Returns: false when nothing moves any more although a node is not done.
    bool run() {
        for (std::uint64_t idle = 0; idle < 200 * static_cast<std::uint64_t>(nodes_) + 1000;) {
            const int node = static_cast<int>(random_.below(static_cast<std::uint64_t>(nodes_)));
            const bool sleeps = node == late_ && steps_ < 20'000;
            if (sleeps && random_.chance(1, 500)) members_[random_.below(members_.size())].phases.be_impatient();
            idle = !sleeps && step(node) ? 0 : idle + (steps_ < 20'000 && late_ >= 0 ? 0 : 1);
            ++steps_;
            if (std::all_of(members_.begin(), members_.end(), [](const Member& m) { return m.phases.done(); }))
                return streams_empty();
        }
        return false;
    }

    /// The largest number of moves that were in flight to one node at once and may collide at its port. Moves of the
    /// first phase and small ones do not count.
    std::uint64_t crowding = 0;
    std::uint64_t moved = 0;

private:
    struct Member {
        Phases phases;
        std::map<std::size_t, std::uint64_t> sending;  ///< by send: bytes put on the stream
        std::map<std::uint32_t, AndReduction> barriers;
        std::optional<std::uint32_t> barrier;  ///< the barrier that the member is in
    };

    bool step(int node) {
        Member& member = members_[static_cast<std::size_t>(node)];
        bool did = decide(node, member);
        if (!member.sending.empty() && random_.chance(1, 2)) did |= send_some(node, member);
        return receive_one(node, member) || did;
    }

    bool decide(int node, Member& member) {
        bool did = false;
        for (auto send = member.phases.next_send(); send; send = member.phases.next_send()) {
            member.sending[*send] = 0;
            count_crowding(member.phases.sends()[*send].peer);
            did = true;
        }
        for (auto token = member.phases.next_token(); token; token = member.phases.next_token()) {
            put(node, member.phases.receives()[*token].peer, {Item::Kind::token});
            did = true;
        }
        const DisseminationRounds rounds{node, nodes_};
        for (auto over = member.phases.next_barrier(); over; over = member.phases.next_barrier()) {
            member.barriers.try_emplace(*over, rounds, 0);
            member.barrier = *over;
            did = true;
        }
        if (!member.barrier) return did;
        AndReduction& barrier = member.barriers.at(*member.barrier);
        for (auto told = barrier.next(); told; told = barrier.next()) {
            put(node, told->to, {Item::Kind::met, 0, false, *member.barrier, told->round});
            did = true;
        }
        if (!barrier.done()) return did;
        member.phases.released(*member.barrier);
        member.barrier.reset();
        return true;
    }

    bool send_some(int node, Member& member) {
        auto& [send, done] = *member.sending.begin();
        const Move& move = member.phases.sends()[send];
        const std::uint64_t now = std::min(move.bytes - done, 1 + random_.below(20'000));
        done += now;
        const bool last = done == move.bytes;
        put(node, move.peer, {Item::Kind::bytes, now, last});
        if (last) {
            member.phases.sent(send);
            member.sending.erase(send);
        }
        return true;
    }

    bool receive_one(int node, Member& member) {
        const int from = static_cast<int>(random_.below(static_cast<std::uint64_t>(nodes_)));
        auto& stream = streams_[{from, node}];
        if (stream.empty()) return false;
        const Item item = stream.front();
        stream.pop_front();
        if (item.kind == Item::Kind::token) member.phases.token(from);
        if (item.kind == Item::Kind::met) {
            const auto barrier = member.barriers.try_emplace(item.phase, DisseminationRounds{node, nodes_}, 0).first;
            REQUIRE(barrier->second.heard(from, item.round, 0));
        }
        if (item.kind == Item::Kind::bytes) {
            REQUIRE(member.phases.receiving(from));
            member.phases.grows(from, item.bytes);
            moved += item.bytes;
            if (item.last) member.phases.received(from);
        }
        return true;
    }

    /// Counts the moves in flight to `node` that had to wait for their turn.
    void count_crowding(int node) {
        std::uint64_t under_way = 0;
        for (const Member& member : members_)
            for (const auto& [send, done] : member.sending) {
                const Move& move = member.phases.sends()[send];
                const bool free = move.phase == 0 || move.bytes <= rules_.small_bytes ||
                                  (rules_.last_is_contended && move.phase + 1 == rules_.phases);
                if (move.peer == node && !free) under_way += 1;
            }
        crowding = std::max(crowding, under_way);
    }

    void put(int from, int to, const Item& item) { streams_[{from, to}].push_back(item); }
    bool streams_empty() const {
        return std::all_of(streams_.begin(), streams_.end(), [](const auto& stream) { return stream.second.empty(); });
    }

    Random random_;
    int nodes_;
    int late_;
    PhaseRules rules_;
    std::vector<Member> members_;
    std::map<std::pair<int, int>, std::deque<Item>> streams_;
    std::uint64_t steps_ = 0;
};

std::vector<Row> random_rows(Random& random, int nodes) {
    std::vector<Row> rows(static_cast<std::size_t>(nodes));
    const std::uint64_t density = 10 + random.below(91);
    for (int from = 0; from < nodes; ++from)
        for (int to = 0; to < nodes; ++to)
            if (from != to && random.chance(density, 100))
                rows[static_cast<std::size_t>(from)].entries.emplace_back(
                    static_cast<std::uint32_t>(to), 1 + random.below(random.chance(1, 3) ? 1000 : 60'000));
    return rows;
}

}  // namespace

TEST_CASE("phases of random patterns end under every schedule and separation with slow nodes", "[phased]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 400); ++seed) {
        Random random(seed);
        const int nodes = static_cast<int>(2 + random.below(11));
        const auto rows = random_rows(random, nodes);
        const auto order = static_cast<Order>(random.below(5));
        std::uint64_t total = 0;
        for (const Row& row : rows)
            for (const auto& entry : row.entries) total += entry.second;
        std::vector<Plan> plans;
        for (int node = 0; node < nodes; ++node)
            plans.push_back(scheduled_plan(node, rows, order, {}, 2049, {}).value());
        PhaseRules rules;
        rules.separation = static_cast<Separation>(random.below(3));
        rules.small_bytes = random.chance(1, 2) ? 0 : 2048;
        rules.early_bytes = random.chance(1, 2) ? 0 : random.below(30'000);
        const bool late = random.chance(1, 4);
        Network network(plans, rules, seed * 77, late);
        INFO("seed " << seed << ", nodes " << nodes);
        REQUIRE(network.run());
        REQUIRE(network.moved == total);
        // Only one sender at a time may be in flight where tokens are not given early, and in barriers that no node
        // enters early.
        if (rules.early_bytes == 0 &&
            (rules.separation == Separation::barrier || (rules.separation == Separation::tokens && !late)))
            REQUIRE(network.crowding <= 1);
    }
}

TEST_CASE("rotation, gathering and scattering plans end in every separation", "[phased]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 100); ++seed) {
        Random random(seed);
        const int nodes = static_cast<int>(2 + random.below(15)),
                  root = static_cast<int>(random.below(static_cast<std::uint64_t>(nodes)));
        std::vector<std::vector<std::uint64_t>> bytes(static_cast<std::size_t>(nodes),
                                                      std::vector<std::uint64_t>(static_cast<std::size_t>(nodes)));
        for (auto& row : bytes)
            for (auto& each : row) each = random.chance(1, 4) ? 0 : random.below(50'000);
        const int kind = static_cast<int>(random.below(3));
        std::vector<Plan> plans;
        for (int node = 0; node < nodes; ++node) {
            std::vector<std::uint64_t> to = bytes[static_cast<std::size_t>(node)], from, with_root;
            for (const auto& row : bytes) from.push_back(row[static_cast<std::size_t>(node)]);
            for (const auto& row : bytes) with_root.push_back(row[static_cast<std::size_t>(root)]);
            plans.push_back(kind == 0   ? rotation_plan(node, to, from)
                            : kind == 1 ? collecting_plan(node, root, with_root)
                                        : dealing_plan(node, root, with_root));
        }
        PhaseRules rules;
        rules.separation = kind == 0   ? static_cast<Separation>(random.below(3))
                           : kind == 1 ? Separation::tokens
                                       : Separation::none;
        Network network(plans, rules, seed, false);
        INFO("seed " << seed << ", nodes " << nodes << ", kind " << kind);
        REQUIRE(network.run());
    }
}

TEST_CASE("a dissemination finds the bits common to all, and gathers all rows, in any number of nodes and any order",
          "[phased]") {
    for (int nodes = 2; nodes <= 40; ++nodes) {
        Random random(static_cast<std::uint64_t>(nodes));
        const auto rows = random_rows(random, nodes);
        std::vector<AndReduction> bits;
        std::vector<BruckAllgather> gatherings;
        std::uint64_t common = ~std::uint64_t{0};
        for (int node = 0; node < nodes; ++node) {
            const std::uint64_t own = random.next() | 0x10;
            common &= own;
            bits.emplace_back(DisseminationRounds{node, nodes}, own);
            gatherings.emplace_back(DisseminationRounds{node, nodes}, rows[static_cast<std::size_t>(node)]);
        }
        const auto all_done = [](const auto& members) {
            return std::all_of(members.begin(), members.end(), [](const auto& m) { return m.done(); });
        };
        for (int step = 0; step < 200'000 && !(all_done(bits) && all_done(gatherings)); ++step) {
            const int node = static_cast<int>(random.below(static_cast<std::uint64_t>(nodes)));
            if (const auto told = bits[static_cast<std::size_t>(node)].next())
                REQUIRE(bits[static_cast<std::size_t>(told->to)].heard(node, told->round, told->bits));
            if (const auto told = gatherings[static_cast<std::size_t>(node)].next()) {
                BruckAllgather& to = gatherings[static_cast<std::size_t>(told->to)];
                std::byte* room = to.room(node, told->round, told->bytes.size());
                REQUIRE(room != nullptr);
                std::copy(told->bytes.begin(), told->bytes.end(), room);
                REQUIRE(to.heard(told->round, told->bytes.size()));
            }
        }
        INFO("nodes " << nodes);
        REQUIRE((all_done(bits) && all_done(gatherings)));
        for (int node = 0; node < nodes; ++node) {
            CHECK(bits[static_cast<std::size_t>(node)].bits() == common);
            CHECK(gatherings[static_cast<std::size_t>(node)].rows() == rows);
        }
    }
}
