#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "tools/cluster/delay_line.hpp"
#include "tools/cluster/launch.hpp"
#include "tools/cluster/plan.hpp"

using namespace shunt::tools;

namespace {

ClusterSpec example() {
    ClusterSpec spec;
    spec.hosts = 5;
    spec.switches = 2;
    spec.rate_bits = 20'000'000;
    spec.loss = 0.01;
    spec.network = 7;
    spec.mark = "0123456789abcdef";
    return spec;
}

ClusterSpec three_clusters() {
    ClusterSpec spec = example();
    spec.hosts = 10;
    spec.switches = 1;
    spec.clusters = 3;
    spec.wan_ns = 400'000;
    return spec;
}

std::string value_of(const Variables& variables, const std::string& name) {
    for (const auto& [key, value] : variables)
        if (key == name) return value;
    return "(unset)";
}

}  // namespace

TEST_CASE("rates and losses are read with their units, and refused without", "[tools][cluster]") {
    std::int64_t bits = 0;
    CHECK((parse_rate("20mbit", bits) && bits == 20'000'000));
    CHECK((parse_rate("1.5gbit", bits) && bits == 1'500'000'000));
    CHECK((parse_rate("64kbit", bits) && bits == 64'000));
    for (const char* wrong : {"", "20", "mbit", "20mbits", "-1mbit", "63kbit", "101gbit", "20 mbit", "nanmbit"})
        CHECK_FALSE(parse_rate(wrong, bits));
    double share = -1;
    CHECK((parse_loss("1%", share) && share == Approx(0.01)));
    CHECK((parse_loss("0.1%", share) && share == Approx(0.001)));
    CHECK((parse_loss("0%", share) && share == 0));
    for (const char* wrong : {"", "%", "1", "100%", "-1%", "1%%", "x%"}) CHECK_FALSE(parse_loss(wrong, share));
    CHECK(show_rate(20'000'000) == "20mbit");
    CHECK(show_rate(1'500'000'000) == "1.5gbit");
}

TEST_CASE("a cluster's record is read as it was written", "[tools][cluster]") {
    ClusterRecord record{example(), false, namespaces_of(example()), {}}, read;
    std::string error;
    REQUIRE(parse_record(record_text(record), read, error));
    CHECK(record_text(read) == record_text(record));
    CHECK_FALSE(read.complete);
    CHECK(read.namespaces.size() == 6);
    record.complete = true;
    REQUIRE(parse_record(record_text(record), read, error));
    CHECK(read.complete);
}

TEST_CASE("a damaged record is refused", "[tools][cluster]") {
    const std::string good = record_text({example(), true, namespaces_of(example()), {}});
    ClusterRecord read;
    std::string error;
    CHECK_FALSE(parse_record("", read, error));
    CHECK_FALSE(parse_record("shunt-cluster 2\n", read, error));
    CHECK_FALSE(parse_record(good + "nonsense 1\n", read, error));
    CHECK(error == "'nonsense 1' means nothing");
    CHECK_FALSE(parse_record("shunt-cluster 1\nname lab\n", read, error));
    CHECK(error == "it has no mark");
    CHECK_FALSE(parse_record("shunt-cluster 1\nname ../x\nmark 0123456789abcdef\n", read, error));
}

TEST_CASE("every host has one port, one address and one half of the switches", "[tools][cluster]") {
    const ClusterSpec spec = example();
    std::set<std::string> addresses, names;
    for (int host = 1; host <= spec.hosts; ++host) {
        addresses.insert(host_address(spec, host));
        names.insert(host_namespace(spec, host));
    }
    CHECK(addresses.size() == 5);
    CHECK(names.size() == 5);
    CHECK(*addresses.begin() == "10.77.7.1");
    CHECK(switch_of(spec, 3) == 1);
    CHECK(switch_of(spec, 4) == 2);
    CHECK_FALSE(addresses.contains(switch_address(spec, 2)));
}

TEST_CASE("every namespace is made before its first step, and only namespaces of the record are used",
          "[tools][cluster]") {
    const ClusterSpec spec = example();
    std::set<std::string> made;
    std::size_t shaped = 0, lossy = 0;
    for (const BuildStep& step : build_steps(spec)) {
        if (step.kind == BuildStep::Kind::make_namespace) CHECK(made.insert(step.network_namespace).second);
        CHECK(made.contains(step.network_namespace));
        CHECK_FALSE(step.needs.empty());
        for (auto at = step.input.find(" tbf "); at != std::string::npos; at = step.input.find(" tbf ", at + 1))
            ++shaped;
        lossy += step.input.find("bytecode") != std::string::npos;
    }
    const auto listed = namespaces_of(spec);
    CHECK(made == std::set<std::string>(listed.begin(), listed.end()));
    CHECK(shaped == 2 * 5 + 2);  // both directions of each port, both ends of the trunk
    CHECK(lossy == 5);
}

TEST_CASE("the loss program compares a random number with the share of 2^32", "[tools][cluster]") {
    CHECK(loss_program(0.5) == "4,32 0 0 4294963256,53 0 1 2147483648,6 0 0 0,6 0 0 2");
    CHECK(burst_bytes(20'000'000) == 16384);
    CHECK(burst_bytes(1'000'000'000) == 125000);
}

TEST_CASE("launchers learn hosts and slots, and the user's preferences stay", "[tools][cluster]") {
    ClusterSpec spec = example();
    spec.ranks_per_host = 2;
    CHECK(open_mpi_hostfile(spec, 2) == "lab-1 slots=2\nlab-2 slots=2\n");
    CHECK(hydra_hostfile(spec, 2) == "lab-1:2\nlab-2:2\n");
    CHECK(hosts_file(spec, "127.0.0.1 localhost").starts_with("127.0.0.1 localhost\n10.77.7.1 lab-1\n"));
    CHECK(agent_script(spec, "/opt/it's/shunt") == "#!/bin/sh\nexec '/opt/it'\\''s/shunt' cluster agent lab \"$@\"\n");
    const auto is_btl = [](const std::string& name) { return name == "OMPI_MCA_btl" || name == "OMPI_MCA_plm"; };
    const Variables variables = launch_environment(spec, {"a", "b", "c"}, is_btl);
    CHECK(value_of(variables, "OMPI_MCA_btl") == "(unset)");
    CHECK(value_of(variables, "OMPI_MCA_plm") == "rsh");
    CHECK(value_of(variables, "OMPI_MCA_pml") == "ob1");
    CHECK(value_of(variables, "HYDRA_HOST_FILE") == "b");
    CHECK(value_of(launch_environment(spec, {}, [](const std::string&) { return false; }), "OMPI_MCA_btl") ==
          "tcp,self,vader");
}

TEST_CASE("latencies are read with their units, and refused without", "[tools][cluster]") {
    std::int64_t nanoseconds = 0;
    CHECK((parse_latency("400us", nanoseconds) && nanoseconds == 400'000));
    CHECK((parse_latency("1.5ms", nanoseconds) && nanoseconds == 1'500'000));
    CHECK((parse_latency("1s", nanoseconds) && nanoseconds == 1'000'000'000));
    for (const char* wrong : {"", "400", "us", "0us", "0.5us", "2s", "-1ms", "4 ms", "nanus"})
        CHECK_FALSE(parse_latency(wrong, nanoseconds));
    CHECK(show_latency(400'000) == "400us");
    CHECK(show_latency(1'500'000) == "1.5ms");
}

TEST_CASE("several clusters want a latency, one switch each and a host each", "[tools][cluster]") {
    ClusterSpec spec = three_clusters();
    CHECK(refuse_spec(spec).empty());
    spec.wan_ns = 0;
    CHECK_THAT(refuse_spec(spec), Catch::Contains("--wan"));
    spec = three_clusters();
    spec.clusters = 1;
    CHECK_THAT(refuse_spec(spec), Catch::Contains("--clusters"));
    spec = three_clusters();
    spec.switches = 2;
    CHECK_THAT(refuse_spec(spec), Catch::Contains("--switches"));
    spec = three_clusters();
    spec.hosts = 2;
    CHECK_THAT(refuse_spec(spec), Catch::Contains("host"));
    spec.clusters = kMostClusters + 1;
    CHECK_THAT(refuse_spec(spec), Catch::Contains("1 to 16"));
}

TEST_CASE("hosts are divided among the clusters, whose addresses differ in the second number", "[tools][cluster]") {
    const ClusterSpec spec = three_clusters();
    std::string clusters;
    for (int host = 1; host <= spec.hosts; ++host) clusters += std::to_string(switch_of(spec, host));
    CHECK(clusters == "1111222333");
    CHECK(host_address(spec, 1) == "10.1.7.1");
    CHECK(host_address(spec, 5) == "10.2.7.5");
    CHECK(host_address(spec, 10) == "10.3.7.10");
    CHECK(switch_address(spec, 2) == "10.2.7.253");
    CHECK(namespaces_of(spec).back() == "shunt-lab-wan");
    ClusterRecord record{spec, true, namespaces_of(spec), {4321, 99887766}}, read;
    std::string error;
    REQUIRE(parse_record(record_text(record), read, error));
    CHECK(record_text(read) == record_text(record));
    CHECK((read.spec.clusters == 3 && read.spec.wan_ns == 400'000));
    CHECK((read.forwarder.process == 4321 && read.forwarder.started == 99887766));
}

TEST_CASE("each cluster has a link to the forwarder, which starts when they are up", "[tools][cluster]") {
    const ClusterSpec spec = three_clusters();
    std::string links;
    std::size_t shaped = 0, forwarders = 0;
    bool ends_up = false;
    for (const BuildStep& step : build_steps(spec)) {
        if (step.purpose == "the links of the switch") links = step.input;
        ends_up = ends_up || step.input.find("link set cluster3 arp off up") != std::string::npos;
        for (auto at = step.input.find(" tbf "); at != std::string::npos; at = step.input.find(" tbf ", at + 1))
            ++shaped;
        if (step.kind != BuildStep::Kind::forwarder) continue;
        ++forwarders;
        CHECK(ends_up);
        CHECK(step.network_namespace == wan_namespace(spec));
    }
    CHECK(forwarders == 1);
    CHECK(shaped == 2 * 10 + 2 * 3);  // both directions of each port, both ends of each slow link
    for (const char* part : {"link set port4 master switch1 up", "link set port5 master switch2 up",
                             "link set port10 master switch3 up", "link set wan3 master switch3 up"})
        CHECK_THAT(links, Catch::Contains(part));
    for (const BuildStep& step : build_steps(example())) CHECK(step.kind != BuildStep::Kind::forwarder);
}

TEST_CASE("delayed frames leave in order and unchanged, also when the memory wraps round", "[tools][cluster]") {
    DelayLine line(4, 16);
    int pushed = 0, popped = 0;
    const auto push = [&](std::size_t ahead) {  // as after a batch: frames are placed in slots before they are pushed
        for (std::size_t i = 0; i < ahead; ++i) line.slot(i)[0] = std::byte(pushed + static_cast<int>(i));
        for (std::size_t i = 0; i < ahead; ++i, ++pushed)
            line.push(1 + static_cast<std::size_t>(pushed) % 16, pushed * 10);
    };
    const auto pop = [&] {
        const DelayLine::Frame frame = line.front();
        CHECK(frame.bytes[0] == std::byte(popped));
        CHECK(frame.bytes.size() == 1 + static_cast<std::size_t>(popped) % 16);
        CHECK(frame.due_ns == popped * 10);
        line.pop();
        ++popped;
    };
    for (int round = 0; round < 20; ++round) {
        push(3);
        pop();
        push(2);
        CHECK(line.room() == 0);
        pop();
        pop();
        if (round % 3 == 0) push(1), pop();
        pop();
        pop();
        CHECK(line.empty());
        CHECK(line.room() == 4);
    }
}

TEST_CASE("frames go to the link that their destination was seen behind, groups and strangers everywhere",
          "[tools][cluster]") {
    AddressTable table;
    const auto frame = [](int to, int from) {
        std::array<std::byte, 14> bytes{};
        bytes[0] = to == 255 ? std::byte(1) : std::byte(2);  // the lowest bit of the first byte marks a group address
        bytes[5] = std::byte(to);
        bytes[6] = from == 255 ? std::byte(1) : std::byte(2);
        bytes[11] = std::byte(from);
        return bytes;
    };
    CHECK(table.link_of(frame(1, 2)) == AddressTable::kEverywhere);
    table.learn(frame(9, 1), 2);
    CHECK(table.link_of(frame(1, 5)) == 2);
    table.learn(frame(9, 1), 0);
    CHECK(table.link_of(frame(1, 5)) == 0);
    table.learn(frame(9, 255), 1);
    CHECK(table.link_of(frame(255, 5)) == AddressTable::kEverywhere);
}
