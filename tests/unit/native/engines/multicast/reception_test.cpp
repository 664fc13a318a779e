// A leader that receives announcements of lengths which it cannot follow.
#include <sys/resource.h>
#include <catch2/catch.hpp>

#include <optional>

#include "native/base/clock.hpp"
#include "native/engines/multicast/reception.hpp"
#include "native/node/node_group.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/net/loopback.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

/// Limits the address space of this process while this object exists.
class LittleMemory {
public:
    LittleMemory() {
        getrlimit(RLIMIT_AS, &before_);
        const rlimit little{std::uint64_t{64} << 30, before_.rlim_max};
        setrlimit(RLIMIT_AS, &little);
    }
    ~LittleMemory() { setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

Status handed_to(node::BroadcastRing& ring, std::uint64_t operation, std::span<std::byte> room) {
    std::size_t got = 0;
    if (const Status begun = ring.begin_read(operation, room.size(), 0); begun != Status::ok) return begun;
    const Status status = ring.read(room, got, 0);
    return status == Status::other_length ? ring.read({}, got, 0) : status;
}

}  // namespace

TEST_CASE("a length that no memory can hold ends the call and not the team, alone on a node and not", "[multicast]") {
    using namespace shunt::net;
    const std::uint64_t announced = GENERATE(std::uint64_t{1} << 39, std::uint64_t{1} << 47, UINT64_MAX);
    const bool has_neighbours = GENERATE(true, false);
    CAPTURE(announced, has_neighbours);
    const bool is_possible = announced == std::uint64_t{1} << 39;
    if (is_possible && (kSanitized || !has_neighbours))
        return;  // sanitizers use the address space themselves; a leader without neighbours needs no memory
    const Subnet range = parse_group_range(kDefaultGroupRange).value;
    const std::uint64_t token = (static_cast<std::uint64_t>(getpid()) << 32) + 0x1e06;
    ControlSocket own = open_control(), peer = open_control();
    Settings settings;
    settings.token = token;
    settings.node = 1;
    settings.nodes = 2;
    settings.payload_bytes = 60'000;
    const std::vector<Endpoint> control_of{peer.local(), own.local()};
    Link link(settings, {{1, 2}, {}}, std::move(own), open_group(group_address(range, {token, 0, 0})), range,
              control_of);
    node::NodeGroup leader, beside;
    const node::RingShape shape{2};
    REQUIRE(leader.create(shape, 0, {}).ok());
    REQUIRE(beside.join(leader, shape, 1, {}).ok());
    std::optional<LittleMemory> little;
    if (is_possible) little.emplace();

    std::vector<std::byte> room(100);
    Reception::Setup setup;
    setup.ring_operation = 2;
    setup.payload_bytes = settings.payload_bytes;
    setup.ring = has_neighbours ? &leader.ring() : nullptr;
    setup.recovery = {1, 1, 0, {kLoopback, 1}, kLoopback, 0, 1'000'000'000, false};
    Reception reception(link, room, setup);
    REQUIRE(reception.begin(false) == Status::ok);
    link.channel.learn(1, {announced, false}, monotonic_ns());
    for (int turn = 0; turn < 1000 && !reception.over(); ++turn)
        reception.advance(monotonic_ns());  // it notifies the root, which does not answer
    REQUIRE(reception.over());
    CHECK(reception.ended() == Status::bug);
    CHECK(link.channel.next_datagram(monotonic_ns()) != nullptr);  // an acknowledgement: the root must not wait
    if (!has_neighbours) return;
    reception.give_up();
    CHECK(handed_to(beside.ring(), 2, room) == Status::declined);
    CHECK(handed_to(beside.ring(), 3, room) == Status::declined);
    CHECK(leader.members().trouble() == Status::ok);
}
