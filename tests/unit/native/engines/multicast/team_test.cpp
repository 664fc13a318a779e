// Whole teams on loopback: the driver, the service thread and recovery by TCP, one thread for each member.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>

#include "tests/unit/native/engines/multicast/loopback_teams.hpp"
#include "tests/unit/native/protected_pages.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

using Bytes = std::vector<std::byte>;

Bytes pattern(std::size_t bytes, int key) {
    Bytes data(bytes);
    for (std::size_t i = 0; i < bytes; ++i)
        data[i] = static_cast<std::byte>(i * 31 + static_cast<std::size_t>(key) * 7 + (i >> 8));
    return data;
}

CollectiveCall call_of(Operation operation, int root = 0) {
    CollectiveCall call;
    call.operation = operation;
    call.root = root;
    return call;
}

/// One broadcast; `right` tells whether its bytes have arrived.
Status bcast(MulticastTeam& team, int rank, int root, std::size_t bytes, int key, bool& right) {
    const Bytes expected = pattern(bytes, key);
    Bytes data = rank == root ? expected : Bytes(bytes, std::byte{0xa5});
    CollectiveCall call = call_of(Operation::bcast, root);
    call.receive = data;
    const Status status = team.carry(call);
    right = data == expected;
    return status;
}

Status allgather(MulticastTeam& team, int rank, int ranks, std::size_t block, bool& right) {
    Bytes expected, data(block * static_cast<std::size_t>(ranks));
    for (int each = 0; each < ranks; ++each) {
        const Bytes of = pattern(block, each);
        expected.insert(expected.end(), of.begin(), of.end());
    }
    const auto at = static_cast<std::ptrdiff_t>(block) * rank;
    std::copy_n(expected.begin() + at, block, data.begin() + at);
    CollectiveCall call = call_of(Operation::allgather);
    call.receive = data;
    const Status status = team.carry(call);
    right = data == expected;
    return status;
}

/// Every other rank receives data: the rank's number times a hundred bytes.
Status scatterv(MulticastTeam& team, int rank, int ranks, int root, GroupScheme groups, bool& right) {
    std::vector<std::uint64_t> sizes(static_cast<std::size_t>(ranks));
    for (std::size_t each = 0; each < sizes.size(); each += 2) sizes[each] = 100 * (each + 1);
    const Bytes all = pattern(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), root);
    const auto before = std::accumulate(sizes.begin(), sizes.begin() + rank, std::ptrdiff_t{0});
    const auto own = static_cast<std::ptrdiff_t>(sizes[static_cast<std::size_t>(rank)]);
    const Bytes expected(all.begin() + before, all.begin() + before + own);
    Bytes data(expected.size());
    CollectiveCall call = call_of(Operation::scatterv, root);
    call.groups = groups;
    call.receive = data;
    if (rank == root) call.send = all, call.sizes = sizes;
    const Status status = team.carry(call);
    right = data == expected;
    return status;
}

std::vector<int> one_rank_a_node(int nodes) {
    std::vector<int> node_of(static_cast<std::size_t>(nodes));
    std::iota(node_of.begin(), node_of.end(), 0);
    return node_of;
}

/// Counts faults in members' threads, where Catch assertions are not allowed.
struct Faults {
    std::atomic<int> wrong{0}, failed{0};
    void note(Status status, const bool& right) {  // by reference: the call that gives `status` may also set it
        failed += status != Status::ok;
        wrong += status == Status::ok && !right;
    }
};

}  // namespace

TEST_CASE("members in threads carry every operation over loopback", "[multicast][teams]") {
    const auto node_of = GENERATE(std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 1, 0, 1, 2, 2, 1});
    const Acknowledge acknowledge = GENERATE(Acknowledge::flat, Acknowledge::tree);
    LoopbackTeams teams(node_of, Cut::nothing, acknowledge, false, kRescueInAMinuteNs);
    const int ranks = static_cast<int>(node_of.size());
    Faults faults;
    teams.run([&](int rank, MulticastTeam& team) {
        bool right = false;
        for (int i = 0; i < 40; ++i) {
            const std::size_t bytes = i % 5 == 4 ? 200'000 : static_cast<std::size_t>(i) * 97;
            faults.note(bcast(team, rank, i % ranks, bytes, i, right), right);
            faults.note(team.carry(call_of(Operation::barrier)), true);
            if (i % 4 == 0) faults.note(allgather(team, rank, ranks, i % 8 == 0 ? 300 : 40'000, right), right);
            const auto groups = i % 8 == 1 ? GroupScheme::per_communicator : GroupScheme::per_call;
            if (i % 4 == 1) faults.note(scatterv(team, rank, ranks, i % ranks, groups, right), right);
        }
    });
    CHECK(faults.failed == 0);
    CHECK(faults.wrong == 0);
    CHECK(teams.counted("multicast.switched-off") == 0);
}

TEST_CASE("pages that a program protects are sent and received, in packets and by recovery", "[multicast][teams]") {
    LoopbackTeams teams({0, 1, 1, 2}, GENERATE(Cut::nothing, Cut::all_of_udp));
    const int before = protected_pages::faults;
    Faults faults;
    teams.run([&](int rank, MulticastTeam& team) {
        for (int i = 0; i < 4; ++i) {
            const Bytes expected = pattern(i < 2 ? 60'000 : 1000, i);
            protected_pages::Pages data(expected.size());
            if (rank == i % 2) std::ranges::copy(expected, data.all().begin());
            data.protect();
            CollectiveCall call = call_of(Operation::bcast, i % 2);
            call.receive = data.all();
            const Status status = team.carry(call);
            faults.note(status, std::ranges::equal(data.all(), expected));
        }
    });
    CHECK(faults.failed == 0);
    CHECK(faults.wrong == 0);
    CHECK(protected_pages::faults > before);
}

TEST_CASE("authenticated datagrams carry everything, in pieces and repaired too", "[multicast][teams]") {
    const Cut cut = GENERATE(Cut::nothing, Cut::multicast);
    LoopbackTeams teams({0, 1, 1, 2}, cut, Acknowledge::automatic, true, kRescueInAMinuteNs);
    Faults faults;
    teams.run([&](int rank, MulticastTeam& team) {
        bool right = true;
        for (int i = 0; i < (cut == Cut::nothing ? 12 : 2); ++i) {
            faults.note(bcast(team, rank, i % 4, i % 2 == 0 ? 100 : 90'000, i, right), right);
            if (i % 3 == 0) faults.note(team.carry(call_of(Operation::barrier)), true);
            if (i % 4 == 1) faults.note(allgather(team, rank, 4, 30'000, right), right);
        }
    });
    CHECK(faults.failed == 0);
    CHECK(faults.wrong == 0);
    CHECK(teams.counted("multicast.rescues") == 0);
    CHECK(teams.counted("multicast.foreign") == 0);
}

TEST_CASE("TCP delivers everything if no UDP passes, and within a few calls all members switch off together",
          "[multicast][teams]") {
    const auto [node_of, acknowledge] =
        GENERATE(table<std::vector<int>, Acknowledge>({{{0, 1, 2}, Acknowledge::flat},
                                                       {{0, 1, 0, 1, 2, 2, 1}, Acknowledge::automatic},
                                                       {{0, 1, 2, 3, 4}, Acknowledge::tree}}));
    const bool rotating = GENERATE(false, true);
    CAPTURE(rotating);
    LoopbackTeams teams(node_of, Cut::all_of_udp, acknowledge);
    const int ranks = static_cast<int>(node_of.size());
    std::vector<int> carried(node_of.size());
    std::atomic<int> wrong{0}, failed{0};
    teams.run([&](int rank, MulticastTeam& team) {
        int& calls = carried[static_cast<std::size_t>(rank)];
        for (bool right = true;; ++calls) {
            const int kind = calls % 4;
            const int root = rotating ? calls % ranks : 0;
            Status status = Status::ok;
            if (kind == 2) status = team.carry(call_of(Operation::barrier));
            else if (kind == 1) status = allgather(team, rank, ranks, calls % 8 == 1 ? 700 : 40'000, right);
            else status = bcast(team, rank, root, kind == 0 ? 5000 : 70'000, calls, right);
            if (status == Status::declined) break;
            failed += status != Status::ok;
            wrong += !right;
            right = true;
        }
    });
    CHECK(failed == 0);
    CHECK(wrong == 0);
    for (const int calls : carried) {
        CHECK(calls == carried[0]);
        CHECK(calls <= 3 + ranks);  // a root that notices the trouble asks the others, and roots may alternate
    }
    CHECK(teams.counted("multicast.rescues") > 0);
    CHECK(teams.exchanges[0]->warning.find("shunt doctor") != std::string::npos);
}

TEST_CASE("repairs deliver everything if only multicast is lost, and all members switch off together",
          "[multicast][teams]") {
    const bool rotating = GENERATE(false, true);
    LoopbackTeams teams({0, 1, 1, 2}, Cut::multicast, Acknowledge::automatic, false, kRescueInAMinuteNs);
    std::vector<int> carried(4);
    Faults faults;
    teams.run([&](int rank, MulticastTeam& team) {
        for (int& calls = carried[static_cast<std::size_t>(rank)];; ++calls) {
            bool right = false;
            const Status status = bcast(team, rank, rotating ? calls % 4 : 0, 20'000, calls, right);
            if (team.wants_to_meet() && team.meet() == Status::declined) break;
            faults.note(status, right);
        }
    });
    CHECK(faults.failed == 0);
    CHECK(faults.wrong == 0);
    for (const int calls : carried) CHECK(calls == carried[0]);
    CHECK(carried[0] < 16);  // earlier than the first unconditional checkpoint
    CHECK(teams.counted("multicast.rescues") == 0);
}

TEST_CASE("a barrier of more nodes than notify the root directly ends without UDP", "[multicast][teams]") {
    LoopbackTeams teams(one_rank_a_node(34), Cut::all_of_udp);
    std::atomic<int> failed{0};
    teams.run([&](int, MulticastTeam& team) { failed += team.carry(call_of(Operation::barrier)) != Status::ok; });
    CHECK(failed == 0);
}

TEST_CASE("members learn that they disagree on the length of a broadcast, also without UDP", "[multicast][teams]") {
    const Cut cut = GENERATE(Cut::nothing, Cut::all_of_udp);
    const std::size_t bytes = GENERATE(300u, 50'000u);
    CAPTURE(static_cast<int>(cut), bytes);
    LoopbackTeams teams({0, 1, 2, 3, 3}, cut);
    std::vector<Status> first(5), second(5);
    std::atomic<int> wrong{0};
    teams.run([&](int rank, MulticastTeam& team) {
        const auto at = static_cast<std::size_t>(rank);
        bool right = false;
        first[at] = bcast(team, rank, 0, rank == 1 ? bytes + 1000 : rank == 2 ? bytes - 100 : bytes, 1, right);
        second[at] = bcast(team, rank, 0, bytes, 2, right);
        wrong += !right;
    });
    CHECK(first == std::vector<Status>{Status::ok, Status::other_length, Status::other_length, Status::ok, Status::ok});
    CHECK(second == std::vector<Status>(5, Status::ok));
    CHECK(wrong == 0);
}

TEST_CASE("a member whose host fails at a checkpoint gets the host's error from that call", "[multicast][teams]") {
    LoopbackTeams teams({0, 1, 2}, Cut::nothing);
    teams.exchanges[1]->fails_at = 1;
    std::vector<Status> last(3);
    std::atomic<int> early{0};
    teams.run([&](int rank, MulticastTeam& team) {
        bool right = false;
        for (int i = 1; i <= 16; ++i) {
            if (team.wants_to_meet()) ++early;
            static_cast<void>(bcast(team, rank, 0, 100, i, right));
        }
        if (team.wants_to_meet()) last[static_cast<std::size_t>(rank)] = team.meet();  // in a call that synchronises
    });
    CHECK(early == 0);
    CHECK(last == std::vector<Status>{Status::ok, Status::peer_lost, Status::ok});
    bool right = false;
    CHECK(bcast(*teams.teams[1], 1, 0, 100, 17, right) == Status::peer_lost);  // it does not continue alone
}

TEST_CASE("a root of small broadcasts runs ahead of late members, whatever agreement is due", "[multicast][teams]") {
    LoopbackTeams teams({0, 1, 2}, Cut::nothing);
    std::atomic<bool> root_is_done{false};
    std::atomic<int> wrong{0};
    teams.run([&](int rank, MulticastTeam& team) {
        while (rank != 0 && !root_is_done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        for (int i = 1; i <= 60; ++i) {  // a root keeps at most 64 operations for members that have not entered them
            bool right = false;
            if (bcast(team, rank, 0, 40, i, right) != Status::ok || !right) ++wrong;
        }
        if (rank == 0) root_is_done = true;
        if (!team.wants_to_meet() || team.meet() != Status::ok) ++wrong;
    });
    CHECK(wrong == 0);
}

TEST_CASE("a flood of strangers' datagrams keeps a link from its timers and from sending no longer than a batch takes",
          "[multicast][teams]") {
    using namespace shunt::net;
    const Subnet range = parse_group_range(kDefaultGroupRange).value;
    const std::uint64_t token = (static_cast<std::uint64_t>(getpid()) << 32) + 0xf100d;
    ControlSocket own = open_control(), peer = open_control(), stranger = open_control();
    const Endpoint here = own.local();
    Settings settings;
    settings.token = token;
    settings.nodes = 2;
    Link link(settings, {{1, 2}, {}}, std::move(own), open_group(group_address(range, {token, 0, 0})), range,
              {here, peer.local()});
    // As many datagrams as the socket's buffer accepts, but at least twice the number that one call reads.
    const Bytes noise(20, std::byte{7});
    std::size_t sent = 0;
    for (; sent < 3 * Link::kMostTaken; ++sent) {
        const OutgoingDatagram datagram{noise, {}, here};
        REQUIRE(stranger.send({&datagram, 1}).sent == 1);
    }
    REQUIRE(link.control.dropped_by_kernel() == 0);
    const Bytes bytes(10);
    link.channel.send(1, bytes, Completion::retained, 0, {}, 0);
    link.pump(0);
    CHECK(link.strangers() <= Link::kMostTaken);
    CHECK(link.channel.finished(1));  // it was sent nevertheless
    while (link.strangers() < sent && link.wait(kLongNs).control) link.pump(0);
    CHECK(link.strangers() == sent);
}

TEST_CASE("members that wait do not sleep while the host has work, but call it", "[multicast][teams]") {
    constexpr int kCalls = 100;
    const int late = GENERATE(0, 1, 3);
    LoopbackTeams teams({0, 0, 1, 1}, Cut::nothing);
    for (const auto& exchange : teams.exchanges) exchange->host_has_work = true;
    std::vector<const HostCalls*> others;
    for (int rank = 0; rank < 4; ++rank)
        if (rank != late) others.push_back(&teams.exchanges[static_cast<std::size_t>(rank)]->host_calls);
    const auto others_wait = [&] {
        return std::all_of(others.begin(), others.end(),
                           [](const HostCalls* calls) { return calls->count() >= kCalls; });
    };
    std::atomic<int> failed{0};
    teams.run([&](int rank, MulticastTeam& team) {
        while (rank == late && !others_wait()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        failed += team.carry(call_of(Operation::barrier)) != Status::ok;
    });
    CHECK(failed == 0);
    for (const HostCalls* calls : others) CHECK(calls->sleeps() <= calls->count() / 4);
}

TEST_CASE("a stranger at a member's address cannot forge, alter or repeat authenticated datagrams",
          "[multicast][teams]") {
    using namespace shunt::net;
    const SipKey key = GENERATE(SipKey{}, SipKey{3, 4});  // without a key, a stranger that reads the wire can
    const Subnet range = parse_group_range(kDefaultGroupRange).value;
    const std::uint64_t token = (static_cast<std::uint64_t>(getpid()) << 32) + 0xf0e6e;
    ControlSocket own = open_control(), member = open_control();
    const Endpoint here = own.local();
    Settings settings;
    settings.token = token;
    settings.nodes = 2;
    Link link(settings, {{1, 2}, key}, std::move(own), open_group(group_address(range, {token, 0, 0})), range,
              {here, member.local()});
    std::int64_t now = 0;
    const auto hears = [&](const Bytes& bytes) {
        const OutgoingDatagram datagram{bytes, {}, here};
        REQUIRE(member.send({&datagram, 1}).sent == 1);
        REQUIRE(link.wait(kLongNs).control);
        link.pump(++now);
        return link.strangers();
    };
    // The other node's arrival at barrier `number`, with a tag of `tagging`.
    const auto arrival = [&](std::uint32_t number, const SipKey& tagging) {
        Bytes bytes(kHeaderBytes);
        encode({token, number, 0, Kind::arrive, 0, 1}, bytes);
        const auto tag = wire_bytes(SipHash(tagging).add(bytes).finish());
        if (!tagging.is_none()) bytes.insert(bytes.end(), tag.begin(), tag.end());
        return bytes;
    };
    link.channel.await_arrivals(1, now);
    (void)hears(arrival(1, {}));
    if (key.is_none()) {
        CHECK(link.channel.finished(1));
        return;
    }
    CHECK(hears(arrival(1, {3, 5})) == 2);
    for (std::size_t bit = 64; bit < 8 * (kHeaderBytes + kTagBytes); ++bit) {
        Bytes altered = arrival(1, key);
        altered[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        (void)hears(altered);
    }
    CHECK_FALSE(link.channel.finished(1));
    CHECK(hears(arrival(1, key)) == 2 + 8 * (kHeaderBytes + kTagBytes) - 64);
    CHECK(link.channel.finished(1));
    // A repeated arrival belongs to the barrier that has ended.
    link.channel.await_arrivals(2, now);
    (void)hears(arrival(1, key));
    CHECK_FALSE(link.channel.finished(2));
    (void)hears(arrival(2, key));
    CHECK(link.channel.finished(2));
}
