#pragma once
// Processes that exchange messages by RDMA over simulated remote memory, in one thread.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "loop_memory.hpp"
#include "native/base/clock.hpp"
#include "native/engines/remote_write/rdma_fabric.hpp"
#include "speaking_member.hpp"
#include "tests/seeds.hpp"

namespace remote_write_test {

inline constexpr net::Ipv4 kLoopback{0x7f000001};
inline const SipKey kLoopKey{0x4321, 0x8765};

/// Processes of one thread, each on a node of its own.
struct RdmaWorld {
    /// `preferred`: by process; may be empty.
    RdmaWorld(int count, std::uint64_t seed, RdmaFabricOptions options = {},
              const std::vector<std::vector<int>>& preferred = {})
        : network(count, seed) {
        std::vector<std::unique_ptr<TcpFabric>> tcp(static_cast<std::size_t>(count));
        std::vector<net::Endpoint> doors;
        for (int i = 0; i < count; ++i) {
            REQUIRE(TcpFabric::open(i, kLoopback, {}, tcp[static_cast<std::size_t>(i)]).ok());
            doors.push_back(tcp[static_cast<std::size_t>(i)]->door());
        }
        for (int i = 0; i < count; ++i) {
            auto& by_tcp = tcp[static_cast<std::size_t>(i)];
            by_tcp->connect(doors, kLoopKey);
            fabrics.push_back(std::make_unique<RdmaFabric>(i, std::move(by_tcp), options));
            std::span<std::byte> window;
            REQUIRE(fabrics.back()->make_window(count, window).ok());
            REQUIRE(fabrics.back()->use(std::make_unique<LoopMemory>(network, i, window)).ok());
            if (!preferred.empty()) fabrics.back()->prefer_elsewhere(preferred[static_cast<std::size_t>(i)]);
            messengers.push_back(std::make_unique<Messenger>(*fabrics.back(), i, MessengerOptions{}, Threads::one));
        }
    }
    /// Advances all processes until `done`.   Returns: false after 20 s.
    template <class Done>
    bool run(Done done) {
        const std::int64_t end = monotonic_ns() + 20'000'000'000;
        while (!done()) {
            for (auto& messenger : messengers)
                if (messenger) messenger->advance();
            if (monotonic_ns() > end) return false;
        }
        return true;
    }
    std::uint64_t handovers() const {
        std::uint64_t sum = 0;
        for (const auto& fabric : fabrics) sum += fabric->counters().handovers;
        return sum;
    }
    std::uint64_t by_rdma() const {
        std::uint64_t sum = 0;
        for (const auto& fabric : fabrics) sum += fabric->counters().by_rdma;
        return sum;
    }

    std::uint64_t exchanged = 0;  ///< messages of exchange()
    LoopNetwork network;
    std::vector<std::unique_ptr<RdmaFabric>> fabrics;
    std::vector<std::unique_ptr<Messenger>> messengers;
};

struct OneSend : Send {
    OneSend(int from, int to, std::span<const std::byte> bytes, std::int32_t tag = 1) {
        envelope = {kExact, from, tag, bytes.size()};
        process = to;
        data = bytes;
    }
};
struct OneReceive : Receive {
    OneReceive(int from, std::span<std::byte> place, std::int32_t tag = 1) {
        context = kExact;
        process = from;
        pattern = {from, tag};
        into = place;
    }
};

/// One message of 8 bytes, checked.   Returns: the way by which it was received.
inline Way exchange(RdmaWorld& world, std::size_t from, std::size_t to) {
    std::vector<std::byte> word(8), into(8);
    ++world.exchanged;
    std::memcpy(word.data(), &world.exchanged, sizeof world.exchanged);
    OneSend send(static_cast<int>(from), static_cast<int>(to), word);
    OneReceive receive(static_cast<int>(from), into);
    world.messengers[to]->start(receive);
    world.messengers[from]->start(send);
    REQUIRE(world.run([&] { return receive.has_ended() && send.has_ended(); }));
    REQUIRE(into == word);
    return receive.way;
}

/// Random traffic among all processes; `between` is called between the steps.   Returns: 0, or the number of the fault.
inline int talk(RdmaWorld& world, bool receives_first, int messages = 60, const std::function<void()>& between = {}) {
    const int count = static_cast<int>(world.messengers.size());
    std::vector<std::unique_ptr<SpeakingMember>> members;
    std::vector<int> ends(world.messengers.size(), SpeakingMember::kGoesOn);
    for (int i = 0; i < count; ++i)
        members.push_back(
            std::make_unique<SpeakingMember>(i, count, messages, *world.messengers[static_cast<std::size_t>(i)]));
    const std::int64_t end = monotonic_ns() + 60'000'000'000;
    while (std::ranges::count(ends, SpeakingMember::kGoesOn) > 0) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            bool has_moved = false;
            if (ends[i] == SpeakingMember::kGoesOn) ends[i] = members[i]->step(receives_first, has_moved);
            else world.messengers[i]->advance();
            if (ends[i] > 0) return ends[i];
        }
        if (between) between();
        if (monotonic_ns() > end) return 99;
    }
    world.network.held = {-1, -1};
    const bool is_quiet = world.run(
        [&] { return std::ranges::none_of(world.messengers, [](const auto& each) { return each->has_unsent(); }); });
    return is_quiet ? 0 : 98;
}

}  // namespace remote_write_test
