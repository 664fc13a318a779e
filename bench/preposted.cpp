// The best protocol for each share of receives posted before their messages arrive (PRO-MPI 4.4, figure 4.5). Measures
// the bandwidth of windows of messages between two processes of a node, without an MPI: by rendezvous only, by eager
// (up to 16 KiB) or eager-rendezvous (16 KiB ahead) only, and with the protocol that the engine chooses for each
// message.
// usage: bench_preposted [rounds [bytes ...]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/message_pair.hpp"
#include "native/base/clock.hpp"

namespace {

using namespace bench;

constexpr int kWindow = 20, kTimes = 30, kShares = 11;
constexpr std::int32_t kFirstTag = 100, kAllSent = 1000;
constexpr std::uint64_t kNever = UINT64_MAX;

struct Way {
    const char* name;
    MessengerOptions options;
};

/// `write_from` kNever: no receive announces itself, so the sender does not learn that its receiver was first.
const Way kWays[] = {
    {"rendezvous", {.eager_most = 0, .write_from = kNever}},
    {"eager", {.eager_most = 16 << 10, .write_from = kNever, .first_piece = 16 << 10}},
    {"chosen", {}},
};
constexpr std::size_t kWayCount = std::size(kWays);

bool is_posted_first(int slot, int share) { return slot * share % kWindow + share >= kWindow; }

/// One window. Receives that are not posted first are posted after all messages have been announced.
void window(Side& side, std::size_t bytes, int share) {
    if (side.process() == 0) {
        side.meet();
        for (int slot = 0; slot < kWindow; ++slot) side.send(bytes, slot, kFirstTag + slot);
        side.send(0, kWindow, kAllSent);
        for (int slot = 0; slot <= kWindow; ++slot) side.finish_send(slot);
        return;
    }
    for (int slot = 0; slot < kWindow; ++slot)
        if (is_posted_first(slot, share)) side.receive(bytes, slot, kFirstTag + slot);
    side.meet();
    side.receive(0, kWindow, kAllSent);
    side.finish_receive(kWindow);
    for (int slot = 0; slot < kWindow; ++slot)
        if (!is_posted_first(slot, share)) side.receive(bytes, slot, kFirstTag + slot);
    for (int slot = 0; slot < kWindow; ++slot) side.finish_receive(slot);
}

/// Bytes per second, for each share of kWindow receives posted first.
std::vector<double> bandwidths(Side& side, std::size_t bytes) {
    std::vector<double> found;
    for (int step = 0; step < kShares; ++step) {
        const int share = step * kWindow / (kShares - 1);
        window(side, bytes, share);
        std::int64_t took = 0;
        for (int i = 0; i < kTimes; ++i) {
            side.meet();
            const std::int64_t start = monotonic_ns();
            window(side, bytes, share);
            side.meet();
            took += monotonic_ns() - start;
        }
        found.push_back(static_cast<double>(bytes) * kWindow * kTimes / static_cast<double>(took) * 1e9);
    }
    return found;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

bool measure(std::size_t bytes, int rounds) {
    std::vector<double> all[kShares][kWayCount];
    for (int round = 0; round < rounds; ++round)
        for (std::size_t way = 0; way < kWayCount; ++way) {
            const bool went_well = in_two_processes([&](int process, Board& board) {
                with_side(process, kWays[way].options, Threads::one, board, [&](Side& side, Messenger&) {
                    const std::vector<double> found = bandwidths(side, bytes);
                    for (int step = 0; step < kShares; ++step)
                        all[step][way].push_back(found[static_cast<std::size_t>(step)]);
                });
            });
            if (!went_well) return false;
        }
    for (int step = 0; step < kShares; ++step) {
        double mb[kWayCount];
        for (std::size_t way = 0; way < kWayCount; ++way) mb[way] = median(all[step][way]) / 1e6;
        std::printf("%zu,%d,%.0f,%.0f,%.0f,%.2f\n", bytes, step * 100 / (kShares - 1), mb[0], mb[1], mb[2],
                    mb[2] / std::max(mb[0], mb[1]));
    }
    return true;
}

}  // namespace

int main(int count, char** arguments) {
    const int rounds = count > 1 ? std::atoi(arguments[1]) : 5;
    std::vector<std::size_t> lengths;
    for (int i = 2; i < count; ++i) lengths.push_back(static_cast<std::size_t>(std::atol(arguments[i])));
    if (lengths.empty()) lengths = {4 << 10, 16 << 10, 64 << 10, 256 << 10};
    std::printf(
        "bytes,posted first %%,rendezvous MB/s,eager or eager-rendezvous MB/s,chosen MB/s,chosen over the better\n");
    for (const std::size_t bytes : lengths)
        if (!measure(bytes, rounds)) return 1;
    return 0;
}
