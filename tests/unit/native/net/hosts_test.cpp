#include "native/net/hosts.hpp"

#include <catch2/catch.hpp>
#include <cstring>

#include "native/net/interface.hpp"

using namespace shunt;
using namespace shunt::net;

namespace {

constexpr std::size_t kHeadBytes = 72;  // of a rank's contribution: name, and whether it has an RDMA device

Interface interface_at(const char* name, const char* cidr) {
    const std::string_view text = cidr;
    return {name, 1, *parse_ipv4(text.substr(0, text.find('/'))), parse_subnet(text)->prefix_bits, 1500, true, false};
}

/// The contributions of the ranks of some nodes. Only that of the lowest rank of a node may count.
class World {
public:
    World(std::vector<int> node_of, std::vector<const char*> cidr_of_node)
        : node_of_(std::move(node_of)), cidr_(std::move(cidr_of_node)) {}

    Opened<Hosts> meet(int rank, const Hosts::Wanted& wanted = {""}) {
        return Hosts::meet(node_of_, rank, wanted, false,
                           [&](const void* mine, std::size_t bytes, void* all) { return gather(mine, bytes, all); });
    }

    std::vector<Ipv4> routes;  ///< by rank
    int exchanges = 0, fails_at = -1;
    bool has_garbage = false;

private:
    Status gather(const void* mine, std::size_t bytes, void* all) {
        if (++exchanges == fails_at) return Status::peer_lost;
        auto* const to = static_cast<std::byte*>(all);
        if (exchanges == 2) {
            CHECK(bytes == sizeof(Ipv4));
            std::memcpy(to, routes.data(), routes.size() * sizeof(Ipv4));
            return Status::ok;
        }
        int nodes_seen = 0;
        for (std::size_t rank = 0; rank < node_of_.size(); ++rank) {
            std::byte* const theirs = to + rank * bytes;
            std::memcpy(theirs, mine, bytes);
            const bool leads = node_of_[rank] == nodes_seen;
            nodes_seen += leads;
            const char* const cidr = leads ? cidr_[static_cast<std::size_t>(node_of_[rank])] : "172.16.0.9/16";
            std::memset(theirs, 0, kHeadBytes);
            std::memcpy(theirs, "host0", 5);
            theirs[4] = static_cast<std::byte>('0' + node_of_[rank]);
            theirs[64] = std::byte{node_of_[rank] != 1};
            const auto list = encode(addresses_to_tell({interface_at("eth0", cidr)}, ""));
            std::memcpy(theirs + kHeadBytes, list.data(), list.size());
            if (has_garbage && rank == 2) std::memset(theirs + kHeadBytes, 0xa5, list.size());
        }
        return Status::ok;
    }

    std::vector<int> node_of_;
    std::vector<const char*> cidr_;
};

}  // namespace

TEST_CASE("hosts with a common subnet are known after one exchange, from the addresses of their lowest ranks",
          "[transport]") {
    for (const int rank : {0, 3}) {
        World world({0, 0, 1, 1}, {"10.0.0.1/24", "10.0.0.2/24"});
        const auto met = world.meet(rank, {"", ""});
        REQUIRE(met.ok());
        CHECK(world.exchanges == 1);
        CHECK(met.value.count() == 2);
        CHECK(met.value.name(1) == "host1");
        const Choice choice = met.value.choose(std::vector<int>{0, 1}, static_cast<std::size_t>(rank / 2), "");
        REQUIRE(choice.outcome.ok());
        CHECK(choice.way == ChoiceWay::common_subnet);
        CHECK(to_text(choice.addresses[0]) == "10.0.0.1");
        CHECK(to_text(choice.addresses[1]) == "10.0.0.2");
    }
}

TEST_CASE("a subset of the hosts chooses among the exchanged addresses", "[transport]") {
    World world({0, 1, 2}, {"10.0.0.1/24", "10.0.1.2/24", "10.0.0.3/24"});
    world.routes = {*parse_ipv4("10.0.0.1"), *parse_ipv4("10.0.1.2"), *parse_ipv4("10.0.0.3")};
    const auto met = world.meet(0);
    REQUIRE(met.ok());
    const Choice two = met.value.choose(std::vector<int>{0, 2}, 1, "");
    REQUIRE(two.outcome.ok());
    CHECK(two.way == ChoiceWay::common_subnet);
    CHECK(to_text(two.addresses[1]) == "10.0.0.3");
    CHECK(met.value.choose(std::vector<int>{1, 2}, 0, "").way == ChoiceWay::route);
    CHECK(met.value.all_have_rdma(std::vector<int>{0, 2}));
    CHECK_FALSE(met.value.all_have_rdma(std::vector<int>{0, 1}));
}

TEST_CASE("hosts without a common subnet use their routes, gathered in one more exchange", "[transport]") {
    for (const int rank : {0, 2}) {
        World world({0, 0, 1, 1}, {"10.0.0.1/24", "10.1.0.1/24"});
        world.routes = {*parse_ipv4("10.0.0.1"), *parse_ipv4("9.9.9.9"), *parse_ipv4("10.1.0.1"), {}};
        const auto met = world.meet(rank);
        REQUIRE(met.ok());
        CHECK(world.exchanges == 2);
        const Choice choice = met.value.choose(std::vector<int>{0, 1}, static_cast<std::size_t>(rank / 2), "");
        REQUIRE(choice.outcome.ok());
        CHECK(choice.way == ChoiceWay::route);
        CHECK(to_text(choice.addresses[0]) == "10.0.0.1");
        CHECK(to_text(choice.addresses[1]) == "10.1.0.1");
    }
}

TEST_CASE("a host without a route is named", "[transport]") {
    World world({0, 1}, {"10.0.0.1/24", "10.1.0.1/24"});
    world.routes = {*parse_ipv4("10.0.0.1"), {}};
    const Choice choice = world.meet(0).value.choose(std::vector<int>{0, 1}, 0, "");
    CHECK(choice.outcome.status == Status::declined);
    CHECK(choice.outcome.reason.find("node 1") != std::string::npos);
}

TEST_CASE("a failed exchange is reported as such, and no host is known", "[transport]") {
    for (const int at : {1, 2}) {
        World world({0, 1}, {"10.0.0.1/24", "10.1.0.1/24"});
        world.fails_at = at;
        world.routes.resize(2);
        const auto met = world.meet(0);
        CHECK(met.outcome.status == Status::peer_lost);
        CHECK(met.value.count() == 0);
    }
}

TEST_CASE("a lowest rank that sends garbage leaves all hosts without an address", "[transport]") {
    World world({0, 0, 1, 1}, {"10.0.0.1/24", "10.0.0.2/24"});
    world.has_garbage = true;
    world.routes.resize(4);
    const auto met = world.meet(0);
    REQUIRE(met.ok());
    CHECK(met.value.choose(std::vector<int>{0, 1}, 0, "").outcome.status == Status::declined);
}

TEST_CASE("interfaces that were not requested at first have no addresses", "[transport]") {
    const Hosts hosts = Hosts::repeated(2, {"lo"});
    CHECK(hosts.choose(std::vector<int>{0, 1}, 0, "lo").outcome.ok());
    CHECK_FALSE(hosts.choose(std::vector<int>{0, 1}, 0, "eth7").outcome.ok());
}
