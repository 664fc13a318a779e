#pragma once
#include <cstdint>
#include <string>

namespace shunt::net {

/// How long every connection waits for a silent peer, unless `network.patience` sets another time.
inline constexpr std::int64_t kUsualPatienceNs = 300'000'000'000;

/// The kernel's information about a connection's other end.
struct Silence {
    std::uint32_t unanswered = 0;  ///< retransmissions or probes in a row
    std::uint32_t silent_ms = 0;   ///< since the last arrival
    bool is_open = true;           ///< its receive window, for further data
};

/// Sets a socket up so that the kernel probes an idle peer, and does not give up by itself: the waiting caller decides
/// (see SilenceWatch). The next retransmission reaches a peer whose host is up again.
void prepare_connection(int socket, std::int64_t patience_ns);

/// The kernel's information about the peer of a connected socket.   Source: tcp(7), TCP_INFO.
Silence silence_of(int socket);

/// "has not answered for 312 s, since 17:03:22".
std::string silence_text(std::uint32_t silent_ms);

/// Judges the silence of one connection's peer.   Thread: any one at a time.
class SilenceWatch {
public:
    /// Whether the peer has answered nothing for `patience_ns` although data or probes were sent. When a silence
    /// begins, it makes the kernel send at least every few seconds from now on (Linux 6.15; before, the time between
    /// two retransmissions doubles each time).
    bool is_over(int socket, std::int64_t now_ns, std::int64_t patience_ns);
    /// The same for information already read from the kernel; `socket` -1: there is no socket to set.
    bool judge(const Silence& silence, int socket, std::int64_t now_ns, std::int64_t patience_ns);
    /// At the last check.
    std::uint32_t silent_ms() const { return silent_ms_; }

private:
    std::int64_t asked_since_ns_ = -1;
    std::uint32_t silent_ms_ = 0;
    bool hurried_ = false;
};

}  // namespace shunt::net
