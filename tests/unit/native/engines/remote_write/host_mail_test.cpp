// Pairs of processes that no connection joins, on a host in memory.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <list>

#include "native/engines/remote_write/host_mail.hpp"
#include "tcp_pair.hpp"

namespace {

using namespace remote_write_test;

/// The host: messages of at most kEager bytes leave at once, longer ones when their receive has begun.
class MemoryHost {
public:
    static constexpr std::size_t kEager = 4096;
    struct Sent {
        HostLine::Message name;
        int from, to;
        std::uint32_t number;
        std::vector<std::byte> copy;
        std::span<const std::byte> bytes;
        std::span<std::byte> into{};
        bool is_matched = false, is_left = false;
    };
    struct Posted {
        HostLine::Message name;
        int from, to;
        std::uint32_t number;
        std::span<std::byte> into;
    };

    void send(Sent sent) {
        if (sent.bytes.size() <= kEager) {
            sent.copy.assign(sent.bytes.begin(), sent.bytes.end());
            sent.bytes = sent.copy;
            sent.is_left = true;
        }
        const auto waits = std::ranges::find_if(posted, [&](const Posted& one) {
            return one.from == sent.from && one.to == sent.to && one.number == sent.number;
        });
        if (waits != posted.end()) {
            deliver(sent, waits->into);
            posted.erase(waits);
        }
        if (!sent.is_matched || !sent.is_left) messages.push_back(std::move(sent));
    }
    void receive(const Posted& one) {
        const auto found = std::ranges::find_if(messages, [&](const Sent& sent) {
            return !sent.is_matched && sent.from == one.from && sent.to == one.to && sent.number == one.number;
        });
        if (found == messages.end()) return posted.push_back(one);
        deliver(*found, one.into);
        std::erase_if(messages, [](const Sent& sent) { return sent.is_matched; });
    }
    static void deliver(Sent& sent, std::span<std::byte> into) {
        REQUIRE(sent.bytes.size() == into.size());
        std::ranges::copy(sent.bytes, into.begin());
        sent.is_matched = sent.is_left = true;
    }
    std::list<Sent> messages;
    std::list<Posted> posted;
    HostLine::Message last = 0;
};

class MemoryLine final : public HostLine {
public:
    MemoryLine(MemoryHost& host, int process) : host_(host), process_(process) {}
    bool send(int process, std::uint32_t number, std::span<const std::byte> bytes, Message& into) override {
        if (fails) return false;
        host_.send({++host_.last, process_, process, number, {}, bytes});
        into = host_.last;
        return true;
    }
    bool receive(int process, std::uint32_t number, std::span<std::byte> into, Message& message) override {
        host_.receive({++host_.last, process, process_, number, into});
        message = host_.last;
        return true;
    }
    Course course(Message& message) override {
        const auto is_it = [&](const auto& one) { return one.name == message; };
        if (std::ranges::any_of(host_.posted, is_it)) return Course::under_way;
        const auto sent = std::ranges::find_if(host_.messages, is_it);
        return sent == host_.messages.end() || sent->is_left ? Course::ended : Course::under_way;
    }
    void abandon(Message& message) override {
        std::erase_if(host_.messages, [&](const auto& one) { return one.name == message; });
        std::erase_if(host_.posted, [&](const auto& one) { return one.name == message; });
    }
    bool has_arrived(int& process, std::size_t& bytes) override {
        for (const MemoryHost::Sent& sent : host_.messages) {
            if (sent.is_matched || sent.to != process_ || sent.number != 0) continue;
            process = sent.from;
            bytes = sent.bytes.size();
            return true;
        }
        return false;
    }
    bool fails = false;

private:
    MemoryHost& host_;
    int process_;
};

enum class Refused { both, lower, higher };

/// Processes none of which can connect to another, or only one side of each pair.
struct HostWorld {
    explicit HostWorld(int processes, Refused refused = Refused::both, std::uint32_t numbers = 1000) {
        std::vector<net::Endpoint> doors;
        for (int i = 0; i < processes; ++i) {
            members.push_back(std::make_unique<Member>(host, i, numbers));
            doors.push_back(members.back()->fabric->door());
        }
        for (int i = 0; i < processes; ++i) {
            std::vector<net::Endpoint> own = doors;
            for (int other = 0; other < processes; ++other)
                if (refused == Refused::both || (refused == Refused::lower) == (i < other))
                    own[static_cast<std::size_t>(other)].port = 1;  // where nobody listens
            Member& member = *members[static_cast<std::size_t>(i)];
            member.fabric->connect(std::move(own), kTcpKey);
            member.fabric->use(member.mail);
        }
    }
    struct Member {
        Member(MemoryHost& host, int process, std::uint32_t numbers)
            : line(host, process),
              mail(line, numbers),
              fabric(open_tcp_fabric(process)),
              messenger(std::make_unique<Messenger>(*fabric, process, MessengerOptions{}, Threads::one)) {}
        bool advance() {
            mail.pump();
            const bool moved = messenger->advance();
            mail.pump();
            return moved;
        }
        MemoryLine line;
        HostMail mail;
        std::unique_ptr<TcpFabric> fabric;
        std::unique_ptr<Messenger> messenger;
    };
    /// Advances all until `done`.   Returns: false after 20 s.
    template <class Done>
    bool run(Done done) {
        const std::int64_t end = monotonic_ns() + 20'000'000'000;
        while (!done()) {
            for (auto& member : members) member->advance();
            if (monotonic_ns() > end) return false;
        }
        return true;
    }
    /// Moves a pair to the host by a short message.
    void turn() {
        std::vector<std::byte> data(8), into(8);
        TcpSend send(0, data, 99);
        TcpReceive receive(0, into, 99);
        messenger(1).start(receive);
        messenger(0).start(send);
        REQUIRE(run([&] { return send.has_ended() && receive.has_ended(); }));
        REQUIRE(receive.way == Way::host);
    }
    Messenger& messenger(int process) { return *members[static_cast<std::size_t>(process)]->messenger; }

    MemoryHost host;
    std::vector<std::unique_ptr<Member>> members;
};

}  // namespace

TEST_CASE("random messages of pairs that cannot connect are carried by the host", "[remote_write][host_mail]") {
    const auto [processes, refused, receives_first] =
        GENERATE(std::tuple{2, Refused::both, true}, std::tuple{2, Refused::both, false},
                 std::tuple{2, Refused::lower, true}, std::tuple{2, Refused::higher, false},
                 std::tuple{5, Refused::both, true}, std::tuple{5, Refused::lower, false});
    HostWorld world(processes, refused);
    std::vector<std::unique_ptr<SpeakingMember>> speakers;
    for (int i = 0; i < processes; ++i)
        speakers.push_back(std::make_unique<SpeakingMember>(i, processes, 150, world.messenger(i)));
    std::vector<int> ends(speakers.size(), SpeakingMember::kGoesOn);
    REQUIRE(world.run([&] {
        for (std::size_t i = 0; i < ends.size(); ++i) {
            bool moved = false;
            if (ends[i] == SpeakingMember::kGoesOn) ends[i] = speakers[i]->step(receives_first, moved);
        }
        return std::ranges::none_of(ends, [](int end) { return end == SpeakingMember::kGoesOn; });
    }));
    CHECK(ends == std::vector<int>(ends.size(), 0));
    CHECK(world.run(
        [&] { return std::ranges::none_of(world.members, [](auto& one) { return one->mail.has_unsent(); }); }));
    CHECK(world.host.messages.empty());
    CHECK(world.host.posted.empty());
}

TEST_CASE("a long send by the host ends alone, and its data arrive while the sender does nothing",
          "[remote_write][host_mail]") {
    const bool is_first = GENERATE(true, false);  // its own message moves the pair
    HostWorld world(2);
    if (!is_first) world.turn();
    const std::vector<std::byte> data = bytes_of(1, 1 << 20);
    std::vector<std::byte> sent = data, into(data.size());
    TcpSend send(0, sent);
    world.messenger(0).start(send);
    for (int looks = 0; looks < 1'000'000 && !send.has_ended(); ++looks) world.members[0]->advance();
    REQUIRE(send.has_ended());
    CHECK(send.way == Way::host);
    world.members[0]->mail.pump();
    std::ranges::fill(sent, std::byte{0});  // the program's again
    TcpReceive receive(0, into);
    world.messenger(1).start(receive);
    for (int looks = 0; looks < 1000 && !receive.has_ended(); ++looks) world.members[1]->advance();
    REQUIRE(receive.has_ended());
    CHECK(into == data);
    CHECK(receive.protocol == Protocol::rendezvous);
    CHECK(world.run([&] { return !world.members[0]->mail.has_unsent(); }));
}

TEST_CASE("a synchronous send by the host ends when it is received", "[remote_write][host_mail]") {
    const std::size_t bytes = GENERATE(0, 100, 100'000);
    HostWorld world(2);
    world.turn();
    std::vector<std::byte> data = bytes_of(1, bytes), into(bytes);
    TcpSend send(0, data);
    send.synchronous = true;
    world.messenger(0).start(send);
    for (int looks = 0; looks < 1000; ++looks)
        for (auto& member : world.members) member->advance();
    CHECK_FALSE(send.has_ended());
    TcpReceive receive(0, into);
    world.messenger(1).start(receive);
    REQUIRE(world.run([&] { return send.has_ended() && receive.has_ended(); }));
    CHECK(into == data);
}

TEST_CASE("a synchronous send by the host is cancelled, and the host keeps nothing of it",
          "[remote_write][host_mail]") {
    const std::size_t bytes = GENERATE(100, 100'000);
    HostWorld world(2);
    world.turn();
    std::vector<std::byte> data = bytes_of(1, bytes);
    TcpSend send(0, data);
    send.synchronous = true;
    world.messenger(0).start(send);
    for (int looks = 0; looks < 100; ++looks)
        for (auto& member : world.members) member->advance();
    world.messenger(0).cancel(send);
    REQUIRE(world.run([&] { return send.has_ended(); }));
    CHECK(send.ending == Ending::cancelled);
    Envelope found;
    CHECK_FALSE(world.messenger(1).probe(kExact, {0, 1}, found));
    CHECK(world.run([&] { return world.host.messages.empty() && world.host.posted.empty(); }));
}

TEST_CASE("a long message by the host is dropped with its communicator, and cut by a short receive",
          "[remote_write][host_mail]") {
    const int room = GENERATE(-1, 0, 70'000);  // of the receive; -1: none
    HostWorld world(2);
    world.turn();
    std::vector<std::byte> data = bytes_of(1, 100'000), into(room > 0 ? static_cast<std::size_t>(room) : 0);
    TcpSend send(0, data);
    TcpReceive receive(0, into);
    world.messenger(0).start(send);
    for (int looks = 0; looks < 100; ++looks)
        for (auto& member : world.members) member->advance();
    if (room < 0) {
        world.messenger(1).close_context(kExact);
    } else {
        world.messenger(1).start(receive);
        REQUIRE(world.run([&] { return receive.has_ended(); }));
        CHECK(receive.ending == Ending::truncated);
        CHECK(std::equal(into.begin(), into.end(), data.begin()));
    }
    CHECK(world.run([&] { return world.host.messages.empty() && world.host.posted.empty(); }));
    CHECK_FALSE(world.messenger(0).has_unsent());
}

TEST_CASE("numbers of data by the host are used again, and never twice at a time", "[remote_write][host_mail]") {
    HostWorld world(2, Refused::both, 8);
    world.turn();
    std::vector<std::unique_ptr<TcpSend>> sends;
    std::vector<std::vector<std::byte>> data;
    for (std::uint64_t i = 0; i < 30; ++i) data.push_back(bytes_of(i, 20'000 + i));
    for (std::int32_t i = 0; i < 30; ++i) {
        sends.push_back(std::make_unique<TcpSend>(0, data[static_cast<std::size_t>(i)], i));
        world.messenger(0).start(*sends.back());
    }
    for (std::int32_t i = 29; i >= 0; --i) {
        // Of more messages than there are numbers, the later ones are sent when earlier ones were received.
        const std::int32_t tag = 29 - i;
        std::vector<std::byte> into(30'000);
        TcpReceive receive(0, into, tag);
        world.messenger(1).start(receive);
        REQUIRE(world.run([&] { return receive.has_ended(); }));
        into.resize(receive.message.bytes);
        CHECK(into == data[static_cast<std::size_t>(tag)]);
    }
    CHECK(world.run([&] { return std::ranges::all_of(sends, [](auto& one) { return one->has_ended(); }); }));
}

TEST_CASE("a pair is lost when the host refuses its messages, and not before", "[remote_write][host_mail]") {
    HostWorld world(2);
    world.turn();
    world.members[0]->line.fails = true;
    std::vector<std::byte> data = bytes_of(1, 100), into(100);
    TcpSend send(0, data);
    send.synchronous = true;
    world.messenger(0).start(send);
    REQUIRE(world.run([&] { return send.has_ended(); }));
    CHECK(send.ending == Ending::lost);
    TcpReceive receive(1, into);
    world.messenger(0).start(receive);
    CHECK(receive.has_ended());
    CHECK(receive.ending == Ending::lost);
}

TEST_CASE("pairs that can connect use no message of the host", "[remote_write][host_mail]") {
    MemoryHost host;
    TcpPair pair;
    MemoryLine lines[2]{{host, 0}, {host, 1}};
    HostMail mails[2]{{lines[0], 10}, {lines[1], 10}};
    for (int i = 0; i < 2; ++i) pair.fabrics[i]->use(mails[i]);
    std::vector<std::byte> data = bytes_of(1, 100'000), into(data.size());
    TcpSend send(0, data);
    TcpReceive receive(0, into);
    pair.messengers[1]->start(receive);
    pair.messengers[0]->start(send);
    REQUIRE(pair.run([&] { return send.has_ended() && receive.has_ended(); }));
    CHECK(into == data);
    CHECK(receive.way == Way::tcp);
    for (HostMail& mail : mails) CHECK_FALSE(mail.is_used());
    for (auto& messenger : pair.messengers) messenger.reset();
    for (auto& fabric : pair.fabrics) fabric.reset();
}
