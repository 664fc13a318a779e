#include "native/transport/address_agreement.hpp"

#include <catch2/catch.hpp>
#include <cstring>

using namespace shunt::transport;
using shunt::Status;

namespace {

Interface interface_at(const char* name, const char* cidr) {
    const std::string_view text = cidr;
    return {name, 1, *parse_ipv4(text.substr(0, text.find('/'))), parse_subnet(text)->prefix_bits, 1500, true, false};
}

struct Hello {
    int before = 7;
    ToldAddresses addresses{};
};

/// Four ranks on two nodes, whose leaders are 0 and 2: others tell what must not count.
std::vector<Hello> hellos_of(const char* first, const char* second) {
    std::vector<Hello> all(4);
    for (Hello& hello : all) hello.addresses = addresses_of_host({interface_at("eth9", "172.16.0.9/16")}, "");
    all[0].addresses = addresses_of_host({interface_at("eth0", first)}, "");
    all[2].addresses = addresses_of_host({interface_at("eth0", second)}, "");
    return all;
}

AgreeingNodes nodes_seen_from(std::size_t own) { return {own, {0, 2}, ""}; }

bool never(const void*, std::size_t, void*) { return false; }

}  // namespace

TEST_CASE("nodes with a common subnet agree on their leaders' addresses without asking again", "[transport]") {
    const auto hellos = hellos_of("10.0.0.1/24", "10.0.0.2/24");
    for (const std::size_t own : {0U, 1U}) {
        const Choice choice = agree_on_addresses(nodes_seen_from(own), hellos, never);
        REQUIRE(choice.outcome.ok());
        REQUIRE(choice.way == ChoiceWay::common_subnet);
        CHECK(to_text(choice.addresses[0]) == "10.0.0.1");
        CHECK(to_text(choice.addresses[1]) == "10.0.0.2");
    }
}

TEST_CASE("nodes without a common subnet agree by what their routes say, told once by every rank", "[transport]") {
    int asked = 0;
    const auto routes = [&](const void*, std::size_t bytes, void* all) {
        ++asked;
        const Ipv4 by_rank[] = {*parse_ipv4("10.0.0.1"), *parse_ipv4("9.9.9.9"), *parse_ipv4("10.1.0.1"), {}};
        CHECK(bytes == sizeof(Ipv4));
        std::memcpy(all, by_rank, sizeof by_rank);
        return true;
    };
    for (const std::size_t own : {0U, 1U}) {
        const Choice choice = agree_on_addresses(nodes_seen_from(own), hellos_of("10.0.0.1/24", "10.1.0.1/24"), routes);
        REQUIRE(choice.outcome.ok());
        REQUIRE(choice.way == ChoiceWay::route);
        CHECK(to_text(choice.addresses[0]) == "10.0.0.1");
        CHECK(to_text(choice.addresses[1]) == "10.1.0.1");
    }
    CHECK(asked == 2);
}

TEST_CASE("a gathering that fails is told as such, and no address is chosen", "[transport]") {
    const Choice choice = agree_on_addresses(nodes_seen_from(0), hellos_of("10.0.0.1/24", "10.1.0.1/24"), never);
    CHECK(choice.outcome.status == Status::bug);
    CHECK(choice.addresses.empty());
}

TEST_CASE("a leader that told garbage leaves all nodes without an address", "[transport]") {
    auto hellos = hellos_of("10.0.0.1/24", "10.0.0.2/24");
    hellos[2].addresses.fill(std::byte{0xa5});
    for (const std::size_t own : {0U, 1U}) {
        const auto nowhere = [](const void*, std::size_t bytes, void* all) {
            std::memset(all, 0, 4 * bytes);
            return true;
        };
        CHECK(agree_on_addresses(nodes_seen_from(own), hellos, nowhere).outcome.status == Status::declined);
    }
}
