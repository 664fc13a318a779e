// Messengers of forked processes, and of many threads, over the shared memory of a node.
#include <sched.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <atomic>
#include <map>
#include <thread>

#include "native/engines/remote_write/messenger.hpp"
#include "node_processes.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace remote_write_test;

constexpr Context kExact = 11, kWild = 12;
constexpr std::uint64_t kMostBytes = 150'000;

/// A message that a process sends: all know all, from the sender's seed.
struct Planned {
    int to;
    Context context;
    std::int32_t tag;
    std::uint64_t bytes;
    bool synchronous;
};

std::vector<Planned> plan_of(int from, int processes, int messages) {
    Random random(static_cast<std::uint64_t>(from) + 77);
    std::vector<Planned> plan;
    for (int i = 0; i < messages; ++i) {
        const std::uint64_t most = random.chance(1, 8) ? kMostBytes : random.chance(1, 2) ? 20'000 : 64;
        plan.push_back({static_cast<int>(random.below(static_cast<std::uint64_t>(processes))),
                        random.chance(1, 2) ? kExact : kWild, static_cast<std::int32_t>(random.below(3)),
                        random.below(most + 1), random.chance(1, 8)});
    }
    return plan;
}

struct OwnSend : Send {
    std::vector<std::byte> bytes;
};
struct OwnReceive : Receive {
    std::vector<std::byte> buffer;
};

/// One process of the random traffic: what it has still to receive, and what it sends.
class SpeakingMember {
public:
    SpeakingMember(int process, int processes, int messages, Messenger& messenger)
        : process_(process), messenger_(messenger), plan_(plan_of(process, processes, messages)) {
        for (int from = 0; from < processes; ++from) {
            int number = 0;
            for (const Planned& each : plan_of(from, processes, messages)) {
                if (each.to == process) {
                    expected_[{each.context, from, each.tag}].push_back({number, each.bytes});
                    awaited_.push_back({each.context, from, each.tag});
                }
                ++number;
            }
        }
        Random random(static_cast<std::uint64_t>(process) + 3);
        for (std::size_t i = awaited_.size(); i > 1; --i) std::swap(awaited_[i - 1], awaited_[random.below(i)]);
    }

    /// Of what goes first all may be outstanding, of the other a few: so it always ends.
    int run(bool receives_first) {
        const std::size_t most_receives = receives_first ? awaited_.size() : 12;
        const std::size_t most_sends = receives_first ? 8 : plan_.size();
        std::size_t received = 0, posted = 0, sent = 0;
        while (received < awaited_.size() || sent < plan_.size() || !sends_.empty()) {
            while (posted < awaited_.size() && receives_.size() < most_receives) post(awaited_[posted++]);
            if (sent < plan_.size() && sends_.size() < most_sends) send(static_cast<int>(sent++));
            if (!messenger_.advance()) messenger_.wait(1'000'000);
            std::erase_if(sends_, [](const auto& each) { return each->has_ended(); });
            for (auto& each : receives_)
                if (each->has_ended()) {
                    if (!is_right_message(*each)) return 1;
                    each.reset();
                    ++received;
                }
            std::erase(receives_, nullptr);
            if (messenger_.failure()) return 2;
        }
        return messenger_.has_work() ? 3 : 0;
    }

private:
    using Stream = std::tuple<Context, int, std::int32_t>;

    void post(const Stream& stream) {
        auto own = std::make_unique<OwnReceive>();
        own->buffer.resize(kMostBytes);
        own->into = own->buffer;
        own->context = std::get<0>(stream);
        if (own->context == kExact) {
            own->process = own->pattern.source = std::get<1>(stream);
            own->pattern.tag = std::get<2>(stream);
        }
        receives_.push_back(std::move(own));
        messenger_.start(*receives_.back());
    }
    void send(int number) {
        const Planned& planned = plan_[static_cast<std::size_t>(number)];
        auto own = std::make_unique<OwnSend>();
        own->bytes.resize(planned.bytes);
        fill(own->bytes, process_, planned.to, static_cast<std::uint64_t>(number));
        own->data = own->bytes;
        own->envelope = {planned.context, process_, planned.tag, planned.bytes};
        own->process = planned.to;
        own->synchronous = planned.synchronous;
        sends_.push_back(std::move(own));
        messenger_.start(*sends_.back());
    }
    // The oldest of its stream, as messages do not overtake; receives that end together end in any order.
    bool is_right_message(const OwnReceive& receive) {
        const Envelope& message = receive.message;
        auto& stream = expected_[{message.context, message.source, message.tag}];
        for (auto each = stream.begin(); each != stream.end(); ++each) {
            if (each->second != message.bytes || receive.ending != Ending::success) continue;
            const std::span<const std::byte> data(receive.buffer.data(), message.bytes);
            if (!is_right(data, message.source, process_, static_cast<std::uint64_t>(each->first))) continue;
            stream.erase(each);
            return true;
        }
        return false;
    }

    int process_;
    Messenger& messenger_;
    std::vector<Planned> plan_;
    std::map<Stream, std::vector<std::pair<int, std::uint64_t>>> expected_;
    std::vector<Stream> awaited_;
    std::vector<std::unique_ptr<OwnSend>> sends_;
    std::vector<std::unique_ptr<OwnReceive>> receives_;
};

/// Ends a send or receive, going on with the messenger meanwhile.
template <class Item>
void finish(Messenger& messenger, Item& item) {
    while (!item.has_ended())
        if (!messenger.advance()) messenger.wait(100'000);
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
        const int end = SpeakingMember(process, processes, messages, messenger).run(receives_first);
        board.told[process] = messenger.counters().received[static_cast<std::size_t>(Protocol::write)].messages;
        if (!board.meet(2, processes)) return 50;
        return end == 0 && attaches && receives_first && board.told[process] == 0 ? 51 : end;  // some were written
    }));
    REQUIRE(node_test::names_in_shm().empty());
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
    std::uint64_t inside = 0, entered = 0;  // neither is atomic: the lock guards them
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
