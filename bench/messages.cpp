// Messages between two processes of a node, by the engine alone, without an MPI: half round trips, streaming,
// bidirectional, and rates of short messages.   usage: bench_messages [runs [threads: 0 one, 1 and a progress thread, 2
// many]]
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "native/base/clock.hpp"
#include "native/engines/remote_write/messenger.hpp"
#include "native/engines/remote_write/node_fabric.hpp"

namespace {

using namespace shunt;
using namespace shunt::remote_write;

constexpr Context kContext = 1;
constexpr int kMostWindow = 64;

/// What the two processes share.
struct Board {
    InboxTicket tickets[2];
    std::atomic<int> arrived{0};
    void meet(int all) {
        ++arrived;
        while (arrived.load() < all) sched_yield();
    }
};

/// One of the two, with its buffers.
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
    /// Both have come here.
    void meet() {
        constexpr int kSlot = kMostWindow;  // of its own
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

void ping_pong(Side& side, std::size_t bytes, int, bool preposted) {
    if (preposted || side.process() == 1) side.receive(bytes, 0);
    if (side.process() == 1) side.finish_receive(0);
    side.send(bytes, 0);
    if (!preposted && side.process() == 0) side.receive(bytes, 0);
    if (side.process() == 0) side.finish_receive(0);
    side.finish_send(0);
}

void stream(Side& side, std::size_t bytes, int window, bool preposted) {
    if (side.process() == 1) {
        if (!preposted) side.meet();
        for (int i = 0; i < window; ++i) side.receive(bytes, i);
        for (int i = 0; i < window; ++i) side.finish_receive(i);
        side.send(0, 0, 1);
        side.finish_send(0);
        return;
    }
    for (int i = 0; i < window; ++i) side.send(bytes, i);
    if (!preposted) side.meet();
    for (int i = 0; i < window; ++i) side.finish_send(i);
    side.receive(0, 0, 1);
    side.finish_receive(0);
}

void both_ways(Side& side, std::size_t bytes, int window, bool) {
    for (int i = 0; i < window; ++i) side.receive(bytes, i);
    for (int i = 0; i < window; ++i) side.send(bytes, i);
    for (int i = 0; i < window; ++i) side.finish_send(i);
    for (int i = 0; i < window; ++i) side.finish_receive(i);
}

struct Question {
    const char* name;
    void (*body)(Side&, std::size_t, int, bool);
    std::size_t bytes;
    int window, times;
    bool preposted;  // of a stream: the receiver does not wait until all has been sent
    double parts;    // of one body's time that are one answer
};

const Question kQuestions[] = {
    {"half round trip", ping_pong, 8, 1, 2000, true, 2},
    {"half round trip, posted late", ping_pong, 8, 1, 2000, false, 2},
    {"half round trip", ping_pong, 1024, 1, 2000, true, 2},
    {"half round trip", ping_pong, 16 << 10, 1, 500, true, 2},
    {"half round trip", ping_pong, 64 << 10, 1, 300, true, 2},
    {"half round trip", ping_pong, 1 << 20, 1, 50, true, 2},
    {"half round trip", ping_pong, 4 << 20, 1, 20, true, 2},
    {"rate, window 32", stream, 8, 32, 200, true, 32},
    {"rate, window 64", stream, 8, 64, 200, true, 64},
    {"rate, window 64, unexpected", stream, 8, 64, 200, false, 64},
    {"one way, window 16", stream, 64 << 10, 16, 30, true, 16},
    {"one way, window 4", stream, 1 << 20, 4, 10, true, 4},
    {"both ways, window 4", both_ways, 1 << 20, 4, 10, true, 4},
};

double once(Side& side, const Question& question) {
    side.meet();
    const std::int64_t start = monotonic_ns();
    for (int i = 0; i < question.times; ++i) question.body(side, question.bytes, question.window, question.preposted);
    return static_cast<double>(monotonic_ns() - start) / 1000 / question.times / question.parts;
}

void measure(int process, int runs, Threads threads, Board& board) {
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
    Messenger messenger(*fabric, process, MessengerOptions{}, threads);
    Side side(process, messenger);
    for (const Question& question : kQuestions) {
        std::vector<double> us;
        for (int run = 0; run < runs; ++run) us.push_back(once(side, question));
        std::sort(us.begin(), us.end());
        if (process == 0)
            std::printf("%s,%zu,%.3f,%.3f\n", question.name, question.bytes, us.front(), us[us.size() / 2]);
        std::fflush(stdout);
    }
    side.meet();
    const Counters counters = messenger.counters();
    for (int protocol = 1; process == 0 && protocol < kProtocols; ++protocol)
        std::printf("# received by %s: %llu\n", name_of(static_cast<Protocol>(protocol)),
                    static_cast<unsigned long long>(counters.received[static_cast<std::size_t>(protocol)].messages));
    board.meet(6);
    fabric->finish();
}

}  // namespace

int main(int count, char** arguments) {
    const int runs = count > 1 ? std::atoi(arguments[1]) : 7;
    const Threads threads = static_cast<Threads>(count > 2 ? std::atoi(arguments[2]) : 0);
    void* place = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto* board = new (place) Board;
    std::printf("what,bytes,best us,median us\n");
    std::fflush(stdout);
    const pid_t child = fork();
    measure(child == 0 ? 1 : 0, runs, threads, *board);
    if (child == 0) _exit(0);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}
