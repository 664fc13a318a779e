// Operations that are sent to some nodes of a channel, which first report that they have begun, over a network that may
// lose datagrams.
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>

#include "native/base/random.hpp"
#include "native/engines/multicast/channel.hpp"
#include "native/engines/multicast/receive_buffer.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

constexpr std::int64_t kTick = 100 * kMicrosecond;

/// Channels of all nodes. Datagrams to group 0 reach all nodes, those to another group the nodes of `members`. A
/// datagram takes one tick.
class Net {
public:
    Net(int nodes, double loss, std::uint64_t seed) : loss_(loss), seed_(seed) {
        Settings settings;
        settings.token = 77;
        settings.nodes = nodes;
        settings.payload_bytes = 200;
        for (settings.node = 0; settings.node < nodes; ++settings.node)
            channels.push_back(std::make_unique<Channel>(settings));
    }

    /// Runs until `done()`, 60 s at most.
    template <class Done>
    bool run(Done done) {
        for (const std::int64_t end = now + 60'000 * kMillisecond; now < end; now += kTick) {
            for (int node = 0; node < size(); ++node) {
                at(node).advance(now);
                while (const Datagram* datagram = at(node).next_datagram(now)) {
                    deliver(node, *datagram);
                    at(node).sent();
                }
            }
            for (const auto& [to, bytes] : std::exchange(flying_, {})) at(to).datagram(bytes, now);
            if (done()) return true;
        }
        return false;
    }

    int size() const { return static_cast<int>(channels.size()); }
    Channel& at(int node) { return *channels[static_cast<std::size_t>(node)]; }

    std::vector<std::unique_ptr<Channel>> channels;
    std::vector<int> members;  ///< members of every group but 0
    std::int64_t now = 0;

private:
    void deliver(int from, const Datagram& datagram) {
        std::vector<std::byte> bytes(datagram.header.begin(),
                                     datagram.header.begin() + static_cast<std::ptrdiff_t>(datagram.header_bytes));
        bytes.insert(bytes.end(), datagram.payload.begin(), datagram.payload.end());
        const Destination to = datagram.destination;
        for (int node = 0; node < size(); ++node) {
            const bool is_member = to.group == 0 || std::find(members.begin(), members.end(), node) != members.end();
            if (node == from || (to.node == Destination::kGroup ? !is_member : to.node != node)) continue;
            if (static_cast<double>(splitmix64(seed_) >> 11) * 0x1p-53 >= loss_) flying_.emplace_back(node, bytes);
        }
    }

    double loss_;
    std::uint64_t seed_;
    std::vector<std::pair<int, std::vector<std::byte>>> flying_;
};

std::vector<std::byte> pattern(std::size_t bytes, std::uint32_t number) {
    std::vector<std::byte> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(i * 7 + number);
    return data;
}

/// One operation from node 0 to the members of group 5, as the driver does it.   Returns: whether all of it has
/// arrived.
bool carry_to_members(Net& net, std::uint32_t number, std::size_t bytes) {
    const std::vector<std::byte> data = pattern(bytes, number);
    std::vector<std::vector<std::byte>> got(net.members.size(), std::vector<std::byte>(bytes));
    std::vector<std::unique_ptr<ReceiveBuffer>> sinks;
    net.at(0).await_arrivals_of(number, net.members, net.now);
    for (std::size_t i = 0; i < net.members.size(); ++i) {
        sinks.push_back(std::make_unique<ReceiveBuffer>(got[i], 200));
        net.at(net.members[i]).arrive_directly(number, 0, net.now);
        net.at(net.members[i]).receive(number, 0, bytes, *sinks.back(), net.now);
    }
    if (!net.run([&] { return net.at(0).finished(number); })) return false;
    net.at(0).send(number, data, Completion::retained, 5, net.members, net.now);
    const auto here = [&](int node) { return net.at(node).finished(number); };
    if (!net.run([&] { return here(0) && std::all_of(net.members.begin(), net.members.end(), here); })) return false;
    return std::all_of(got.begin(), got.end(), [&](const auto& bytes_there) { return bytes_there == data; });
}

}  // namespace

TEST_CASE("an operation for some nodes reaches them under any loss", "[multicast]") {
    const int nodes = GENERATE(4, 40);
    const double loss = GENERATE(0.0, 0.1, 0.3);
    const std::uint64_t seed = GENERATE(1u, 2u, 3u);
    CAPTURE(nodes, loss, seed);
    Net net(nodes, loss, seed);
    net.members = nodes == 4 ? std::vector<int>{1, 3} : std::vector<int>{1, 3, 17, 30, 39};
    for (std::uint32_t number = 1; number <= 20; ++number) {
        REQUIRE(carry_to_members(net, number, number % 3 == 0 ? 0 : number * 333));
        for (int node = 1; node < nodes; ++node)
            if (std::find(net.members.begin(), net.members.end(), node) == net.members.end()) net.at(node).skip(number);
    }
    CHECK(net.run([&] {
        return std::none_of(net.channels.begin(), net.channels.end(),
                            [](const auto& each) { return each->unconfirmed(); });
    }));
}

TEST_CASE("a root waits for the members that it sends to, and for no other", "[multicast]") {
    Net net(5, 0, 1);
    net.members = {1, 3};
    net.at(4).arrive_directly(1, 0, net.now);  // it is not a member, and too early
    net.at(1).arrive_directly(1, 0, net.now);
    REQUIRE(net.run([&] { return net.now > 20 * kMillisecond; }));
    net.at(0).await_arrivals_of(1, net.members, net.now);
    CHECK_FALSE(net.at(0).finished(1));
    CHECK(net.at(0).unconfirmed_node(1) == 3);
    net.at(3).arrive_directly(1, 0, net.now);
    CHECK(net.run([&] { return net.at(0).finished(1); }));
}

TEST_CASE("a node outside thousands of operations receives its next one", "[multicast]") {
    Net net(3, 0, 1);
    net.members = {1};
    std::uint32_t number = 1;
    for (; number <= 5000; ++number) {
        const std::vector<std::byte> data = pattern(8, number);
        std::vector<std::byte> got(8);
        ReceiveBuffer sink(got, 200);
        net.at(1).receive(number, 0, 8, sink, net.now);
        net.at(0).send(number, data, Completion::retained, 5, net.members, net.now);
        net.at(2).skip(number);
        REQUIRE(net.run([&] { return net.at(1).finished(number) && net.at(0).finished(number); }));
    }
    const std::vector<std::byte> data = pattern(1000, number);
    std::vector<std::byte> got(1000), other(1000);
    ReceiveBuffer sink(got, 200), other_sink(other, 200);
    net.at(2).receive(number, 0, 1000, sink, net.now);
    net.at(1).receive(number, 0, 1000, other_sink, net.now);
    net.at(0).send(number, data, Completion::confirmed, 0, {}, net.now);
    CHECK(net.run([&] { return net.at(0).finished(number) && net.at(2).finished(number); }));
    CHECK(got == data);
    CHECK(net.at(2).counters().stale == 0);
}

TEST_CASE("operations for all nodes are confirmed although every other operation is for some nodes only",
          "[multicast]") {
    Net net(4, 0, 1);
    net.members = {1};
    std::vector<std::byte> got[4];
    for (std::uint32_t number = 1; number <= 300; ++number) {
        const bool to_all = number % 2 == 1;
        const std::vector<std::byte> data = pattern(8, number);
        std::vector<std::unique_ptr<ReceiveBuffer>> sinks;
        for (int node = 1; node < 4; ++node) {
            got[node].assign(8, {});
            sinks.push_back(std::make_unique<ReceiveBuffer>(got[node], 200));
            if (to_all || node == 1) net.at(node).receive(number, 0, 8, *sinks.back(), net.now);
            else net.at(node).skip(number);
        }
        net.at(0).send(number, data, Completion::retained, to_all ? 0 : 5,
                       to_all ? std::span<const int>() : net.members, net.now);
        const std::int64_t start = net.now;
        REQUIRE(net.run(
            [&] { return net.at(0).finished(number) && net.at(1).finished(number) && net.at(2).finished(number); }));
        CHECK(net.now - start <= 2 * kTick);  // retained: the root never waits for confirmations
    }
}
