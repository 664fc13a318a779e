// Transfers within a node whose peer is killed.
#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <cstring>

#include "node_processes.hpp"

namespace {

using namespace remote_write_test;

}  // namespace

TEST_CASE("a process that waits for a long transfer learns that its peer was killed", "[node][remote_write]") {
    const bool kills_sender = GENERATE(true, false);
    const bool crosses = GENERATE(true, false);
    NodeFabricOptions options;
    options.uses_cross_memory = crosses;
    const auto ends = run_fabrics(2, options, [=](int process, NodeFabric& fabric, Board&) {
        std::vector<std::byte> data(8 << 20);
        Transfer* transfer = nullptr;
        Fabric::Frame frame;
        Ticket ticket;
        Status status = Status::ok;
        if (process == 0) {
            transfer = fabric.offer(1, data, nullptr, ticket);
            std::byte* const room = fabric.reserve(1, sizeof ticket);
            std::memcpy(room, &ticket, sizeof ticket);
            fabric.publish(1);
        } else {
            while (!fabric.next(frame)) fabric.wait(1'000'000'000);
            std::memcpy(&ticket, frame.bytes.data(), sizeof ticket);
            fabric.release(frame);
            transfer = fabric.accept(0, ticket, data, status);
        }
        for (int i = 0; !transfer->done(); ++i) {
            if ((process == 0) == kills_sender && i == 3) raise(SIGKILL);
            if (process == 0 || crosses) transfer->advance();
            while (fabric.next(frame)) fabric.release(frame);
            if (i > 3) fabric.wait(20'000'000);
            transfer->advance();
        }
        return transfer->status() == Status::peer_lost ? 7 : 1;
    });
    const std::size_t killed = kills_sender ? 0 : 1;
    REQUIRE(ends[killed] == "signal 9");
    REQUIRE(ends[1 - killed] == "exit 7");
}

TEST_CASE("blocks that a killed sender has left are skipped after its transfer has ended", "[node][remote_write]") {
    NodeFabricOptions options;
    options.way = CopyWay::ring;
    const auto ends = run_fabrics(2, options, [=](int process, NodeFabric& fabric, Board& board) {
        std::vector<std::byte> data(8 << 20);
        Fabric::Frame frame;
        Ticket ticket;
        if (process == 0) {
            Transfer* const transfer = fabric.offer(1, data, nullptr, ticket);
            std::byte* const room = fabric.reserve(1, sizeof ticket);
            std::memcpy(room, &ticket, sizeof ticket);
            fabric.publish(1);
            while (!transfer->advance()) (void)fabric.next(frame);
            raise(SIGKILL);
        }
        while (!fabric.next(frame)) fabric.wait(1'000'000'000);
        std::memcpy(&ticket, frame.bytes.data(), sizeof ticket);
        fabric.release(frame);
        Status status = Status::ok;
        Transfer* const transfer = fabric.accept(0, ticket, data, status);
        transfer->advance();  // answers the offer
        const InboxTicket& sender = board.tickets[0];
        while (alive({sender.segment.pid, sender.start})) usleep(100);
        while (!transfer->done()) transfer->advance();
        if (transfer->status() != Status::peer_lost) return 1;
        fabric.close(*transfer);
        for (int i = 0; i < 100; ++i)
            if (fabric.next(frame)) return 2;
        return fabric.failure() == nullptr ? 7 : 3;
    });
    REQUIRE(ends[0] == "signal 9");
    REQUIRE(ends[1] == "exit 7");
}
