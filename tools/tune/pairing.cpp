#include "tools/tune/pairing.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "native/base/clock.hpp"
#include "native/net/tcp/listener.hpp"
#include "native/net/wait.hpp"

namespace shunt::tools {
namespace {

using net::Descriptor;

constexpr std::uint32_t kWhoAnswers = 0, kWhoCalls = 1;  // ranks in a group of two
constexpr std::size_t kKeyDigits = 32;
constexpr int kBacklog = 1024;
constexpr int kCalls = 8;  // attempts of a host whose connection the listener may have closed for others
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLongestLook = kSecond / 10;
constexpr std::int64_t kLeavingNs = kSecond / 2;  // time to notify further hosts that another was first

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

std::int64_t after(double seconds) { return monotonic_ns() + static_cast<std::int64_t>(seconds * 1e9); }

Descriptor new_socket() {
    Descriptor made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!made.is_open()) fail(std::string("no TCP socket: ") + std::strerror(errno));
    return made;
}

void set_blocking(int socket, bool blocks) {
    const int flags = ::fcntl(socket, F_GETFL);
    ::fcntl(socket, F_SETFL, blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
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

Descriptor bindable_socket() {
    Descriptor made = new_socket();
    const int on = 1;
    ::setsockopt(made.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    return made;
}

bool is_loopback(const sockaddr_in& address) { return ntohl(address.sin_addr.s_addr) >> 24 == 127; }

/// Whether `host` is an address rather than a name.
bool is_number(const std::string& host) {
    in_addr address{};
    return ::inet_pton(AF_INET, host.c_str(), &address) == 1;
}

const sockaddr* generic(const sockaddr_in& address) { return reinterpret_cast<const sockaddr*>(&address); }

/// Accepts any address that presents the key: the group has only two members.
class KeyRoster final : public net::Roster {
public:
    explicit KeyRoster(const SipKey& key) : key_(key) {}
    bool knows(net::Ipv4) const override { return true; }
    const SipKey* key_of(const net::Claim& claim, net::Ipv4) const override {
        return claim.group == 0 && claim.from == kWhoCalls && claim.to == kWhoAnswers ? &key_ : nullptr;
    }

private:
    SipKey key_;
};

void wait_for(const net::Listener& listener, std::int64_t end_ns) {
    pollfd one{listener.descriptor(), POLLIN, 0};
    const std::int64_t left = std::min(end_ns, listener.next_timeout()) - monotonic_ns();
    static_cast<void>(net::wait_ready({&one, 1}, std::clamp<std::int64_t>(left, 0, kLongestLook)));
}

/// Connects to the other side, which may start later: tries until `end_ns`.
Descriptor reach(const sockaddr_in& address, const Peer& peer, std::int64_t end_ns) {
    for (;;) {
        Descriptor way = new_socket();
        if (::connect(way.number(), generic(address), sizeof address) == 0) return way;
        if (monotonic_ns() > end_ns)
            fail(peer.host + " does not answer at port " + std::to_string(peer.port) + " (" + std::strerror(errno) +
                 "); run the same command there, and open the port in firewalls");
        ::usleep(100'000);
    }
}

/// As Handshake::advance(), but waits for data, and returns `again` only after `end_ns`.
Status introduce(net::Handshake& handshake, int socket, std::int64_t end_ns) {
    for (;;) {
        const Status status = handshake.advance(socket);
        const std::int64_t left = end_ns - monotonic_ns();
        if (status != Status::again || left <= 0) return status;
        pollfd one{socket, POLLIN, 0};
        static_cast<void>(net::wait_ready({&one, 1}, left));
    }
}

/// A listener with no free slot closes a connection that has sent no claim for `fresh_ns`. To the calling host that
/// looks like a refusal: a closed connection.
bool may_have_been_evicted(std::int64_t connected_ns) {
    return monotonic_ns() - connected_ns >= net::ListenerLimits{}.fresh_ns;
}

/// The content of a key file; empty if it cannot be read.
std::string read_key_file(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, kKeyDigits + 1> digits{};
    struct stat about {};
    if (!file.is_open() || ::fstat(file.number(), &about) != 0) return {};
    if (about.st_mode & 077) fail("others may read " + path + "; remove it, or chmod 600 it");
    const ssize_t got = ::read(file.number(), digits.data(), digits.size());
    return {digits.data(), static_cast<std::size_t>(std::clamp<ssize_t>(got, 0, kKeyDigits))};
}

/// Writes the file under another name first, so that a process that finds `path` finds it complete.
void make_key_file(const std::string& path) {
    std::string other = path + ".XXXXXX";
    const Descriptor file(::mkstemp(other.data()));
    const std::string text = key_text(new_key()) + "\n";
    const bool written =
        file.is_open() && ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const bool named = written && (::link(other.c_str(), path.c_str()) == 0 || errno == EEXIST);
    const int error = errno;
    if (file.is_open()) ::unlink(other.c_str());
    if (!named)
        fail("cannot write " + path + ": " + std::strerror(error) + "; name a file in a folder that both hosts see");
}

}  // namespace

std::optional<Peer> parse_peer(const std::string& text) {
    Peer peer;
    const std::size_t colon = text.find(':');
    peer.host = text.substr(0, colon);
    if (peer.host.empty()) return std::nullopt;
    if (colon == std::string::npos) return peer;
    const std::string digits = text.substr(colon + 1);
    if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    const int port = std::stoi(digits);
    if (port < 1 || port > 65535) return std::nullopt;
    peer.port = static_cast<std::uint16_t>(port);
    return peer;
}

std::string key_text(const SipKey& key) {
    std::array<char, kKeyDigits + 1> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(key.high),
                  static_cast<unsigned long long>(key.low));
    return text.data();
}

std::optional<SipKey> parse_key(const std::string& text) {
    if (text.size() != kKeyDigits || text.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
        return std::nullopt;
    const SipKey key{std::stoull(text.substr(kKeyDigits / 2), nullptr, 16),
                     std::stoull(text.substr(0, kKeyDigits / 2), nullptr, 16)};
    return key.is_none() ? std::nullopt : std::optional(key);
}

SipKey new_key() {
    const SipKey key = random_sip_key();
    if (key.is_none()) fail("the kernel gives no random bits for a key");
    return key;
}

SipKey key_of_file(const std::string& path) {
    if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) make_key_file(path);
    const std::optional<SipKey> key = parse_key(read_key_file(path));
    if (!key) fail(path + " holds no key, which is 32 hexadecimal digits; remove it, and it is made anew");
    return *key;
}

Place find_place(const Peer& peer) {
    sockaddr_in address = address_of(peer);
    Descriptor listener = bindable_socket();
    const bool is_here = ::bind(listener.number(), generic(address), sizeof address) == 0;
    if (!is_here && errno != EADDRINUSE) return {Part::calls, net::from_sockaddr(address), {}};
    bool is_free = is_here;
    if (is_here && is_loopback(address) && !is_number(peer.host) && peer.host != "localhost") {
        // Debian gives a host's own name to 127.0.1.1, where no other host can reach it.
        listener = bindable_socket();
        address.sin_addr.s_addr = htonl(INADDR_ANY);
        is_free = ::bind(listener.number(), generic(address), sizeof address) == 0;
    }
    const bool listens = is_free && ::listen(listener.number(), kBacklog) == 0;
    if (!listens && errno == EADDRINUSE) return {};
    if (!listens) fail(std::string("cannot listen: ") + std::strerror(errno));
    set_blocking(listener.number(), false);
    return {Part::answers, net::from_sockaddr(address), std::move(listener)};
}

void answer_one(Descriptor listening, const SipKey& key, double patience_s,
                const std::function<bool(int socket)>& measure) {
    Opened<net::Listener> opened = net::Listener::adopt(std::move(listening));
    if (!opened.ok()) fail(opened.outcome.reason);
    net::Listener& listener = opened.value;
    const KeyRoster roster(key);
    bool measured = false;
    const auto admit = [&](net::ProvenConnection proven) {
        Descriptor way = proven.answer(measured ? net::Answer::mine_comes : net::Answer::accepted);
        if (measured || !way.is_open()) return;
        set_blocking(way.number(), true);
        measured = measure(way.number());
    };
    for (const std::int64_t end_ns = after(patience_s); !measured && monotonic_ns() < end_ns;
         wait_for(listener, end_ns))
        listener.serve(monotonic_ns(), roster, admit);
    if (!measured) {
        const std::uint64_t strangers = listener.counters().strangers;
        fail(
            "no other host connected to measure; run the same command on another host, and open the port in firewalls" +
            (strangers == 0 ? std::string()
                            : " (connections with another key, or none: " + std::to_string(strangers) + ")"));
    }
    for (const std::int64_t end_ns = monotonic_ns() + kLeavingNs; monotonic_ns() < end_ns; wait_for(listener, end_ns)) {
        listener.serve(monotonic_ns(), roster, admit);
        if (!listener.has_visitors()) return;
    }
}

std::optional<Descriptor> call_peer(const Place& place, const Peer& peer, const SipKey& key, double patience_s,
                                    bool may_be_further) {
    const std::int64_t end_ns = after(patience_s);
    for (int calls_left = kCalls;;) {
        const std::int64_t connected_ns = monotonic_ns();
        Descriptor way = reach(net::to_sockaddr(place.at), peer, end_ns);
        net::Handshake handshake(net::Identity{0, kWhoCalls, kWhoAnswers, key});
        const Status status = introduce(handshake, way.number(), end_ns);
        if (status == Status::bug)
            fail("at port " + std::to_string(peer.port) + " of " + peer.host +
                 " is no `shunt tune` that has this key; give the key it prints, or another port as HOST:PORT");
        if (status == Status::peer_lost && handshake.has_claimed()) {
            if (may_have_been_evicted(connected_ns) && --calls_left > 0 && monotonic_ns() < end_ns) continue;
            fail(peer.host + " has refused this host: it has another key; give the one that `shunt tune` prints there");
        }
        if (status == Status::ok && handshake.answer() == net::Answer::mine_comes) return std::nullopt;
        if (status == Status::ok) return way;
        if (may_be_further) return std::nullopt;  // the host that answers has ended
        if (monotonic_ns() >= end_ns)
            fail(peer.host + " accepts connections at port " + std::to_string(peer.port) +
                 " but does not answer as `shunt tune` does; look which program listens there, or give another port as "
                 "HOST:PORT");
        ::usleep(100'000);
    }
}

}  // namespace shunt::tools
