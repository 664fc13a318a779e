#include <catch2/catch.hpp>
#include <set>

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

TEST_CASE("a record says of a cluster what its spec says", "[tools][cluster]") {
    ClusterRecord record{example(), false, namespaces_of(example())}, read;
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
    const std::string good = record_text({example(), true, namespaces_of(example())});
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

TEST_CASE("every namespace is made before anything is done in it, and only those of the record are used",
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
    CHECK(shaped == 2 * 5 + 2);  // both ways of each port, both ends of the trunk
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
