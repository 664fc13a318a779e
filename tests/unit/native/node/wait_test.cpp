#include "native/node/wait.hpp"

#include <catch2/catch.hpp>
#include <thread>

using namespace shunt;
using namespace shunt::node;

TEST_CASE("no ring of the bell is lost between looking and sleeping", "[node][wait]") {
    constexpr std::uint64_t kRounds = 30'000;
    constexpr std::int64_t kLostNs = 20'000'000'000;  // a thread that sleeps so long was not woken
    Doorbell ping, pong;
    std::atomic<std::uint64_t> asked{0}, answered{0};
    std::atomic<int> lost{0};
    const auto follow = [&](Doorbell& bell, const std::atomic<std::uint64_t>& news, std::uint64_t value) {
        while (news.load(std::memory_order_seq_cst) < value && lost == 0) {
            const std::uint32_t heard = bell.announce();
            const std::int64_t start = monotonic_ns();
            if (news.load(std::memory_order_seq_cst) < value) bell.sleep(heard, kLostNs);
            bell.withdraw();
            if (monotonic_ns() - start >= kLostNs) ++lost;
        }
    };
    std::thread other([&] {
        for (std::uint64_t i = 1; i <= kRounds && lost == 0; ++i) {
            follow(ping, asked, i);
            answered.store(i, std::memory_order_seq_cst);
            pong.ring();
        }
    });
    for (std::uint64_t i = 1; i <= kRounds && lost == 0; ++i) {
        asked.store(i, std::memory_order_seq_cst);
        ping.ring();
        follow(pong, answered, i);
    }
    other.join();
    CHECK(lost == 0);
    CHECK(answered == kRounds);
}

TEST_CASE("a wait returns its poll's status, at once, in the spin or after sleep, and its check may end it",
          "[node][wait]") {
    const std::int64_t spin_ns = GENERATE(0, 2'000);
    Doorbell bell;
    Spin spin({spin_ns});
    int polls = 0;
    const int answered_at = GENERATE(1, 2, 3, 1000);
    // No thread rings the bell: each sleep lasts until the next check of the peers. For the small numbers no check
    // precedes the answer.
    const auto poll = [&] { return ++polls >= answered_at ? Status::declined : Status::again; };
    const auto check = [] { return Status::peer_lost; };
    const Status status = await(bell, spin, kForever, poll, check);
    CHECK(status == (polls >= answered_at ? Status::declined : Status::peer_lost));
    if (answered_at <= 3) CHECK(status == Status::declined);
    if (answered_at == 1000 && spin_ns == 0) CHECK(status == Status::peer_lost);
    polls = 0;
    Spin fresh({spin_ns});  // a wait that has run before may be due for a check of its peers
    CHECK(await(bell, fresh, 0, poll, check) == (answered_at == 1 ? Status::declined : Status::timeout));
}

TEST_CASE("work that a peer did before it was found dead counts", "[node][wait]") {
    Doorbell bell;
    Spin spin;
    bool news = false;
    const auto check = [&] {
        news = true;
        return Status::peer_lost;
    };
    CHECK(await(
              bell, spin, kForever, [&] { return news ? Status::ok : Status::again; }, check) == Status::ok);
}

TEST_CASE("a member that makes many short waits finds dead peers too", "[node][wait]") {
    Doorbell bell;
    Spin spin;
    const std::int64_t slice_ns = GENERATE(0, 50'000), end = monotonic_ns() + 20 * kLivenessNs;
    Status status = Status::timeout;
    while (status == Status::timeout && monotonic_ns() < end)
        status = await(
            bell, spin, slice_ns, [] { return Status::again; }, [] { return Status::peer_lost; });
    CHECK(status == Status::peer_lost);
}
