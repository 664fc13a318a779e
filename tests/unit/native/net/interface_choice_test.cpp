#include "native/net/interface_choice.hpp"

#include <catch2/catch.hpp>

#include "native/base/random.hpp"

using namespace shunt::net;
using shunt::Random;
using shunt::Status;

namespace {

Interface interface_named(const char* name, const char* cidr, bool multicast = true, unsigned mtu_bytes = 1500) {
    const std::string_view text = cidr;
    const bool loopback = std::string_view(name) == "lo";
    return {name,
            1,
            *parse_ipv4(text.substr(0, text.find('/'))),
            parse_subnet(text)->prefix_bits,
            mtu_bytes,
            multicast && !loopback,
            loopback};
}

NodeAddresses node(const std::vector<Interface>& interfaces, std::string_view wanted = "") {
    return addresses_to_tell(interfaces, wanted);
}

Interface lo() { return interface_named("lo", "127.0.0.1/8"); }

std::vector<std::string> texts(const Choice& choice) {
    std::vector<std::string> all;
    for (const auto address : choice.addresses) all.push_back(to_text(address));
    return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("lists of addresses survive the wire, and garbage is refused", "[transport]") {
    const auto list = node(
        {lo(), interface_named("eth0", "10.0.0.1/24"), interface_named("a23456789012345", "10.1.0.1/16", false, 9000)});
    auto bytes = encode(list);
    CHECK(decode(bytes) == list);
    CHECK(list.entries[0].interface_name() == "eth0");
    CHECK(list.entries[2].interface_name() == "lo");
    CHECK_FALSE(decode(std::span(bytes).first(bytes.size() - 1)));
    const std::uint64_t seed = 4711;
    CAPTURE(seed);
    Random random(seed);
    for (int i = 0; i < 5000; ++i) {
        auto damaged = bytes;
        for (int k = 0; k < 4; ++k) damaged[random.below(damaged.size())] = static_cast<std::byte>(random.next());
        if (const auto read = decode(damaged)) CHECK(read->count <= NodeAddresses::kMost);
    }
    bytes[4] = std::byte{9};
    CHECK_FALSE(decode(bytes));
}

TEST_CASE("the named ones of many interfaces are listed first, and loopback is left out before others", "[transport]") {
    std::vector<Interface> many{lo()};
    for (int i = 0; i < 12; ++i) many.push_back(interface_named(("br" + std::to_string(i)).c_str(), "172.17.0.1/16"));
    many.push_back(interface_named("ib0", "10.9.0.1/16"));
    const auto told = node(many);
    CHECK(told.count == NodeAddresses::kMost);
    for (const auto& entry : told.all()) CHECK_FALSE(entry.loopback);
    for (const char* wanted : {"ib0", "10.9.0.1", "10.9.0.77", "10.9.0.0/16"})
        CHECK(node(many, wanted).entries[0].interface_name() == "ib0");
    CHECK(node(many, "lo").entries[0].loopback);
}

TEST_CASE("the first subnet that all nodes share is chosen, equal on all", "[transport]") {
    const std::vector<NodeAddresses> nodes{
        node({lo(), interface_named("a", "192.168.5.1/24"), interface_named("b", "10.0.0.1/24", true, 9000)}),
        node({lo(), interface_named("c", "10.0.0.2/24"), interface_named("d", "192.168.6.1/24")}),
        node({lo(), interface_named("e", "192.168.5.3/24"), interface_named("f", "10.0.0.3/24", true, 9000)})};
    for (std::size_t own = 0; own < nodes.size(); ++own) {
        const auto choice = choose_addresses(own, nodes, "");
        REQUIRE(choice.outcome.ok());
        CHECK(choice.way == ChoiceWay::common_subnet);
        CHECK(texts(choice) == Texts{"10.0.0.1", "10.0.0.2", "10.0.0.3"});
        CHECK(choice.mtu_bytes == 1500);
        CHECK(choice.multicast);
    }
}

TEST_CASE("bridges with the same address on each node are no common subnet", "[transport]") {
    const auto docker = interface_named("docker0", "172.17.0.1/16");
    const std::vector<NodeAddresses> nodes{node({docker, interface_named("eth0", "10.0.0.1/8")}),
                                           node({docker, interface_named("eth0", "10.0.0.2/8")})};
    CHECK(texts(choose_addresses(0, nodes, "")) == Texts{"10.0.0.1", "10.0.0.2"});
    const std::vector<NodeAddresses> only_bridges{node({lo(), docker}), node({lo(), docker})};
    const auto choice = choose_addresses(1, only_bridges, "");
    CHECK(choice.outcome.status == Status::declined);
    CHECK(choice.outcome.reason.find("multicast.interface") != std::string::npos);
}

TEST_CASE("multicast-capable subnets go before others, link-local ones after", "[transport]") {
    const auto pair = [](const char* first, const char* second, bool multicast) {
        return std::pair{interface_named("x", first, multicast), interface_named("x", second, multicast)};
    };
    const auto [plain0, plain1] = pair("10.0.0.1/24", "10.0.0.2/24", false);
    const auto [link0, link1] = pair("169.254.1.1/16", "169.254.1.2/16", true);
    const auto [good0, good1] = pair("10.1.0.1/24", "10.1.0.2/24", true);
    CHECK(texts(choose_addresses(0, std::vector{node({plain0, link0, good0}), node({good1, link1, plain1})}, "")) ==
          Texts{"10.1.0.1", "10.1.0.2"});
    const auto choice = choose_addresses(0, std::vector{node({plain0, lo()}), node({plain1, lo()})}, "");
    CHECK(texts(choice) == Texts{"10.0.0.1", "10.0.0.2"});
    CHECK_FALSE(choice.multicast);
}

TEST_CASE("an override names an interface, an address or a subnet, also loopback", "[transport]") {
    const std::vector<Interface> first{lo(), interface_named("eth0", "10.0.0.1/24"),
                                       interface_named("ib0", "10.9.0.1/16")};
    const std::vector<Interface> second{lo(), interface_named("eth0", "10.0.0.2/24"),
                                        interface_named("ib0", "10.9.0.2/16")};
    const auto chosen = [&](const char* wanted) {
        const std::vector<NodeAddresses> nodes{node(first, wanted), node(second, wanted)};
        CHECK(texts(choose_addresses(0, nodes, wanted)) == texts(choose_addresses(1, nodes, wanted)));
        return choose_addresses(0, nodes, wanted);
    };
    for (const char* wanted : {"ib0", "10.9.0.0/16", "10.9.0.1", "10.9.0.2", "10.0.0.0/5"}) {
        INFO(wanted);
        CHECK(chosen(wanted).way == ChoiceWay::named);
        if (std::string_view(wanted) != "10.0.0.0/5") CHECK(texts(chosen(wanted)) == Texts{"10.9.0.1", "10.9.0.2"});
    }
    CHECK(texts(chosen("lo")) == Texts{"127.0.0.1", "127.0.0.1"});
    CHECK(chosen("127.0.0.1").multicast);
    for (const char* wanted : {"eth7", "192.168.0.0/16", "10.9.9.9.9", "10.44.0.1"}) {
        const auto choice = chosen(wanted);
        CHECK(choice.outcome.status == Status::declined);
        CHECK(choice.outcome.reason.find(wanted) != std::string::npos);
        CHECK(choice.addresses.empty());
    }
}

TEST_CASE("without a common subnet the routes decide, and bad answers are refused on all nodes", "[transport]") {
    const std::vector<NodeAddresses> nodes{node({lo(), interface_named("a", "10.0.1.1/24", true, 9000)}),
                                           node({lo(), interface_named("b", "10.0.2.1/24")})};
    const auto asked = choose_addresses(0, nodes, "");
    REQUIRE(asked.outcome.status == Status::again);
    CHECK(to_text(asked.route_target) == "10.0.2.1");
    CHECK(to_text(choose_addresses(1, nodes, "").route_target) == "10.0.1.1");
    const Ipv4 a = *parse_ipv4("10.0.1.1");
    const Ipv4 b = *parse_ipv4("10.0.2.1");
    const auto routed = choose_routed(nodes, std::vector{a, b});
    CHECK(routed.outcome.ok());
    CHECK(routed.mtu_bytes == 1500);
    CHECK(choose_routed(nodes, std::vector{a, Ipv4{}}).outcome.status == Status::declined);
    CHECK(choose_routed(nodes, std::vector{a, a}).outcome.status == Status::declined);
    CHECK(choose_routed(nodes, std::vector{a, Ipv4{0x7f000001}}).outcome.status == Status::declined);
    CHECK(choose_routed(nodes, std::vector{a}).outcome.status == Status::declined);
}

TEST_CASE("a node alone and impossible nodes", "[transport]") {
    CHECK(choose_addresses(0, std::vector{node({lo(), interface_named("a", "10.0.1.1/24")})}, "").outcome.ok());
    CHECK(choose_addresses(0, std::vector{node({lo()})}, "").outcome.status == Status::declined);
    CHECK(choose_addresses(0, {}, "").outcome.status == Status::bug);
    CHECK(choose_addresses(3, std::vector{node({lo()})}, "").outcome.status == Status::bug);
}

TEST_CASE("this machine's loopback is found, and reached by itself", "[transport]") {
    const auto interfaces = list_interfaces();
    REQUIRE(interfaces.ok());
    const auto* loopback = find_interface(interfaces.value, {0x7f000001});
    REQUIRE(loopback != nullptr);
    CHECK(loopback->loopback);
    CHECK(loopback->prefix_bits == 8);
    CHECK(loopback->index > 0);
    CHECK(loopback->mtu_bytes >= 1500);
    CHECK(find_interface(interfaces.value, {0x01020304}) == nullptr);
    CHECK(local_address_towards({0x7f000005}).value.is_loopback());
    CHECK(decode(encode(addresses_to_tell(interfaces.value, "lo")))->entries[0].loopback);
}
