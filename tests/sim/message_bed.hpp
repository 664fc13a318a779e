#pragma once
// Messengers over a simulated fabric that a test drives step by step.
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "message_fabric.hpp"
#include "native/engines/remote_write/messenger.hpp"

namespace message_bed {

using namespace shunt;
using namespace shunt::message_sim;
using namespace shunt::remote_write;

inline constexpr Context kContext = 5;
inline const Conditions kExact{
    .delay_most = 0, .jitter_most = 0, .mailbox_bytes = 1 << 20, .refused_in_1000 = 0, .attach_in_1000 = 1000};
inline const MessengerOptions kLimits{.eager_most = 100, .write_from = 40, .first_piece = 0, .unexpected_most = 4000};

/// Processes whose frames arrive when they poll.
struct Bed {
    explicit Bed(int processes, const MessengerOptions& options = kLimits) : network(processes, kExact, 1) {
        for (int i = 0; i < processes; ++i) {
            fabrics.push_back(std::make_unique<SimulatedFabric>(network, i));
            messengers.push_back(std::make_unique<Messenger>(*fabrics.back(), i, options, Threads::one));
        }
    }
    Messenger& at(int process) { return *messengers[static_cast<std::size_t>(process)]; }
    void settle() {
        for (int round = 0; round < 20; ++round)
            for (auto& messenger : messengers) messenger->advance();
    }
    Network network;
    std::vector<std::unique_ptr<SimulatedFabric>> fabrics;
    std::vector<std::unique_ptr<Messenger>> messengers;
};

struct Sent : Send {
    Sent(int from, int to, std::int32_t tag, std::size_t bytes) : buffer(bytes) {
        for (std::size_t i = 0; i < bytes; ++i) buffer[i] = static_cast<std::byte>(i + static_cast<std::size_t>(tag));
        envelope = {kContext, from, tag, bytes};
        process = to;
        data = buffer;
    }
    std::vector<std::byte> buffer;
};

struct Received : Receive {
    Received(int from, std::int32_t tag, std::size_t bytes = 200) : buffer(bytes) {
        context = kContext;
        pattern = {from, tag};
        process = from;
        into = buffer;
    }
    bool has(const Sent& sent) const {
        return has_ended() && ending == Ending::success && message.tag == sent.envelope.tag &&
               message.bytes == sent.buffer.size() &&
               std::equal(sent.buffer.begin(), sent.buffer.end(), buffer.begin());
    }
    std::vector<std::byte> buffer;
};

/// Process 1 has received two messages of process 0 by receives from any source. It now posts two more, and asks
/// process 0 to write to them.
struct AnySourceBed : Bed {
    AnySourceBed() : Bed(3) {
        for (const std::size_t bytes : {60, 61}) {
            Sent send(0, 1, 3, bytes);
            at(0).start(send);
            settle();
            Received receive(-1, 3);
            at(1).start(receive);
            REQUIRE(receive.has(send));
        }
        for (Received* receive : {&first, &second}) at(1).start(*receive);
    }
    std::uint64_t requests() { return at(1).counters().requests_posted; }
    Received first{-1, 3}, second{-1, 3};
};

}  // namespace message_bed
