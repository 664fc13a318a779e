#pragma once
// Two processes of a node that exchange messages by the engine alone, without an MPI.
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "native/engines/remote_write/messenger.hpp"
#include "native/engines/remote_write/node_fabric.hpp"

namespace bench {

using namespace shunt;
using namespace shunt::remote_write;

constexpr Context kContext = 1;
constexpr int kMostWindow = 64;

/// Memory that the two processes share.
struct Board {
    InboxTicket tickets[2];
    std::atomic<int> arrived{0};
    void meet(int all) {
        ++arrived;
        while (arrived.load() < all) sched_yield();
    }
};

/// One of the two processes, with its buffers.
class Side {
public:
    Side(int process, Messenger& messenger) : process_(process), messenger_(messenger), out_(4 << 20), in_(4 << 20) {
        std::memset(out_.data(), 1, out_.size());
        std::memset(in_.data(), 2, in_.size());
    }
    int process() const { return process_; }

    void send(std::size_t bytes, int slot, std::int32_t tag = 0) {
        Send& send = sends_[slot];
        send.envelope = {kContext, process_, tag, bytes};
        send.process = 1 - process_;
        send.data = std::span(out_).first(bytes);
        messenger_.start(send);
    }
    void receive(std::size_t bytes, int slot, std::int32_t tag = 0) {
        Receive& receive = receives_[slot];
        receive.context = kContext;
        receive.process = receive.pattern.source = 1 - process_;
        receive.pattern.tag = tag;
        receive.into = std::span(in_).first(bytes);
        messenger_.start(receive);
    }
    void finish_send(int slot) { finish(sends_[slot]); }
    void finish_receive(int slot) { finish(receives_[slot]); }
    /// Returns after both processes have called it.
    void meet() {
        constexpr int kSlot = kMostWindow;  // a slot of its own
        if (process_ == 0) send(0, kSlot, 9);
        receive(0, kSlot, 9);
        finish_receive(kSlot);
        if (process_ == 1) send(0, kSlot, 9);
        finish_send(kSlot);
    }

private:
    template <class Item>
    void finish(const Item& item) {
        while (!item.has_ended()) messenger_.advance();
    }
    int process_;
    Messenger& messenger_;
    std::vector<std::byte> out_, in_;
    Send sends_[kMostWindow + 1];
    Receive receives_[kMostWindow + 1];
};

/// Calls `body(side, messenger)` in this process, number `process` (0 or 1) of the two, on a core of its own.   Ends
/// the process if the engine is not available.
template <class Body>
void with_side(int process, const MessengerOptions& options, Threads threads, Board& board, Body&& body) {
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(process, &core);
    sched_setaffinity(0, sizeof core, &core);
    std::unique_ptr<NodeFabric> fabric;
    if (!NodeFabric::create(process, 2, NodeFabricOptions{}, fabric).ok()) std::exit(2);
    board.tickets[process] = fabric->ticket();
    board.meet(2);
    if (!fabric->connect(board.tickets).ok()) std::exit(2);
    board.meet(4);
    fabric->close_door();
    Messenger messenger(*fabric, process, options, threads);
    Side side(process, messenger);
    body(side, messenger);
    board.meet(6);
    fabric->finish();
}

/// Runs `measure(process, board)` in this process and in a child, as numbers 0 and 1.   Returns: whether the child
/// succeeded.
template <class Measure>
bool in_two_processes(Measure&& measure) {
    void* const place = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto* const board = new (place) Board;
    std::fflush(stdout);
    const pid_t child = fork();
    measure(child == 0 ? 1 : 0, *board);
    if (child == 0) _exit(0);
    int status = 0;
    waitpid(child, &status, 0);
    munmap(place, sizeof(Board));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace bench
