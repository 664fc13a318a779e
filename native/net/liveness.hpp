#pragma once
#include <cstdint>
#include <string>

namespace shunt::net {

/// How long every connection waits for a peer that does not answer, unless `network.patience` says otherwise.
inline constexpr std::int64_t kUsualPatienceNs = 300'000'000'000;

/// What the kernel knows of a connection's other end.
struct Silence {
    std::uint32_t unanswered = 0;  ///< retransmissions or probes in a row
    std::uint32_t silent_ms = 0;   ///< since anything came
    bool is_open = true;           ///< its window, for what is to be sent
};

/// Sets a socket up so that the kernel asks an idle peer whether it lives, and does not give up by itself: the
/// waiting caller decides (see SilenceWatch). A peer whose host is up again is reached by the next retransmission.
void prepare_connection(int socket, std::int64_t patience_ns);

/// What the kernel knows of the peer of a connected socket.   Source: tcp(7), TCP_INFO.
Silence silence_of(int socket);

/// "has not answered for 312 s, since 17:03:22".
std::string silence_text(std::uint32_t silent_ms);

/// Judges the silence of one connection's peer.   Thread: any one at a time.
class SilenceWatch {
public:
    /// Whether the peer has answered nothing for `patience_ns` although it was asked; where a silence begins, has the
    /// kernel ask at least every few seconds from now on (Linux 6.15; before, the time between two retransmissions
    /// doubles each time).
    bool is_over(int socket, std::int64_t now_ns, std::int64_t patience_ns);
    /// The same for what the kernel has said; `socket` -1: there is none to set.
    bool judge(const Silence& silence, int socket, std::int64_t now_ns, std::int64_t patience_ns);
    /// Of the last look.
    std::uint32_t silent_ms() const { return silent_ms_; }

private:
    std::int64_t asked_since_ns_ = -1;
    std::uint32_t silent_ms_ = 0;
    bool hurried_ = false;
};

}  // namespace shunt::net
