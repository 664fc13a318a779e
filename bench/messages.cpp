// Messages between two processes of a node, by the engine alone, without an MPI: half round trips, streaming,
// bidirectional, and rates of short messages.
// usage: bench_messages [runs [threads: 0 one, 1 and a progress thread, 2 many]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/message_pair.hpp"
#include "native/base/clock.hpp"

namespace {

using namespace bench;

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
    bool preposted;  // of a stream: receives are posted before all messages have been sent
    double parts;    // number of results that the time of one body is divided by
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

void measure(int runs, Side& side, Messenger& messenger) {
    const int process = side.process();
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
}

}  // namespace

int main(int count, char** arguments) {
    const int runs = count > 1 ? std::atoi(arguments[1]) : 7;
    const Threads threads = static_cast<Threads>(count > 2 ? std::atoi(arguments[2]) : 0);
    std::printf("what,bytes,best us,median us\n");
    const bool went_well = in_two_processes([&](int process, Board& board) {
        with_side(process, MessengerOptions{}, threads, board,
                  [&](Side& side, Messenger& messenger) { measure(runs, side, messenger); });
    });
    return went_well ? 0 : 1;
}
