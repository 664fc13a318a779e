// Messages among several nodes. Within a node both processes see the memory. Between nodes there are streams without
// gates, far slower, whose connections may be reset.
#include <catch2/catch.hpp>

#include <map>
#include <memory>
#include <vector>

#include "message_world.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace shunt;
using namespace shunt::message_sim;
using namespace shunt::remote_write;

constexpr Context kNodesContext = 5;
const MessengerOptions kFewBytes{
    .eager_most = 100, .write_from = 40, .first_piece = 0, .unexpected_most = 2000, .looks_for_room = 6};

/// Processes, each on a node of its own, whose frames arrive when they poll.
struct Nodes {
    explicit Nodes(int processes, std::uint64_t far_delay = 0)
        : network(processes,
                  {.delay_most = 0,
                   .jitter_most = 0,
                   .mailbox_bytes = 1 << 20,
                   .refused_in_1000 = 0,
                   .attach_in_1000 = 1000,
                   .gates = 4,
                   .processes_a_node = 1,
                   .far_delay_most = far_delay},
                  1) {
        for (int i = 0; i < processes; ++i) {
            fabrics.push_back(std::make_unique<SimulatedFabric>(network, i));
            messengers.push_back(std::make_unique<Messenger>(*fabrics.back(), i, kFewBytes, Threads::one));
        }
    }
    Messenger& at(int process) { return *messengers[static_cast<std::size_t>(process)]; }
    void settle(int process) {
        // A process looks for lost connections once in 64 polls.
        for (int round = 0; round < 200; ++round) at(process).advance();
    }
    void settle() {
        for (int round = 0; round < 200; ++round)
            for (auto& messenger : messengers) messenger->advance(), ++network.now;
    }
    Network network;
    std::vector<std::unique_ptr<SimulatedFabric>> fabrics;
    std::vector<std::unique_ptr<Messenger>> messengers;
};

struct FarSend : Send {
    FarSend(int from, int to, std::int32_t tag, std::size_t bytes, bool is_synchronous = false)
        : buffer(bytes, static_cast<std::byte>(tag)) {
        envelope = {kNodesContext, from, tag, bytes};
        process = to;
        data = buffer;
        synchronous = is_synchronous;
    }
    std::vector<std::byte> buffer;
};
struct FarReceive : Receive {
    explicit FarReceive(int from, std::int32_t tag = kAnyTag, std::size_t bytes = 500) : buffer(bytes) {
        context = kNodesContext;
        pattern = {from, tag};
        process = from;
        into = buffer;
    }
    std::vector<std::byte> buffer;
};

}  // namespace

TEST_CASE("messages: random traffic among nodes is matched as the model says", "[messages]") {
    std::uint64_t written = 0, rendezvous = 0, cancelled = 0;
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 300); ++seed) {
        INFO("seed " << seed);
        Habits habits;
        habits.processes = 2 + static_cast<int>(seed % 6);
        habits.neighbours = 1 + static_cast<int>(seed % 4);
        habits.cancels_in_1000 = seed % 3 == 0 ? 0 : 20;
        habits.wild_in_1000 = seed % 4 * 150;
        habits.slow_processes = static_cast<int>(seed % 5 == 0);
        Conditions conditions;
        conditions.processes_a_node = 1 + static_cast<int>(seed % 3);
        conditions.far_delay_most = seed % 7 == 0 ? 100 : 3000;
        MessengerOptions options = kFewBytes;
        options.first_piece = seed % 2 * 16;
        World world(habits, conditions, options, seed);
        REQUIRE_NOTHROW(world.run(400));
        const auto counters = world.counters();
        written += counters.received[static_cast<std::size_t>(Protocol::write)].messages;
        rendezvous += counters.received[static_cast<std::size_t>(Protocol::rendezvous)].messages +
                      counters.received[static_cast<std::size_t>(Protocol::eager_rendezvous)].messages;
        cancelled += world.cancelled();
    }
    CHECK(written > static_cast<std::uint64_t>(times_with_seeds(200)));
    CHECK(rendezvous > static_cast<std::uint64_t>(times_with_seeds(1000)));
    CHECK(cancelled > static_cast<std::uint64_t>(times_with_seeds(200)));
}

TEST_CASE("a message that is offered to another node is cancelled by the receiver's answer", "[messages]") {
    Nodes nodes(2);
    FarSend send(0, 1, 3, 300);
    nodes.at(0).start(send);
    nodes.settle();
    nodes.at(0).cancel(send);
    CHECK_FALSE(send.has_ended());
    nodes.settle();
    REQUIRE(send.has_ended());
    CHECK(send.ending == Ending::cancelled);
    Envelope found;
    CHECK_FALSE(nodes.at(1).probe(kNodesContext, {0, 3}, found));
    CHECK(nodes.network.open_transfers == 0);
}

TEST_CASE("a message that another node has matched is not cancelled", "[messages]") {
    Nodes nodes(2, 100);
    FarSend send(0, 1, 3, 300);
    FarReceive receive(0);
    nodes.at(1).start(receive);
    nodes.at(0).start(send);
    nodes.network.now += 100;
    nodes.settle(1);
    nodes.at(0).cancel(send);  // the acceptance is in flight
    nodes.settle();
    REQUIRE(send.has_ended());
    CHECK(send.ending == Ending::success);
    CHECK(receive.ending == Ending::success);
}

TEST_CASE("a message that MPI_Mprobe has taken from another node is not cancelled", "[messages]") {
    Nodes nodes(2);
    FarSend send(0, 1, 3, 300);
    nodes.at(0).start(send);
    nodes.settle();
    Envelope found;
    Matched* const matched = nodes.at(1).take(kNodesContext, {0, 3}, found);
    REQUIRE(matched != nullptr);
    nodes.at(0).cancel(send);
    nodes.settle();
    CHECK_FALSE(send.has_ended());
    FarReceive receive(0);
    nodes.at(1).start(receive, matched);
    nodes.settle();
    CHECK(send.ending == Ending::success);
    CHECK(receive.buffer[299] == std::byte{3});
}

TEST_CASE("operations that only a lost process could end are lost, in every state", "[messages]") {
    Nodes nodes(3);
    FarSend offered(0, 1, 1, 300), unmatched(0, 1, 2, 10, true), to_other(0, 2, 3, 300);
    FarReceive posted(1), of_other(2), of_any(kAnySource);
    of_any.process = -1;
    for (FarSend* send : {&offered, &unmatched, &to_other}) nodes.at(0).start(*send);
    for (FarReceive* receive : {&posted, &of_other, &of_any}) nodes.at(0).start(*receive);
    nodes.settle();
    nodes.network.reset(0, 1);
    nodes.settle();
    CHECK(offered.ending == Ending::lost);
    CHECK(unmatched.ending == Ending::lost);
    CHECK(posted.ending == Ending::lost);
    CHECK_FALSE(to_other.has_ended());
    CHECK_FALSE(of_other.has_ended());
    CHECK_FALSE(of_any.has_ended());
    // Operations that begin after the loss end too.
    FarSend later(0, 1, 1, 10), long_later(0, 1, 1, 300);
    FarReceive receive_later(1);
    nodes.at(0).start(later);
    nodes.at(0).start(long_later);
    nodes.at(0).start(receive_later);
    CHECK(later.ending == Ending::lost);
    CHECK(long_later.ending == Ending::lost);
    CHECK(receive_later.ending == Ending::lost);
    // Messages of other processes continue.
    FarSend from_other(2, 0, 7, 300);
    FarReceive at_other(0);
    nodes.at(2).start(from_other);
    nodes.at(2).start(at_other);
    nodes.settle();
    CHECK(from_other.has_ended());
    CHECK(at_other.ending == Ending::success);
    CHECK(to_other.ending == Ending::success);
    CHECK(nodes.at(1).failure() == nullptr);
    CHECK_FALSE(nodes.at(0).has_unsent());
}

TEST_CASE("messages that arrived from a lost process are received, messages that were only offered are lost",
          "[messages]") {
    Nodes nodes(2);
    FarSend eager(1, 0, 1, 20), offered(1, 0, 2, 300);
    nodes.at(1).start(eager);
    nodes.at(1).start(offered);
    nodes.settle();
    nodes.network.reset(0, 1);
    nodes.settle();
    CHECK(eager.ending == Ending::success);
    CHECK(offered.ending == Ending::lost);
    FarReceive first(1, 1), second(1, 2), third(1, 3);
    nodes.at(0).start(first);
    nodes.at(0).start(second);
    nodes.at(0).start(third);
    CHECK(first.ending == Ending::success);
    CHECK(second.ending == Ending::lost);
    CHECK(third.ending == Ending::lost);
    CHECK(nodes.network.open_transfers == 0);
}

// Each pair sends numbered messages, short and long; connections are reset at random. The messages of a pair arrive
// unchanged and in order (a long one may be lost although a later short one has arrived), and every operation ends.
TEST_CASE("messages: connections that are reset at random lose the rest, and nothing hangs", "[messages]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 200); ++seed) {
        INFO("seed " << seed);
        constexpr int kProcesses = 4, kMessages = 40;
        Random random(seed);
        Nodes nodes(kProcesses, 300);
        nodes.network.conditions.refused_in_1000 = 50;
        std::vector<std::unique_ptr<FarSend>> sends;
        std::map<std::pair<int, int>, std::vector<std::unique_ptr<FarReceive>>> receives;
        for (int i = 0; i < kMessages; ++i)
            for (int from = 0; from < kProcesses; ++from)
                for (int to = 0; to < kProcesses; ++to) {
                    if (from == to) continue;
                    sends.push_back(std::make_unique<FarSend>(from, to, i, random.chance(1, 3) ? 300 : random.below(90),
                                                              random.chance(1, 8)));
                    nodes.at(from).start(*sends.back());
                    auto& of_pair = receives[{from, to}];
                    of_pair.push_back(std::make_unique<FarReceive>(from));
                    nodes.at(to).start(*of_pair.back());
                    nodes.at(static_cast<int>(random.below(kProcesses))).advance();
                    nodes.network.now += random.below(20);
                    if (random.chance(1, 200)) {
                        const int one = static_cast<int>(random.below(kProcesses));
                        nodes.network.reset(one,
                                            (one + 1 + static_cast<int>(random.below(kProcesses - 1))) % kProcesses);
                    }
                }
        for (int round = 0; round < 60; ++round) nodes.settle();
        for (const auto& send : sends) REQUIRE(send->has_ended());
        for (auto& [pair, of_pair] : receives) {
            const bool is_reset = nodes.network.is_reset(pair.first, pair.second);
            bool lost = false;
            std::int32_t number = -1;
            for (const auto& receive : of_pair) {
                ++number;
                REQUIRE(receive->has_ended());
                if (receive->ending == Ending::lost) {
                    lost = true;
                    continue;
                }
                REQUIRE(receive->message.tag == number);
                for (std::size_t at = 0; at < receive->message.bytes; ++at)
                    REQUIRE(receive->buffer[at] == static_cast<std::byte>(receive->message.tag));
            }
            REQUIRE(lost <= is_reset);
        }
        for (int process = 0; process < kProcesses; ++process) {
            REQUIRE_FALSE(nodes.at(process).has_work());
            REQUIRE(nodes.at(process).failure() == nullptr);
        }
        REQUIRE(nodes.network.open_transfers == 0);
    }
}
