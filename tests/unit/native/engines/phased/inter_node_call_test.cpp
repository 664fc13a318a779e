#include "native/engines/phased/inter_node_call.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <span>
#include <vector>

#include "native/base/clock.hpp"
#include "native/net/tcp/listener.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/native/net/loopback.hpp"

using namespace shunt;
using namespace shunt::phased;
using net::Listener;
using net::Streams;

namespace {

using Sizes = std::vector<std::vector<std::uint64_t>>;  ///< bytes, by sender and receiver

/// A node of one rank, in one alltoallv: its blocks, and its inter_node_call.
struct Node {
    Nodes nodes;
    std::unique_ptr<Streams> streams;
    std::unique_ptr<Wires> wires;
    std::vector<std::vector<std::byte>> sent, received;
    std::vector<std::span<const std::byte>> out;
    std::vector<std::span<std::byte>> in;
    std::unique_ptr<OwnBlocks> own;
    std::unique_ptr<NodeBlocks> blocks;
    std::unique_ptr<InterNodeCall> inter_node_call;
    Status status = Status::again;
};

/// Nodes with one rank each, all in one thread, over streams on the loopback interface.
struct Cluster {
    std::vector<Node> nodes;
    std::uint32_t number = 0;  ///< of the last call

    explicit Cluster(int count) : nodes(static_cast<std::size_t>(count)) {
        std::vector<Listener> listeners;
        net::StreamsSetup setup;
        setup.key = {1, 2};
        std::vector<int> node_of;
        for (int node = 0; node < count; ++node) {
            listeners.push_back(std::move(Listener::open(net::kLoopback, {}).value));
            setup.listeners.push_back(listeners.back().local());
            node_of.push_back(node);
        }
        PhasedOptions options = default_engine_options().get<PhasedOptions>();
        options.pace = 0;
        for (int i = 0; i < count; ++i) {
            Node& node = at(i);
            setup.own = i;
            node.nodes = Nodes(i, node_of);
            node.streams = std::make_unique<Streams>(setup, std::move(listeners[static_cast<std::size_t>(i)]),
                                                     net::Descriptor(epoll_create1(EPOLL_CLOEXEC)));
            node.wires.reset(
                new Wires{node.nodes, *node.streams, nullptr, {}, {}, {}, options, {}, PortRate(0), false});
        }
    }
    Node& at(int node) { return nodes[static_cast<std::size_t>(node)]; }
    int count() const { return static_cast<int>(nodes.size()); }

    /// The block that `from` sends to `to`.
    static std::vector<std::byte> block(int from, int to, std::uint64_t bytes) {
        std::vector<std::byte> block(bytes);
        for (std::size_t i = 0; i < bytes; ++i)
            block[i] =
                static_cast<std::byte>(i * 7 + static_cast<std::size_t>(from) * 31 + static_cast<std::size_t>(to));
        return block;
    }
    /// Node `i` enters the next call, in which it expects blocks of these sizes.
    void enter(int i, const Sizes& sizes, InterNodeCallSetup setup = {}) {
        Node& node = at(i);
        const auto own = static_cast<std::size_t>(i);
        node.inter_node_call.reset();
        node.sent.clear(), node.received.clear(), node.out.clear(), node.in.clear();
        for (int peer = 0; peer < count(); ++peer) {
            const auto other = static_cast<std::size_t>(peer);
            node.sent.push_back(block(i, peer, sizes[own][other]));
            node.received.emplace_back(sizes[other][own]);
        }
        node.out.assign(node.sent.begin(), node.sent.end());
        node.in.assign(node.received.begin(), node.received.end());
        CollectiveCall call;
        call.operation = Operation::alltoallv;
        call.send_blocks = node.out;
        call.receive_blocks = node.in;
        node.own = std::make_unique<OwnBlocks>(call, node.nodes);
        node.blocks = std::make_unique<NodeBlocks>(node.nodes, call.operation, 0);
        REQUIRE(node.blocks->read(nullptr, *node.own) == Status::ok);
        setup.number = number;
        setup.operation = call.operation;
        node.inter_node_call = std::make_unique<InterNodeCall>(*node.wires, *node.blocks, setup);
        node.status = Status::again;
    }
    void step() {
        const std::int64_t now = monotonic_ns();
        for (Node& node : nodes) {
            if (node.inter_node_call) node.streams->pump(now, *node.inter_node_call);
            if (node.inter_node_call && node.status == Status::again) node.status = node.inter_node_call->advance(now);
        }
    }
    template <class Done>
    bool step_until(Done done) {
        const std::int64_t end = monotonic_ns() + 20'000'000'000;
        while (!done()) {
            if (monotonic_ns() > end) return false;
            step();
        }
        return true;
    }
    bool all_done() const {
        return std::none_of(nodes.begin(), nodes.end(),
                            [](const Node& node) { return node.status == Status::again || !node.streams->all_sent(); });
    }
    /// One call of all nodes.
    void call(const Sizes& sizes, const InterNodeCallSetup& setup = {}) {
        ++number;
        for (int i = 0; i < count(); ++i) enter(i, sizes, setup);
        REQUIRE(step_until([&] { return all_done(); }));
    }
    bool all_came(const Sizes& sizes) {
        for (int to = 0; to < count(); ++to)
            for (int from = 0; from < count(); ++from) {
                const auto a = static_cast<std::size_t>(from), b = static_cast<std::size_t>(to);
                if (from != to && at(to).received[a] != block(from, to, sizes[a][b]))
                    return false;  // a node's own block does not use the network
            }
        return true;
    }
};

const Sizes kSome{{0, 1000, 70'000}, {5, 0, 0}, {200'000, 64, 0}};

}  // namespace

TEST_CASE("a inter_node_call of one node is over at once", "[phased][inter_node_call]") {
    Cluster cluster(1);
    cluster.call({{100}});
    CHECK(cluster.at(0).status == Status::ok);
    CHECK(cluster.at(0).inter_node_call->awaited() == -1);
}

TEST_CASE("nodes of which each knows its own sizes alone agree on a plan, and every block is moved",
          "[phased][inter_node_call]") {
    Cluster cluster(3);
    cluster.call(kSome);
    for (const Node& node : cluster.nodes) {
        CHECK(node.status == Status::ok);
        CHECK(node.inter_node_call->disagreement().empty());
        CHECK(node.inter_node_call->plan());
    }
    CHECK(cluster.all_came(kSome));
}

TEST_CASE("a call of the same sizes uses the plan of the one before", "[phased][inter_node_call]") {
    Cluster cluster(3);
    cluster.call(kSome);
    const std::shared_ptr<const Plan> plan = cluster.at(1).inter_node_call->plan();
    cluster.call(kSome);
    CHECK(cluster.at(1).inter_node_call->plan() == plan);
    CHECK(cluster.all_came(kSome));
}

TEST_CASE("all nodes make a new plan if one node's sizes have changed", "[phased][inter_node_call]") {
    Cluster cluster(3);
    cluster.call(kSome);
    const std::shared_ptr<const Plan> plan = cluster.at(0).inter_node_call->plan();  // its own sizes do not change
    Sizes other = kSome;
    other[2][1] = 100'000;
    cluster.call(other);
    CHECK(cluster.at(0).inter_node_call->plan() != plan);
    CHECK(cluster.all_came(other));
}

TEST_CASE("nothing to send is a call as well", "[phased][inter_node_call]") {
    Cluster cluster(4);
    const Sizes none(4, std::vector<std::uint64_t>(4, 0));
    cluster.call(none);
    for (const Node& node : cluster.nodes) CHECK(node.status == Status::ok);
}

TEST_CASE("a inter_node_call waits for the node that has not entered the call", "[phased][inter_node_call]") {
    Cluster cluster(2);
    const Sizes sizes{{0, 10}, {10, 0}};
    ++cluster.number;
    cluster.enter(0, sizes);
    for (int i = 0; i < 50; ++i) cluster.step();
    CHECK(cluster.at(0).status == Status::again);
    CHECK(cluster.at(0).inter_node_call->awaited() == 1);
    cluster.enter(1, sizes);
    REQUIRE(cluster.step_until([&] { return cluster.all_done(); }));
    CHECK(cluster.all_came(sizes));
}

TEST_CASE("a inter_node_call that only prepares makes a plan and moves nothing", "[phased][inter_node_call]") {
    Cluster cluster(3);
    InterNodeCallSetup setup;
    setup.only_prepare = true;
    cluster.call(kSome, setup);
    CHECK(cluster.at(0).inter_node_call->plan());
    CHECK(cluster.at(0).own->in.size() == 3);
    CHECK(cluster.at(0).received[2] == std::vector<std::byte>(200'000));
}

TEST_CASE("members that mean blocks of different sizes end with bug and say so", "[phased][inter_node_call]") {
    Cluster cluster(2);
    ++cluster.number;
    cluster.enter(0, {{0, 10}, {10, 0}});
    cluster.enter(1, {{0, 10}, {3000, 0}});  // node 1 sends more than node 0 has room for
    REQUIRE(cluster.step_until([&] { return cluster.all_done(); }));
    CHECK(cluster.at(0).status == Status::bug);
    CHECK_FALSE(cluster.at(0).inter_node_call->disagreement().empty());
    CHECK(cluster.at(0).received[1] == std::vector<std::byte>(10));  // nothing was written there
}

TEST_CASE("a inter_node_call whose peer is gone ends as lost", "[phased][inter_node_call]") {
    Cluster cluster(2);
    const Sizes sizes{{0, 10}, {10, 0}};
    cluster.call(sizes);  // the stream is open
    ++cluster.number;
    cluster.enter(0, sizes);
    cluster.at(1).inter_node_call.reset();
    cluster.at(1).streams->close();
    REQUIRE(cluster.step_until([&] { return cluster.at(0).status != Status::again; }));
    CHECK(cluster.at(0).status == Status::peer_lost);
}
