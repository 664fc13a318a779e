// Messages over TCP on loopback between processes that act as if each, or each two, were on a node of their own.
#include <arpa/inet.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <csignal>
#include <cstring>
#include <thread>

#include "native/engines/remote_write/routed_fabric.hpp"
#include "node_processes.hpp"
#include "tcp_pair.hpp"
#include "tests/unit/native/protected_pages.hpp"

namespace {

using namespace remote_write_test;

/// Memory in which forked processes also exchange the addresses of their listeners.
struct TcpBoard : Board {
    net::Endpoint doors[kMostProcesses];
};

/// A process that communicates with `processes` of them, `each_node` on a node; where that is 1, over TCP alone.
int speak(int process, int processes, int each_node, bool receives_first, TcpBoard& board) {
    std::unique_ptr<TcpFabric> far;
    if (!TcpFabric::open(process, kHere, {}, far).ok()) return 100;
    board.doors[process] = far->door();
    std::unique_ptr<NodeFabric> near;
    NodeFabricOptions options;
    options.spin_ns = 0;
    if (each_node > 1) {
        if (!NodeFabric::create(process, static_cast<std::uint32_t>(each_node), options, near).ok()) return 101;
        board.tickets[process] = near->ticket();
    }
    if (!board.meet(0, processes)) return 102;
    far->connect({board.doors, board.doors + processes}, kTcpKey);
    const int first = process / each_node * each_node;
    if (near && !near->connect({board.tickets + first, static_cast<std::size_t>(each_node)}).ok()) return 103;
    if (!board.meet(1, processes)) return 104;
    if (near) near->close_door();
    RoutedFabric fabric(std::move(near), std::move(far));
    Messenger messenger(fabric, process, MessengerOptions{}, Threads::one);
    const int end = SpeakingMember(process, processes, processes == 2 ? 200 : 60, messenger).run(receives_first);
    while (messenger.has_unsent()) messenger.advance();
    fabric.finish();
    board.told[process] = messenger.counters().received[static_cast<std::size_t>(Protocol::write)].messages;
    if (!board.meet(2, processes)) return 105;
    return end != 0 || each_node > 1 || board.told[process] == 0 ? end
                                                                 : 106;  // only within a node can messages be written
}

int connect_to(const net::Endpoint& door) {
    const int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in to = net::to_sockaddr(door);
    REQUIRE(connect(made, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    return made;
}

}  // namespace

TEST_CASE("messengers of processes exchange random messages over TCP and shared memory", "[node][remote_write]") {
    const auto [processes, each_node, receives_first] =
        GENERATE(std::tuple{2, 1, true}, std::tuple{2, 1, false}, std::tuple{5, 1, true}, std::tuple{4, 2, true},
                 std::tuple{6, 2, false}, std::tuple{6, 3, true});
    node_test::Told<TcpBoard> board;
    std::vector<pid_t> children;
    for (int i = 0; i < processes; ++i)
        children.push_back(
            node_test::start_child([&, i] { return speak(i, processes, each_node, receives_first, *board); }));
    std::vector<std::string> ends;
    for (const pid_t child : children) ends.push_back(node_test::end_of(child));
    require_all_well(ends);
    std::uint64_t written = 0;
    for (int i = 0; i < processes; ++i) written += board->told[i];
    if (each_node > 1 && receives_first) CHECK(written > 0);
    REQUIRE(node_test::names_in_shm().empty());
}

TEST_CASE("a pair has one connection, whichever process begins, and other pairs have none", "[remote_write]") {
    TcpPair pair;
    std::vector<std::byte> here(4), there(4), data(4);
    TcpReceive first(1, here), second(0, there);
    TcpSend one(0, data), other(1, data);
    pair.messengers[0]->start(first);
    pair.messengers[1]->start(second);
    pair.messengers[0]->start(one);
    pair.messengers[1]->start(other);
    REQUIRE(pair.run([&] { return first.has_ended() && second.has_ended(); }));
    CHECK(first.ending == Ending::success);
    CHECK(second.ending == Ending::success);
    CHECK_FALSE(pair.messengers[0]->has_unsent());
    // Of the two connections that were begun one was used; the other was answered with "mine comes".
    CHECK(pair.fabrics[0]->counters().connections + pair.fabrics[1]->counters().connections <= 3);
}

TEST_CASE("strangers at the listener are sent away, and messages go on", "[remote_write]") {
    TcpPair pair;
    const std::vector<std::byte> data = bytes_of(3, 500'000);
    std::vector<std::byte> into(data.size());
    TcpSend send(0, data);
    TcpReceive receive(0, into);
    pair.messengers[1]->start(receive);
    std::vector<int> strangers;
    const char garbage[64] = "GET / HTTP/1.0\r\n\r\n";
    for (int i = 0; i < 100; ++i) {
        strangers.push_back(connect_to(pair.fabrics[i % 2]->door()));
        REQUIRE(::send(strangers.back(), garbage, sizeof garbage, MSG_NOSIGNAL) > 0);
    }
    // A stranger that knows the protocol but not the key.
    net::Connection forger;
    REQUIRE(forger.connect(kHere, pair.fabrics[1]->door(), {0, 0, 1, SipKey{7, 7}}).ok());
    pair.messengers[0]->start(send);
    Status forged = Status::again;
    REQUIRE(pair.run([&] {
        if (forged == Status::again) forged = forger.advance(monotonic_ns());
        return receive.has_ended() && forged != Status::again;
    }));
    CHECK(forged == Status::peer_lost);
    CHECK(receive.ending == Ending::success);
    CHECK(into == data);
    CHECK(pair.fabrics[0]->counters().strangers + pair.fabrics[1]->counters().strangers > 20);
    for (const int stranger : strangers) close(stranger);
}

TEST_CASE("a process of the job that sends invalid frames is lost", "[remote_write]") {
    const std::string what = GENERATE("a kind that is none", "data of no transfer", "an answer to no offer", "too long",
                                      "a header never sent");
    std::string told;
    TcpFabricOptions options;
    options.warn = [&](std::string_view text) { told = text; };
    TcpPair pair(options);
    std::vector<std::byte> into(100);
    TcpReceive receive(0, into);
    pair.messengers[1]->start(receive);
    net::Connection wrong;
    REQUIRE(wrong.connect(kHere, pair.fabrics[1]->door(), {0, 0, 1, kTcpKey}).ok());
    REQUIRE(pair.run([&] { return wrong.advance(monotonic_ns()) == Status::ok; }));
    TcpHead head{99, 0, 0};
    if (what == "data of no transfer") head = {TcpHead::data, 100, 77};
    if (what == "an answer to no offer") head = {TcpHead::accept, sizeof(TcpAccept), 77};
    if (what == "too long") head = {TcpHead::message, 1 << 20, 0};
    std::byte bytes[64]{};
    std::memcpy(bytes, &head, sizeof head);
    if (what == "a header never sent") bytes[0] = std::byte{TcpShortHead::kMark | 3};
    REQUIRE(::send(wrong.descriptor(), bytes, sizeof bytes, MSG_NOSIGNAL) == sizeof bytes);
    REQUIRE(pair.run([&] { return receive.has_ended(); }));
    CHECK(receive.ending == Ending::lost);
    CHECK_THAT(told, Catch::Contains("rank 0 (127.0.0.1) has sent data that no process of this job sends"));
    CHECK(pair.messengers[1]->failure() == nullptr);
}

TEST_CASE("a process that ends in mid-message is lost to the processes that wait for it", "[remote_write]") {
    const bool sender_ends = GENERATE(true, false);
    std::string told;
    TcpFabricOptions options;
    options.warn = [&](std::string_view text) { told = text; };
    TcpPair pair(options);
    std::vector<std::byte> data(40 << 20), into(data.size()), more(10);
    TcpSend send(0, data);
    TcpReceive receive(0, into);
    const int stays = sender_ends ? 1 : 0;
    TcpReceive posted(1 - stays, more, 2);
    pair.messengers[1]->start(receive);
    pair.messengers[0]->start(send);
    pair.messengers[stays]->start(posted);
    REQUIRE(pair.run([&] { return receive.transfer != nullptr && send.transfer != nullptr; }));
    for (int i = 0; i < 3; ++i)
        for (auto& messenger : pair.messengers) messenger->advance();
    REQUIRE_FALSE(receive.has_ended());
    pair.messengers[1 - stays].reset();
    pair.fabrics[1 - stays].reset();
    REQUIRE(pair.run([&] { return posted.has_ended() && (sender_ends ? receive.has_ended() : send.has_ended()); }));
    CHECK(posted.ending == Ending::lost);
    CHECK((sender_ends ? receive.ending : send.ending) == Ending::lost);
    CHECK_THAT(told, Catch::Contains("has closed its connection"));
    CHECK_FALSE(pair.messengers[stays]->has_work());
    TcpSend later(stays, data);
    pair.messengers[stays]->start(later);
    CHECK(later.ending == Ending::lost);
}

TEST_CASE("a process that has ended before the first message is lost after one attempt", "[remote_write]") {
    TcpPair pair;
    pair.messengers[1].reset();
    pair.fabrics[1].reset();
    std::vector<std::byte> data(10);
    TcpSend send(0, data);
    send.synchronous = true;
    pair.messengers[0]->start(send);
    REQUIRE(pair.run([&] { return send.has_ended(); }));
    CHECK(send.ending == Ending::lost);
    CHECK_FALSE(pair.messengers[0]->has_unsent());
}

TEST_CASE("a process without descriptors connects when the program has closed some", "[remote_write]") {
    // In a child, as only root may raise a hard limit again.
    const pid_t child = node_test::start_child([] {
        TcpPair pair;
        const rlimit few{200, 200};
        if (setrlimit(RLIMIT_NOFILE, &few) != 0) return 1;
        std::vector<int> used_up;
        for (int made = dup(pair.fabrics[0]->descriptor()); made >= 0; made = dup(pair.fabrics[0]->descriptor()))
            used_up.push_back(made);
        std::vector<std::byte> data = bytes_of(1, 100), into(100);
        TcpSend send(0, data);
        TcpReceive receive(0, into);
        pair.messengers[1]->start(receive);
        pair.messengers[0]->start(send);
        for (int looks = 0; looks < 500; ++looks) {
            for (auto& messenger : pair.messengers) messenger->advance();
            usleep(500);
        }
        if (receive.has_ended() || pair.fabrics[0]->counters().connections != 0) return 2;
        for (const int one : used_up) close(one);
        if (!pair.run([&] { return receive.has_ended(); })) return 3;
        return receive.ending == Ending::success && into == data ? 0 : 4;
    });
    CHECK(node_test::end_of(child) == "exit 0");
}

TEST_CASE("an eager send to a process that is lost stays ended when it is cancelled", "[remote_write]") {
    TcpPair pair;
    std::vector<std::byte> data(10), into(10);
    TcpSend send(0, data);
    TcpReceive receive(1, into);
    pair.messengers[0]->start(send);
    pair.messengers[0]->start(receive);
    REQUIRE(pair.run([&] { return send.has_ended() && !pair.messengers[0]->has_unsent(); }));
    pair.messengers[1].reset();
    pair.fabrics[1].reset();
    REQUIRE(pair.run([&] { return receive.has_ended(); }));
    CHECK(receive.ending == Ending::lost);
    pair.messengers[0]->cancel(send);
    CHECK(send.has_ended());
    CHECK(send.ending == Ending::success);
    CHECK_FALSE(pair.messengers[0]->has_unsent());
}

TEST_CASE("eager sends end although the receiver does not poll", "[remote_write]") {
    TcpPair pair;
    const std::vector<std::byte> data = bytes_of(1, 1000);
    std::vector<std::unique_ptr<TcpSend>> sends;
    const std::int64_t end = monotonic_ns() + 20'000'000'000;
    for (int i = 0; i < 10'000; ++i) {
        sends.push_back(std::make_unique<TcpSend>(0, data));
        pair.messengers[0]->start(*sends.back());
        while (!sends.back()->has_ended() && monotonic_ns() < end) pair.messengers[0]->advance();
        REQUIRE(sends.back()->has_ended());
    }
    std::vector<std::byte> into(1000);
    for (int i = 0; i < 10'000; ++i) {
        std::ranges::fill(into, std::byte{0});
        TcpReceive receive(0, into);
        pair.messengers[1]->start(receive);
        REQUIRE(pair.run([&] { return receive.has_ended(); }));
        REQUIRE(into == data);
    }
    CHECK(pair.run([&] { return !pair.messengers[0]->has_unsent() && !pair.messengers[1]->has_unsent(); }));
}

TEST_CASE("messages over TCP from and into pages that their owner alone may touch", "[remote_write]") {
    TcpPair pair;
    constexpr std::size_t kBytes = 3 << 20;
    protected_pages::Pages data(kBytes), into(kBytes);
    fill(data.all(), 0, 1, 5);
    data.protect();
    into.protect();
    TcpSend send(0, data.all());
    TcpReceive receive(0, into.all());
    pair.messengers[0]->start(send);
    pair.messengers[1]->start(receive);
    REQUIRE(pair.run([&] { return receive.has_ended() && send.has_ended(); }));
    CHECK(is_right(into.all(), 0, 1, 5));
}

TEST_CASE("long messages of one pair overtake each other, and short ones overtake them", "[remote_write]") {
    TcpPair pair;
    constexpr int kLong = 4;
    std::vector<std::vector<std::byte>> data, into;
    std::vector<std::unique_ptr<TcpSend>> sends;
    std::vector<std::unique_ptr<TcpReceive>> receives;
    for (int i = 0; i < kLong; ++i) {
        data.push_back(bytes_of(static_cast<std::uint64_t>(i), 8 << 20));
        into.emplace_back(8 << 20);
    }
    std::vector<std::byte> word(8), word_into(8);
    for (int i = 0; i < kLong; ++i) {
        receives.push_back(std::make_unique<TcpReceive>(0, into[static_cast<std::size_t>(i)], i));
        pair.messengers[1]->start(*receives.back());
        sends.push_back(std::make_unique<TcpSend>(0, data[static_cast<std::size_t>(i)], i));
        pair.messengers[0]->start(*sends.back());
    }
    TcpReceive short_receive(0, word_into, 9);
    TcpSend short_send(0, word, 9);
    pair.messengers[1]->start(short_receive);
    REQUIRE(pair.run([&] { return receives.back()->transfer != nullptr && sends.back()->transfer != nullptr; }));
    pair.messengers[0]->start(short_send);
    REQUIRE(pair.run([&] { return short_receive.has_ended(); }));
    CHECK_FALSE(receives[0]->has_ended());
    REQUIRE(pair.run([&] {
        return std::ranges::all_of(receives, [](const auto& each) { return each->has_ended(); }) &&
               std::ranges::all_of(sends, [](const auto& each) { return each->has_ended(); });
    }));
    for (std::size_t i = 0; i < kLong; ++i) CHECK(into[i] == data[i]);
}

TEST_CASE("a process that sleeps for its node is waked by a socket", "[node][remote_write]") {
    std::unique_ptr<NodeFabric> near[2];  // 0 and 1 share a node, 2 is elsewhere
    NodeFabricOptions options;
    options.spin_ns = 0;
    for (int i = 0; i < 2; ++i) REQUIRE(NodeFabric::create(i, 2, options, near[i]).ok());
    const InboxTicket tickets[] = {near[0]->ticket(), near[1]->ticket()};
    for (auto& each : near) REQUIRE(each->connect(tickets).ok());
    std::unique_ptr<TcpFabric> far[] = {open_tcp_fabric(0), open_tcp_fabric(1), open_tcp_fabric(2)};
    const std::vector<net::Endpoint> doors{far[0]->door(), far[1]->door(), far[2]->door()};
    for (auto& each : far) each->connect(doors, kTcpKey);
    RoutedFabric sleeper(std::move(near[0]), std::move(far[0])), neighbour(std::move(near[1]), std::move(far[1])),
        elsewhere(nullptr, std::move(far[2]));
    Messenger first(sleeper, 0, MessengerOptions{}, Threads::one),
        second(neighbour, 1, MessengerOptions{}, Threads::one), third(elsewhere, 2, MessengerOptions{}, Threads::one);
    constexpr int kTimes = 20;
    std::thread other([&] {
        for (int i = 0; i < kTimes; ++i) {
            usleep(3000);  // it sleeps by now
            Messenger& from = i % 2 == 0 ? third : second;
            std::vector<std::byte> word(8);
            TcpSend send(i % 2 == 0 ? 2 : 1, word);
            send.process = 0;
            from.start(send);
            while (!send.has_ended() || from.has_unsent()) from.advance();
        }
    });
    std::int64_t waited_ns = 0;
    for (int i = 0; i < kTimes; ++i) {
        std::vector<std::byte> word(8);
        TcpReceive receive(i % 2 == 0 ? 2 : 1, word);
        first.start(receive);
        while (!receive.has_ended()) {
            const std::int64_t before = monotonic_ns();
            first.wait(2'000'000'000);
            waited_ns = std::max(waited_ns, monotonic_ns() - before);
            for (int look = 0; look < 200; ++look) first.advance();
        }
    }
    other.join();
    CHECK(waited_ns < 90'000'000);  // it checks every 100 ms whether its peers are alive
}
