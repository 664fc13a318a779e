// Messengers of forked processes, and of many threads, over the shared memory of a node.
#include <sched.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "native/engines/remote_write/messenger.hpp"
#include "node_processes.hpp"
#include "speaking_member.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace remote_write_test;

/// Each process sends the next one a message whose receive is posted before the send, so that it can be written.
bool write_around(int process, int processes, Messenger& messenger, Board& board) {
    std::vector<std::byte> data(100'000), into(data.size());
    Receive receive;
    receive.context = kExact;
    receive.process = receive.pattern.source = (process + processes - 1) % processes;
    receive.into = into;
    messenger.start(receive);
    if (!board.meet(2, processes)) return false;
    Send send;
    send.envelope = {kExact, process, 0, data.size()};
    send.process = (process + 1) % processes;
    send.data = data;
    messenger.start(send);
    while (!send.has_ended() || !receive.has_ended()) messenger.advance();
    return true;
}

}  // namespace

TEST_CASE("messengers of processes exchange random messages through shared memory", "[node][remote_write]") {
    const auto [processes, attaches, receives_first] = GENERATE(std::tuple{2, true, true}, std::tuple{2, true, false},
                                                                std::tuple{2, false, true}, std::tuple{8, true, true});
    NodeFabricOptions options;
    options.uses_cross_memory = attaches;
    options.spin_ns = 0;
    const int messages = processes == 2 ? 200 : 60;
    require_all_well(run_fabrics(processes, options, [=](int process, NodeFabric& fabric, Board& board) {
        Messenger messenger(fabric, process, MessengerOptions{}, Threads::one);
        if (!write_around(process, processes, messenger, board)) return 50;
        const int end = SpeakingMember(process, processes, messages, messenger).run(receives_first);
        const auto written = messenger.counters().received[static_cast<std::size_t>(Protocol::write)].messages;
        if (!board.meet(3, processes)) return 50;
        return end == 0 && attaches && written == 0 ? 51 : end;
    }));
    REQUIRE(node_test::names_in_shm().empty());
}

TEST_CASE("sends and receives tell how their messages went", "[node][remote_write]") {
    const bool attaches = GENERATE(true, false);
    NodeFabricOptions options;
    options.uses_cross_memory = attaches;
    options.spin_ns = 0;
    const auto sides = two_sides(options);
    Messenger sender(*sides[0], 0, MessengerOptions{}, Threads::one);
    Messenger receiver(*sides[1], 1, MessengerOptions{}, Threads::one);
    std::vector<std::byte> data(200'000), into(data.size());
    const auto started = [&](Send& send, int process, std::int32_t tag, std::size_t bytes) {
        send.envelope = {kExact, 0, tag, bytes};
        send.process = process;
        send.data = std::span(data).first(bytes);
        sender.start(send);
    };
    const auto readied = [&](Receive& receive, std::int32_t tag, std::size_t bytes) {
        receive.context = kExact;
        receive.process = receive.pattern.source = 0;
        receive.pattern.tag = tag;
        receive.into = std::span(into).first(bytes);
    };

    // Unexpected messages: each reports the length of the queue at its arrival.
    Send early[3];
    for (int i = 0; i < 3; ++i) started(early[i], 1, i, 40);
    Envelope found;
    while (!receiver.probe(kExact, {0, 2}, found)) {}
    for (const int i : {1, 0, 2}) {
        Receive receive;
        readied(receive, i, 40);
        receiver.start(receive);
        REQUIRE(receive.has_ended());
        CHECK(receive.queue_length == static_cast<std::uint32_t>(i + 1));
        // The first frames of a pair go through the common mailbox.
        CHECK((receive.protocol == Protocol::eager && receive.way == Way::common_mailbox));
        CHECK(early[i].way == Way::common_mailbox);
        CHECK_FALSE(was_transferred(receive));
    }

    // Long messages, with the receive or the message first: both sides agree on the bytes that cross-memory attach has
    // moved.
    Random random(5);
    std::uint64_t crossed = 0, written = 0;
    for (int i = 0; i < 200; ++i) {
        const std::size_t bytes = 20'000 + random.below(180'000);
        const bool receive_first = random.chance(1, 2);
        Send send;
        Receive receive;
        readied(receive, 9, bytes);
        if (receive_first) receiver.start(receive);
        started(send, 1, 9, bytes);
        if (!receive_first) {
            while (!receiver.probe(kExact, {0, 9}, found)) {}
            receiver.start(receive);
        }
        while (!send.has_ended() || !receive.has_ended()) {
            if (random.chance(1, 2)) sender.advance();
            else receiver.advance();
        }
        REQUIRE(send.protocol == receive.protocol);
        REQUIRE((was_transferred(send) && was_transferred(receive)));
        REQUIRE((send.way == Way::shared_memory && receive.way == Way::shared_memory));
        REQUIRE(send.cross_bytes == receive.cross_bytes);
        REQUIRE(send.cross_bytes <= bytes);
        REQUIRE(receive.queue_length == (receive_first ? 0u : 1u));
        crossed += send.cross_bytes;
        written += send.protocol == Protocol::write;
    }
    CHECK((crossed > 0) == attaches);
    CHECK((written > 0) == attaches);  // otherwise no memory is exposed

    // A message to the process itself.
    Receive own;
    readied(own, 4, 100'000);
    Send to_self;
    started(to_self, 0, 4, 100'000);
    CHECK_FALSE(to_self.has_ended());
    sender.start(own);
    CHECK((to_self.has_ended() && own.has_ended()));
    CHECK((to_self.way == Way::own_process && own.way == Way::own_process && own.queue_length == 1));
    CHECK_FALSE(was_transferred(own));
}

TEST_CASE("more sends are cancelled than offers have gates", "[node][remote_write]") {
    const auto sides = two_sides({});
    Messenger sender(*sides[0], 0, MessengerOptions{}, Threads::one);
    Messenger receiver(*sides[1], 1, MessengerOptions{}, Threads::one);
    constexpr std::size_t kSends = Inbox::kOfferGates + 100;
    const std::vector<std::byte> data(32 << 10);
    std::vector<Send> sends(kSends);
    for (Send& send : sends) {
        send.envelope = {kExact, 0, 1, data.size()};
        send.process = 1;
        send.data = data;
        sender.start(send);
        receiver.advance();
    }
    for (Send& send : sends) sender.cancel(send);
    for (int i = 0; i < 1000 && sender.has_unsent(); ++i)
        for (Messenger* messenger : {&sender, &receiver}) messenger->advance();
    CHECK(std::ranges::all_of(sends, [](const Send& send) { return send.has_ended(); }));
    CHECK(std::ranges::all_of(sends, [](const Send& send) { return send.ending == Ending::cancelled; }));
    Envelope found;
    CHECK_FALSE(receiver.probe(kExact, {}, found));
    CHECK_FALSE(sender.has_unsent());
}

TEST_CASE("threads of two messengers send, receive and cancel at once", "[node][remote_write]") {
    constexpr int kThreads = 4, kMessages = shunt::kSanitized ? 100 : 400;
    NodeFabricOptions options;
    options.spin_ns = 0;
    const auto sides = two_sides(options);
    Messenger first(*sides[0], 0, MessengerOptions{}, Threads::many),
        second(*sides[1], 1, MessengerOptions{}, Threads::many);
    Messenger* const messengers[] = {&first, &second};
    std::atomic<int> wrong{0};
    const auto member = [&](int process, int thread) {
        Messenger& messenger = *messengers[process];
        const int other = 1 - process;
        for (int i = 0; i < kMessages; ++i) {
            const std::size_t bytes = i % 10 == 0 ? 100'000 : i % 3 == 0 ? 9000 : static_cast<std::size_t>(i % 64);
            std::vector<std::byte> data(bytes), into(bytes);
            fill(data, process, other, static_cast<std::uint64_t>(i));
            Receive receive, never;
            receive.context = never.context = kExact;
            receive.process = receive.pattern.source = never.process = never.pattern.source = other;
            receive.pattern.tag = thread;
            never.pattern.tag = 100 + thread;
            receive.into = never.into = into;
            Send send;
            send.envelope = {kExact, process, thread, bytes};
            send.process = other;
            send.data = data;
            messenger.start(never);
            if (i % 2 == 0) messenger.start(receive);
            messenger.start(send);
            if (i % 2 == 1) messenger.start(receive);
            if (!messenger.cancel(never)) ++wrong;
            finish(messenger, receive);
            finish(messenger, send);
            if (receive.message.bytes != bytes || !is_right(into, other, process, static_cast<std::uint64_t>(i)))
                ++wrong;
        }
    };
    std::vector<std::thread> threads;
    for (int process = 0; process < 2; ++process)
        for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(member, process, thread);
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
    for (Messenger* messenger : messengers) {
        CHECK(messenger->failure() == nullptr);
        while (messenger->has_work()) messenger->advance();
    }
}

TEST_CASE("the lock keeps a progress thread and the program apart", "[remote_write]") {
    MessengerLock lock(Threads::one_and_progress);
    std::uint64_t inside = 0, entered = 0;  // neither is atomic, because the lock guards them
    std::atomic<bool> over{false};
    std::atomic<int> wrong{0}, beside{0};
    std::thread progress([&] {
        while (!over) {
            if (!lock.try_lock_beside()) {
                sched_yield();
                continue;
            }
            if (++inside != 1) ++wrong;
            ++entered;
            ++beside;
            --inside;
            lock.unlock_beside();
        }
    });
    std::uint64_t own = 0;
    for (std::uint64_t i = 0; own < 5'000 || beside < 5; ++i) {
        if (i % 100 == 99) usleep(20);
        if (i % 3 == 0 && !lock.try_lock()) continue;
        if (i % 3 != 0) lock.lock();
        if (++inside != 1) ++wrong;
        ++entered;
        ++own;
        --inside;
        lock.unlock();
    }
    over = true;
    progress.join();
    CHECK(wrong == 0);
    CHECK(entered == own + static_cast<std::uint64_t>(beside.load()));
}

TEST_CASE("a progress thread receives while the program computes", "[node][remote_write]") {
    NodeFabricOptions options;
    options.spin_ns = 0;
    const auto sides = two_sides(options);
    Messenger sender(*sides[0], 0, MessengerOptions{}, Threads::one);
    Messenger receiver(*sides[1], 1, MessengerOptions{}, Threads::one_and_progress);
    std::atomic<bool> over{false};
    std::thread progress([&] {
        while (!over)
            if (!receiver.advance_beside()) receiver.wait(100'000);
    });
    for (int i = 0; i < 200; ++i) {
        std::vector<std::byte> data(i % 4 == 0 ? 100'000 : 40), into(data.size());
        fill(data, 0, 1, static_cast<std::uint64_t>(i));
        Receive receive;
        receive.context = kExact;
        receive.process = receive.pattern.source = 0;
        receive.pattern.tag = 1;
        receive.into = into;
        receiver.start(receive);
        Send send;
        send.envelope = {kExact, 0, 1, data.size()};
        send.process = 1;
        send.data = data;
        sender.start(send);
        finish(sender, send);
        while (!receive.has_ended()) usleep(10);  // the program computes
        REQUIRE(is_right(into, 0, 1, static_cast<std::uint64_t>(i)));
    }
    over = true;
    progress.join();
}
