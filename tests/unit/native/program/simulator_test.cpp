#include "native/program/simulator.hpp"

#include <catch2/catch.hpp>

#include "native/program/parts.hpp"
#include "tests/unit/native/program/programs.hpp"

using namespace shunt;
using namespace shunt::program;
using Catch::Contains;

namespace {

/// One rank a node, 100 bytes a microsecond, 10 us from port to port; processors take no time.
Network plain_network() {
    Network network;
    network.port_rate = 100e6;
    network.port_latency = 10'000;
    network.message = 0;
    network.combine_rate = network.copy_rate = 0;
    network.local_rate = 1000e6;
    network.local_latency = 1000;
    return network;
}

std::uint64_t time_of(const Program& program, const Network& network) { return simulate(program, network, 1).time; }

/// Rank 0 sends to all others at once.
Program flat_bcast(int ranks, std::uint64_t count) {
    Program program;
    program.operation = Operation::bcast;
    program.count = count;
    program.ranks.resize(static_cast<std::size_t>(ranks));
    for (int rank = 1; rank < ranks; ++rank) {
        program.ranks[0].add(send_step({Buffer::receive, 0, count}, rank));
        program.ranks[rank].add(receive_step({Buffer::receive, 0, count}, 0));
    }
    return program;
}

}  // namespace

TEST_CASE("a message takes its latency and its bytes at the rate of a port", "[program]") {
    const Network network = plain_network();
    CHECK(time_of(flat_bcast(2, 0), network) == 10'000);
    CHECK(time_of(flat_bcast(2, 1000), network) == 20'000);
    CHECK(time_of(chain_bcast(4, 0, 1000), network) == 60'000);
    CHECK(time_of(flat_bcast(1, 1000), network) == 0);
}

TEST_CASE("messages share a port, in and out", "[program]") {
    const Network network = plain_network();
    CHECK(time_of(flat_bcast(5, 1000), network) == 4 * 10'000 + 10'000);
    CHECK(time_of(linear_gather(5, 0, 1000), network) == 4 * 10'000 + 10'000);
    // In the all-to-all all ports are busy all the time.
    CHECK(time_of(pairwise_alltoall(5, 1000), network) == 4 * 20'000);
}

TEST_CASE("messages of different connections share a port's rate, messages of one connection follow each other",
          "[program]") {
    const Network network = plain_network();
    const Prediction flat = simulate(flat_bcast(5, 1000), network, 1);
    for (int rank = 1; rank < 5; ++rank) CHECK(flat.done_at[static_cast<std::size_t>(rank)] == 4 * 10'000 + 10'000);
    // Two short messages to rank 1, a long one to rank 2: the first two share half of the port, one after the other.
    Program program;
    program.operation = Operation::barrier;
    program.ranks.resize(3);
    for (RankProgram& each : program.ranks) each.scratch = 4000;
    for (const std::uint64_t at : {0, 1000}) {
        program.ranks[0].add(send_step({Buffer::scratch, at, 1000}, 1));
        program.ranks[1].add(receive_step({Buffer::scratch, at, 1000}, 0));
    }
    program.ranks[0].add(send_step({Buffer::scratch, 0, 4000}, 2));
    program.ranks[2].add(receive_step({Buffer::scratch, 0, 4000}, 0));
    const Parts parts(program);
    StepGraph graph(parts);
    REQUIRE(!graph.match());
    REQUIRE(!graph.sort());
    const Prediction found = simulate(graph, network, 1, true);
    CHECK(found.done_at[1] == 2 * 20'000 + 10'000);
    CHECK(found.done_at[2] == 60'000 + 10'000);
    CHECK(found.spans[graph.node(0, 1)].begin == 20'000);
}

TEST_CASE("a chain in parts is a pipeline", "[program]") {
    const Network network = plain_network();
    CHECK(time_of(chain_bcast(5, 0, 10'000), network) == 4 * 110'000);
    CHECK(time_of(chain_bcast(5, 0, 10'000, 1000), network) == 4 * 20'000 + 9 * 10'000);
}

TEST_CASE("a token bucket lets a burst pass an idle port at once", "[program]") {
    Network network = plain_network();
    network.port_burst = 400;
    CHECK(time_of(chain_bcast(2, 0, 1000), network) == 16'000);
    CHECK(time_of(chain_bcast(3, 0, 1000), network) == 32'000);
    CHECK(time_of(chain_bcast(2, 0, 300), network) == 10'000);
    CHECK(time_of(flat_bcast(5, 1000), network) == 4 * 10'000 - 4000 + 10'000);
}

TEST_CASE("ranks of one node do not use its port", "[program]") {
    Network network = plain_network();
    network.ranks_per_node = 2;
    CHECK(time_of(flat_bcast(2, 1000), network) == 1000 + 1000);
    CHECK(time_of(flat_bcast(3, 1000), network) == 20'000);
    const Prediction found = simulate(flat_bcast(4, 1000), network, 8);
    CHECK(found.messages == 3);
    CHECK(found.bytes_between_nodes == 16'000);
    CHECK(found.done_at[1] == 1000 + 8000);
}

TEST_CASE("processors take time for copies, combinations and messages", "[program]") {
    Network network = plain_network();
    network.combine_rate = 10e6;
    network.copy_rate = 100e6;
    network.message = 500;
    // Both ranks copy; then the message; then the combination.
    CHECK(time_of(binomial_reduce(2, 0, 100), network) == 1000 + 500 + 11'000 + 500 + 10'000);
}

TEST_CASE("a long message leaves once its receive has begun", "[program]") {
    Network network = plain_network();
    network.copy_rate = 100e6;
    const auto late = [](std::uint64_t count) {
        Program program = flat_bcast(2, count);
        RankProgram& second = program.ranks[1];
        second = {};
        second.scratch = 2 * count;
        const auto first = second.add(copy_step({Buffer::scratch, 0, count}, {Buffer::scratch, count, count}));
        second.add(receive_step({Buffer::receive, 0, count}, 0), {first});
        return program;
    };
    CHECK(time_of(late(1000), network) == 20'000);
    network.eager = 500;
    CHECK(time_of(late(1000), network) == 30'000);
}

TEST_CASE("messages through the uplink of a switch share its rate and have its latency", "[program]") {
    Network network = plain_network();
    network.switches = {{{0, 1}, 50e6, 400'000}, {{2, 3}, 0, 0}};
    CHECK(time_of(flat_bcast(2, 1000), network) == 20'000);
    // Two messages of 10 us each at the port, of 20 us at the uplink.
    CHECK(time_of(pairwise_alltoall(4, 1000), network) > 400'000 + 60'000);
    Program two;
    two.operation = Operation::barrier;
    two.ranks.resize(4);
    for (int rank : {0, 1}) {
        two.ranks[rank].scratch = two.ranks[rank + 2].scratch = 1000;
        two.ranks[rank].add(send_step({Buffer::scratch, 0, 1000}, rank + 2));
        two.ranks[rank + 2].add(receive_step({Buffer::scratch, 0, 1000}, rank));
    }
    CHECK(time_of(two, network) == 400'000 + 40'000 + 10'000);
}

TEST_CASE("the network's description is read as it stands", "[program]") {
    const auto parsed = parse_network(
        "# a machine\nranks-per-node 4\nport rate 1Gbit/s latency 25us burst 16KiB\nmessage 2us\neager 64KiB\n"
        "local rate 4GB/s latency 500ns\ncombine 2GB/s\ncopy 5.5GB/s\nswitch nodes 0-2 5 rate 10Gbit/s latency 0.4ms\n",
        "net");
    REQUIRE(parsed.network);
    const Network& network = *parsed.network;
    CHECK(network.ranks_per_node == 4);
    CHECK(network.port_rate == 125e6);
    CHECK(network.port_latency == 25'000);
    CHECK(network.port_burst == 16384);
    CHECK(network.message == 2000);
    CHECK(network.eager == 65536);
    CHECK(network.local_rate == 4e9);
    CHECK(network.copy_rate == 5.5e9);
    REQUIRE(network.switches.size() == 1);
    CHECK(network.switches[0].nodes == std::vector<std::uint32_t>{0, 1, 2, 5});
    CHECK(network.switches[0].latency == 400'000);
    CHECK(network.node_of(9) == 2);
    const auto again = parse_network(to_text(network), "net");
    REQUIRE(again.network);
    CHECK(to_text(*again.network) == to_text(network));
    CHECK(parse_network("nodes 0 0 1\n", "net").network->node_of(2) == 1);
}

TEST_CASE("text that is not a description is refused with file, line and reason", "[program]") {
    const auto error = [](std::string_view text) { return parse_network(text, "net").error; };
    CHECK(error("\nports 3\n") ==
          "net:2: \"ports\": expected ranks-per-node, nodes, port, local, message, eager, combine, copy or switch");
    CHECK_THAT(error("port rate 1Gbit\n"), Contains("\"1Gbit\": expected a rate"));
    CHECK_THAT(error("port rate 0GB/s\n"), Contains("expected a rate"));
    CHECK_THAT(error("port rate nanGB/s\n"), Contains("expected a rate"));
    CHECK_THAT(error("message -1us\n"), Contains("expected a time"));
    CHECK_THAT(error("message infus\n"), Contains("expected a time"));
    CHECK_THAT(error("eager 3\n"), Contains("expected a size"));
    CHECK_THAT(error("copy 1GB/s fast\n"), Contains("\"fast\": expected nothing more"));
    CHECK_THAT(error("ranks-per-node 0\n"), Contains("a number of ranks"));
    CHECK_THAT(error("switch nodes 4-2\n"), Contains("expected nodes"));
    CHECK_THAT(error("switch nodes 0-99999999\n"), Contains("expected nodes"));
}
