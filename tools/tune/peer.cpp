#include "tools/tune/peer.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "native/base/clock.hpp"
#include "native/base/lone_block.hpp"

namespace shunt::tools {
namespace {

constexpr double kSilenceS = 30;          // s without data after which the other side counts as lost
constexpr std::size_t kMessage = 64;      // bytes of a short message, as long as a framed word of a pipeline
constexpr std::size_t kChunk = 64 << 10;  // bytes after which the other side sends a confirmation
constexpr int kMessages = 500;
constexpr std::size_t kLeastChunks = 8;
constexpr double kMostStreamS = 60;
constexpr std::int64_t kBytesTimed = 1 << 20;
constexpr char kOnce = 1, kLast = 2, kBlockFollows = 3;
constexpr int kLoneBlocks = 40;
constexpr int kPauseUs = 10'000;  // between lone blocks

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

bool is_ready(int file, short what, double seconds) {
    pollfd one{file, what, 0};
    return ::poll(&one, 1, static_cast<int>(seconds * 1e3)) == 1;
}

/// Receives all `bytes`.   Returns: false if the other side has closed, failed, or sent nothing for kSilenceS.
bool receive_all(int file, char* to, std::size_t bytes) {
    while (bytes > 0) {
        if (!is_ready(file, POLLIN, kSilenceS)) return false;
        const ssize_t got = ::recv(file, to, bytes, 0);
        if (got <= 0) return false;
        to += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

bool send_all(int file, const char* from, std::size_t bytes) {
    return ::send(file, from, bytes, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes);
}

void without_delay(int file) {
    const int on = 1;
    ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/// Echoes short messages, also those followed by a block. Then confirms each chunk of the final stream.   Returns:
/// whether the measurement was completed.
bool answer(int file) {
    std::array<char, kMessage> message{};
    std::array<char, kLoneBlock> block{};
    do {
        if (!receive_all(file, message.data(), message.size())) return false;
        if (message[0] == kBlockFollows && !receive_all(file, block.data(), block.size())) return false;
        if (!send_all(file, message.data(), message.size())) return false;
    } while (message[0] != kLast);
    std::vector<char> chunk(kChunk);
    std::size_t chunks = 0;
    for (; receive_all(file, chunk.data(), chunk.size()); ++chunks)
        if (!send_all(file, message.data(), 1)) return false;
    return chunks >= kLeastChunks;
}

std::int64_t median(std::vector<std::int64_t>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return std::max<std::int64_t>(1, *middle);
}

/// The time from sending `bytes`, of which the first kMessage are a message, until its echo has arrived.
std::int64_t round_trip(int file, const char* from, std::size_t bytes) {
    std::array<char, kMessage> echo{};
    const std::int64_t start = monotonic_ns();
    if (!send_all(file, from, bytes) || !receive_all(file, echo.data(), echo.size()))
        fail("the other side went away while it was measured; try again");
    return monotonic_ns() - start;
}

std::int64_t measure_latency(int file) {
    const std::array<char, kMessage> message{kOnce};
    std::vector<std::int64_t> taken;
    for (int turn = 0; turn < kMessages; ++turn) taken.push_back(round_trip(file, message.data(), message.size()) / 2);
    return median(taken);
}

/// The time by which a block after a pause takes longer than a short message, for 1 MiB of such blocks.
std::int64_t measure_lone(int file, std::int64_t latency_ns) {
    const std::array<char, kMessage + kLoneBlock> block{kBlockFollows};
    const std::array<char, kMessage> last{kLast};
    std::vector<std::int64_t> taken;
    for (int turn = 0; turn < kLoneBlocks; ++turn) {
        ::usleep(kPauseUs);
        taken.push_back(std::max<std::int64_t>(0, round_trip(file, block.data(), block.size()) - 2 * latency_ns));
    }
    static_cast<void>(round_trip(file, last.data(), last.size()));
    return median(taken) * static_cast<std::int64_t>(kBytesTimed / static_cast<std::int64_t>(kLoneBlock));
}

/// Sends as fast as the network allows, and records when each chunk was confirmed. The first third is left out, because
/// queues and buckets fill then.
std::int64_t measure_move(int file, double seconds) {
    ::fcntl(file, F_SETFL, O_NONBLOCK);
    const std::vector<char> chunk(kChunk);
    std::vector<std::int64_t> arrived;
    const std::int64_t start = monotonic_ns();
    std::size_t at = 0;
    for (bool sending = true;;) {
        pollfd one{file, static_cast<short>(sending ? POLLIN | POLLOUT : POLLIN), 0};
        if (::poll(&one, 1, static_cast<int>(kSilenceS * 1e3)) != 1)
            fail("the network stands still; look for a full queue or a lost link, and try again");
        char told[256];
        const ssize_t heard = one.revents & (POLLIN | POLLHUP | POLLERR) ? ::recv(file, told, sizeof told, 0) : -1;
        if (heard == 0) break;
        if (heard > 0) arrived.insert(arrived.end(), static_cast<std::size_t>(heard), monotonic_ns());
        if (sending && one.revents & POLLOUT) {
            const ssize_t sent = ::send(file, chunk.data() + at, chunk.size() - at, MSG_NOSIGNAL);
            if (sent < 0 && errno != EAGAIN) fail("the other side went away while the rate was measured; try again");
            if (sent > 0) at = (at + static_cast<std::size_t>(sent)) % kChunk;
        }
        const double gone_s = static_cast<double>(monotonic_ns() - start) / 1e9;
        const bool enough = (gone_s > seconds && arrived.size() >= kLeastChunks) || gone_s > kMostStreamS;
        if (sending && at == 0 && enough) sending = ::shutdown(file, SHUT_WR) != 0;
    }
    if (arrived.size() < kLeastChunks)
        fail("too little data arrived in a minute to compute a rate; give --rate and --latency by hand");
    const std::size_t from = arrived.size() / 3;
    const auto bytes = static_cast<double>((arrived.size() - 1 - from) * kChunk);
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(arrived.back() - arrived[from]) *
                                                               static_cast<double>(kBytesTimed) / bytes));
}

}  // namespace

std::optional<NetworkCosts> measure_network(const PeerSetup& setup, double seconds) {
    Place place = find_place(setup.peer);
    if (place.part == Part::none && setup.may_be_further) return std::nullopt;
    if (place.part == Part::none)
        fail("another process listens at port " + std::to_string(setup.peer.port) +
             " of this host; give another port, the same on both hosts, as HOST:PORT");
    if (place.part == Part::answers) {
        const SipKey key = setup.key.is_none() ? new_key() : setup.key;
        if (setup.key.is_none()) setup.tell(key);
        answer_one(std::move(place.listener), key, setup.patience_s, [](int file) {
            without_delay(file);
            return answer(file);
        });
        return std::nullopt;
    }
    if (setup.key.is_none())
        fail(setup.peer.host +
             " is another host: run `shunt tune --peer` there, and here the line it prints, which has its key");
    const std::optional<net::Descriptor> way =
        call_peer(place, setup.peer, setup.key, setup.patience_s, setup.may_be_further);
    if (!way) return std::nullopt;
    const int file = way->number();
    without_delay(file);
    NetworkCosts costs;
    setup.step("the time of a short message to the other host");
    costs.latency_ns = measure_latency(file);
    setup.step("blocks of data with pauses between them");
    costs.lone_ns = measure_lone(file, costs.latency_ns);
    setup.step("the rate of the network");
    costs.move_ns = measure_move(file, seconds);
    return costs;
}

std::int64_t least_bytes_for(const NetworkCosts& costs) {
    constexpr std::uint64_t kLeast = 4 << 10, kMost = 1 << 20;
    constexpr double kLatencies = 16;
    const double bytes = kLatencies * static_cast<double>(costs.latency_ns) * static_cast<double>(kBytesTimed) /
                         static_cast<double>(costs.move_ns);
    return static_cast<std::int64_t>(
        std::clamp(std::bit_ceil(static_cast<std::uint64_t>(std::min(bytes, 1e12))), kLeast, kMost));
}

}  // namespace shunt::tools
