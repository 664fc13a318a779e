#include "shim/observe/port_measure.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "native/base/clock.hpp"
#include "shim/host/world_tags.hpp"
#include "shim/observe/merge.hpp"

namespace shunt {
namespace {

constexpr int kLatencyRounds = 9;
constexpr std::size_t kFewBytes = 8, kMessageBytes = 16 << 10;  // MPIs send this much without asking the receiver first
constexpr std::size_t kFewMessages = 4, kMostMessages = 32;
constexpr double kLongEnoughNs = 10e6;  // a shorter time may be a single time slice of the scheduler
constexpr std::int64_t kBusyNs = 20'000'000;

/// Sends messages in a ring of all hosts' first ranks; every other rank takes part in maxima() only.
class Ring {
public:
    Ring(Session& s, Deadline& deadline) : session_(s), deadline_(deadline) {
        const std::vector<std::int32_t> first = first_ranks_of_nodes(s.agreement);
        const std::size_t nodes = first.size(), node = static_cast<std::size_t>(s.agreement.node);
        takes_part_ = nodes > 1 && s.world_rank == first[node];
        to_ = first[(node + 1) % nodes];
        from_ = first[(node + nodes - 1) % nodes];
        if (!takes_part_) return;
        (*kept_).sent.resize(kMessageBytes);
        (*kept_).received.resize(kMostMessages * kMessageBytes);
        (*kept_).requests.assign(2 * kMostMessages, MPI_REQUEST_NULL);
    }
    ~Ring() { kept_.done(is_good_); }
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;

    /// When messages arrived.   Units: ns; 0: this rank takes no part.
    struct Pass {
        double first = 0;   ///< from sending to the first arrival
        double others = 0;  ///< from the first arrival to the last
    };
    /// Sends `count` messages of `bytes`, all under way at once.
    Pass pass(std::size_t bytes, std::size_t count) {
        Pass taken;
        if (!takes_part_ || !is_good_) return taken;
        const std::span<MPI_Request> receives((*kept_).requests.data(), count);
        const std::span<MPI_Request> sends((*kept_).requests.data() + kMostMessages, count);
        const std::int64_t start = monotonic_ns();
        is_good_ = begin(static_cast<int>(bytes), receives, sends) && complete_soon(receives.front());
        const std::int64_t first = monotonic_ns();
        is_good_ = is_good_ && complete_all(receives.subspan(1));
        taken = {static_cast<double>(first - start), static_cast<double>(monotonic_ns() - first)};
        is_good_ = is_good_ && complete_all(sends);
        return taken;
    }

    /// The maximum of each value over all ranks.
    std::array<double, 2> maxima(const std::array<double, 2>& mine) {
        (*kept_).mine = mine;
        MPI_Request request = MPI_REQUEST_NULL;
        is_good_ = is_good_ &&
                   host.MPI_Iallreduce((*kept_).mine.data(), (*kept_).most.data(), 2, MPI_DOUBLE, MPI_MAX,
                                       session_.world, &request) == MPI_SUCCESS &&
                   complete(session_, request, deadline_);
        return (*kept_).most;
    }
    bool is_good() const { return is_good_; }

private:
    bool begin(int bytes, std::span<MPI_Request> receives, std::span<MPI_Request> sends) {
        std::byte* place = (*kept_).received.data();
        for (MPI_Request& request : receives) {
            if (host.MPI_Irecv(place, bytes, MPI_BYTE, from_, kPortTag, session_.world, &request) != MPI_SUCCESS)
                return false;
            place += bytes;
        }
        return std::ranges::all_of(sends, [&](MPI_Request& request) {
            return host.MPI_Isend((*kept_).sent.data(), bytes, MPI_BYTE, to_, kPortTag, session_.world, &request) ==
                   MPI_SUCCESS;
        });
    }

    /// Waits without the sleeps of complete(), which are longer than a message takes; it uses those only after kBusyNs.
    bool complete_soon(MPI_Request& request) {
        const std::int64_t end = monotonic_ns() + kBusyNs;
        int flag = 0;
        while (host.MPI_Test(&request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && !flag && monotonic_ns() < end)
            sched_yield();
        return flag != 0 || complete(session_, request, deadline_);
    }
    bool complete_all(std::span<MPI_Request> requests) {
        return std::ranges::all_of(requests, [&](MPI_Request& request) { return complete_soon(request); });
    }

    struct Memory {
        Bytes sent, received;
        std::vector<MPI_Request> requests;
        std::array<double, 2> mine{}, most{};
    };
    Session& session_;
    Deadline& deadline_;
    Kept<Memory> kept_;
    bool takes_part_ = false, is_good_ = true;
    int to_ = 0, from_ = 0;
};

/// The lower quartile of passes with few bytes: a rank that is late, or waits for a core, makes others long.   Units:
/// ns.
double quick_pass(Ring& ring) {
    std::array<double, kLatencyRounds> taken{};
    for (double& ns : taken) ns = ring.pass(kFewBytes, 1).first;
    std::ranges::nth_element(taken, taken.begin() + kLatencyRounds / 4);
    return taken[kLatencyRounds / 4];
}

}  // namespace

bool measure_ports(Session& s, Deadline& deadline) {
    if (s.agreement.node_count < 2) return true;
    Ring ring(s, deadline);
    ring.pass(kFewBytes, 1);  // this establishes the connections
    Ports ports;
    ports.latency_ns = std::max(1.0, ring.maxima({quick_pass(ring)})[0]);
    const Ring::Pass few = ring.pass(kMessageBytes, kFewMessages);
    const auto [first_ns, few_ns] = ring.maxima({few.first, few.others});
    const double rough_ns = std::max(1.0, few_ns / (kFewMessages - 1));
    const double burst = kMessageBytes * (1 - first_ns / rough_ns);
    if (burst > kMessageBytes / 4) ports.burst_bytes = burst;
    const auto needed = static_cast<std::size_t>(kLongEnoughNs / rough_ns);
    const std::size_t others = std::clamp<std::size_t>(needed, kFewMessages, kMostMessages) - 1;
    // The faster of two counts, as ranks that share a host's cores may have delayed one of them.
    const bool were_few_enough = others + 1 == kFewMessages;
    double least_ns = were_few_enough ? few.others : ring.pass(kMessageBytes, others + 1).others;
    least_ns = std::min(least_ns, ring.pass(kMessageBytes, others + 1).others);
    ports.bytes_per_ns = static_cast<double>(others * kMessageBytes) / std::max(1.0, ring.maxima({least_ns})[0]);
    if (ring.is_good()) s.ports = ports;
    return ring.is_good();
}

void note_ports(Session& s) {
    if (!s.recorder || !s.ports || s.world_rank != lowest_rank_of_node(s)) return;
    const auto note = [&](const char* name, double value) {
        s.recorder->set_counter(name, static_cast<std::uint64_t>(std::llround(value)));
    };
    note("ports.latency-ns", s.ports->latency_ns);
    note("ports.bytes-per-s", s.ports->bytes_per_ns * 1e9);
    note("ports.burst-bytes", s.ports->burst_bytes);
}

}  // namespace shunt
