#include "tools/tune_peer.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
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

constexpr std::array<char, 8> kGreeting{'S', 'H', 'T', 'U', 'N', 'E', '1', '\n'};
constexpr int kGreetingMs = 2000;
constexpr int kLookMs = 100;
constexpr std::size_t kMostVisitors = 64;
constexpr std::size_t kMessage = 64;           // bytes of a short message, as a word of a pipeline with its frame
constexpr std::size_t kChunk = 64 << 10;       // bytes after which the other side says so
constexpr int kMessages = 500;
constexpr std::size_t kLeastChunks = 8;
constexpr double kMostStreamS = 60;
constexpr std::int64_t kBytesTimed = 1 << 20;
constexpr char kOnce = 1, kLast = 2, kBlockFollows = 3;
constexpr int kLoneBlocks = 40;
constexpr int kPauseUs = 10'000;               // between lone blocks

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

class Socket {
public:
    explicit Socket(int file = -1) : file_(file) {}
    ~Socket() {
        if (file_ >= 0) ::close(file_);
    }
    Socket(Socket&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }
    int file() const { return file_; }

private:
    int file_;
};

Socket new_socket() {
    Socket made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (made.file() < 0) fail(std::string("no TCP socket: ") + std::strerror(errno));
    return made;
}

sockaddr_in address_of(const Peer& peer) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_family = AF_INET;
    hints.ai_socktype = SOCK_STREAM;
    if (const int code = ::getaddrinfo(peer.host.c_str(), nullptr, &hints, &found); code != 0)
        fail("no IPv4 address for " + peer.host + " (" + ::gai_strerror(code) + "); give the address itself");
    sockaddr_in address = *reinterpret_cast<const sockaddr_in*>(found->ai_addr);
    ::freeaddrinfo(found);
    address.sin_port = htons(peer.port);
    return address;
}

const sockaddr* generic(const sockaddr_in& address) { return reinterpret_cast<const sockaddr*>(&address); }

bool is_ready(int file, short what, double seconds) {
    pollfd one{file, what, 0};
    return ::poll(&one, 1, static_cast<int>(seconds * 1e3)) == 1;
}

/// All of it, or false: the other side has closed, failed, or says nothing.
bool receive_all(int file, char* to, std::size_t bytes, double patience_s) {
    while (bytes > 0) {
        if (!is_ready(file, POLLIN, patience_s)) return false;
        const ssize_t got = ::recv(file, to, bytes, 0);
        if (got <= 0) return false;
        to += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

bool send_all(int file, const char* from, std::size_t bytes) { return ::send(file, from, bytes, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes); }

void without_delay(int file) {
    const int on = 1;
    ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/// Echoes short messages, also those that a block follows, then tells of each chunk of the stream that comes at last.
/// Returns whether it was measured to the end.
bool answer(int file, double patience_s) {
    std::array<char, kMessage> message{};
    std::array<char, kLoneBlock> block{};
    do {
        if (!receive_all(file, message.data(), message.size(), patience_s)) return false;
        if (message[0] == kBlockFollows && !receive_all(file, block.data(), block.size(), patience_s)) return false;
        if (!send_all(file, message.data(), message.size())) return false;
    } while (message[0] != kLast);
    std::vector<char> chunk(kChunk);
    std::size_t chunks = 0;
    for (; receive_all(file, chunk.data(), chunk.size(), patience_s); ++chunks)
        if (!send_all(file, message.data(), 1)) return false;
    return chunks >= kLeastChunks;
}

/// Who has knocked and not greeted yet.
struct Visitor {
    Socket socket;
    std::array<char, kGreeting.size()> heard{};
    std::size_t filled = 0;
    std::int64_t end_ns = 0;

    /// Takes what has come of the greeting.   Returns false for who is no partner.
    bool hear() {
        const ssize_t got = ::recv(socket.file(), heard.data() + filled, heard.size() - filled, MSG_DONTWAIT);
        if (got <= 0) return got < 0 && errno == EAGAIN && monotonic_ns() < end_ns;
        filled += static_cast<std::size_t>(got);
        return std::equal(heard.begin(), heard.begin() + static_cast<std::ptrdiff_t>(filled), kGreeting.begin());
    }
};

/// Takes whoever knocks, as long as there is room: who came first and says nothing gives way.
void take_visitors(Socket& door, std::vector<Visitor>& visitors) {
    while (is_ready(door.file(), POLLIN, 0)) {
        Socket guest(::accept4(door.file(), nullptr, nullptr, SOCK_CLOEXEC));
        if (guest.file() < 0) return;
        if (visitors.size() == kMostVisitors) visitors.erase(visitors.begin());
        visitors.push_back({std::move(guest), {}, 0, monotonic_ns() + kGreetingMs * std::int64_t{1'000'000}});
    }
}

/// The first visitor who has greeted; none has.
std::optional<Socket> greeted(std::vector<Visitor>& visitors) {
    std::optional<Socket> partner;
    std::erase_if(visitors, [&](Visitor& visitor) {
        const bool stays = visitor.hear();
        if (!stays || visitor.filled < kGreeting.size() || partner) return !stays;
        partner = std::move(visitor.socket);
        return true;
    });
    return partner;
}

/// Who does not greet is no partner, and keeps nobody waiting; one that greets and leaves makes room for the next.
void serve_one(Socket& door, double patience_s) {
    const std::int64_t end_ns = monotonic_ns() + static_cast<std::int64_t>(patience_s * 1e9);
    std::vector<Visitor> visitors;
    while (monotonic_ns() < end_ns) {
        std::vector<pollfd> files{{door.file(), POLLIN, 0}};
        for (const Visitor& visitor : visitors) files.push_back({visitor.socket.file(), POLLIN, 0});
        ::poll(files.data(), files.size(), kLookMs);
        take_visitors(door, visitors);
        const std::optional<Socket> partner = greeted(visitors);
        if (!partner) continue;
        without_delay(partner->file());
        if (send_all(partner->file(), kGreeting.data(), kGreeting.size()) && answer(partner->file(), patience_s)) return;
    }
    fail("nobody came to measure; run the same command on another host, and open the port in firewalls");
}

/// The other side may come later: it is looked for until `end_ns`.
Socket reach(const sockaddr_in& address, const Peer& peer, std::int64_t end_ns) {
    for (;;) {
        Socket way = new_socket();
        if (::connect(way.file(), generic(address), sizeof address) == 0) return way;
        if (monotonic_ns() > end_ns)
            fail(peer.host + " does not answer at port " + std::to_string(peer.port) + " (" + std::strerror(errno) +
                 "); run the same command there, and open the port in firewalls");
        ::usleep(100'000);
    }
}

std::int64_t median(std::vector<std::int64_t>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return std::max<std::int64_t>(1, *middle);
}

/// From sending `bytes`, of which the first kMessage are a message, until its echo has come.
std::int64_t round_trip(int file, const char* from, std::size_t bytes, double patience_s) {
    std::array<char, kMessage> echo{};
    const std::int64_t start = monotonic_ns();
    if (!send_all(file, from, bytes) || !receive_all(file, echo.data(), echo.size(), patience_s))
        fail("the other side went away while it was measured; try again");
    return monotonic_ns() - start;
}

std::int64_t measure_latency(int file, double patience_s) {
    const std::array<char, kMessage> message{kOnce};
    std::vector<std::int64_t> taken;
    for (int turn = 0; turn < kMessages; ++turn) taken.push_back(round_trip(file, message.data(), message.size(), patience_s) / 2);
    return median(taken);
}

/// What a block after a pause takes longer than a short message.
std::int64_t measure_lone(int file, std::int64_t latency_ns, double patience_s) {
    const std::array<char, kMessage + kLoneBlock> block{kBlockFollows};
    const std::array<char, kMessage> last{kLast};
    std::vector<std::int64_t> taken;
    for (int turn = 0; turn < kLoneBlocks; ++turn) {
        ::usleep(kPauseUs);
        taken.push_back(std::max<std::int64_t>(0, round_trip(file, block.data(), block.size(), patience_s) - 2 * latency_ns));
    }
    static_cast<void>(round_trip(file, last.data(), last.size(), patience_s));
    return median(taken) * static_cast<std::int64_t>(kBytesTimed / static_cast<std::int64_t>(kLoneBlock));
}

/// Sends as fast as the network takes it, and notes when each chunk has come.   Why not the first third: queues and buckets fill then.
std::int64_t measure_move(int file, double seconds, double patience_s) {
    ::fcntl(file, F_SETFL, O_NONBLOCK);
    const std::vector<char> chunk(kChunk);
    std::vector<std::int64_t> arrived;
    const std::int64_t start = monotonic_ns();
    std::size_t at = 0;
    for (bool sending = true;;) {
        pollfd one{file, static_cast<short>(sending ? POLLIN | POLLOUT : POLLIN), 0};
        if (::poll(&one, 1, static_cast<int>(patience_s * 1e3)) != 1) fail("the network stands still; look for a full queue or a lost link, and try again");
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
    if (arrived.size() < kLeastChunks) fail("too little came through in a minute to say a rate; give --rate and --latency by hand");
    const std::size_t from = arrived.size() / 3;
    const auto bytes = static_cast<double>((arrived.size() - 1 - from) * kChunk);
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(arrived.back() - arrived[from]) * static_cast<double>(kBytesTimed) / bytes));
}

}  // namespace

std::optional<Peer> parse_peer(const std::string& text) {
    Peer peer;
    const std::size_t colon = text.find(':');
    peer.host = text.substr(0, colon);
    if (peer.host.empty()) return std::nullopt;
    if (colon == std::string::npos) return peer;
    const std::string digits = text.substr(colon + 1);
    if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    const int port = std::stoi(digits);
    if (port < 1 || port > 65535) return std::nullopt;
    peer.port = static_cast<std::uint16_t>(port);
    return peer;
}

std::optional<NetworkCosts> measure_network(const Peer& peer, double seconds, double patience_s) {
    const sockaddr_in address = address_of(peer);
    Socket door = new_socket();
    const int on = 1;
    ::setsockopt(door.file(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const bool is_here = ::bind(door.file(), generic(address), sizeof address) == 0;
    const bool listens = is_here && ::listen(door.file(), 64) == 0;
    if (!listens && errno == EADDRINUSE) return std::nullopt;   // another process of this host answers
    if (is_here) {
        if (!listens) fail(std::string("cannot listen: ") + std::strerror(errno));
        serve_one(door, patience_s);
        return std::nullopt;
    }
    const Socket way = reach(address, peer, monotonic_ns() + static_cast<std::int64_t>(patience_s * 1e9));
    without_delay(way.file());
    std::array<char, kGreeting.size()> greeting{};
    if (!send_all(way.file(), kGreeting.data(), kGreeting.size()) || !receive_all(way.file(), greeting.data(), greeting.size(), patience_s))
        return std::nullopt;   // another host was first
    if (greeting != kGreeting) fail(peer.host + " does not speak as `shunt tune` at port " + std::to_string(peer.port) + "; give another port as HOST:PORT");
    NetworkCosts costs;
    costs.latency_ns = measure_latency(way.file(), patience_s);
    costs.lone_ns = measure_lone(way.file(), costs.latency_ns, patience_s);
    costs.move_ns = measure_move(way.file(), seconds, patience_s);
    return costs;
}

std::int64_t least_bytes_for(const NetworkCosts& costs) {
    constexpr std::uint64_t kLeast = 4 << 10, kMost = 1 << 20;
    constexpr double kLatencies = 16;
    const double bytes = kLatencies * static_cast<double>(costs.latency_ns) * static_cast<double>(kBytesTimed) / static_cast<double>(costs.move_ns);
    return static_cast<std::int64_t>(std::clamp(std::bit_ceil(static_cast<std::uint64_t>(std::min(bytes, 1e12))), kLeast, kMost));
}

}  // namespace shunt::tools
