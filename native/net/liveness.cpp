#include "native/net/liveness.hpp"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <ctime>

namespace shunt::net {
namespace {

constexpr int kRtoMaxMs = 44;  // TCP_RTO_MAX_MS, newer than many headers
constexpr int kHurriedMs = 3000, kSystemsMs = 120'000;
constexpr std::uint32_t kHurryFrom = 3;  // retransmissions in a row: 1.4 s at least
constexpr std::int64_t kSecondNs = 1'000'000'000;

void set(int socket, int level, int name, int value) { setsockopt(socket, level, name, &value, sizeof value); }

}  // namespace

void prepare_connection(int socket, std::int64_t patience_ns) {
    set(socket, IPPROTO_TCP, TCP_NODELAY, 1);
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    const auto idle_s = static_cast<int>(std::clamp<std::int64_t>(patience_ns / (4 * kSecondNs), 1, 10));
    set(socket, IPPROTO_TCP, TCP_KEEPIDLE, idle_s);
    set(socket, IPPROTO_TCP, TCP_KEEPINTVL, std::min(idle_s, 5));
    // With a timeout of its own the kernel would also end connections to peers that live but read nothing, so it gets
    // the longest one.
    set(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, INT_MAX);
}

Silence silence_of(int socket) {
    tcp_info info{};
    socklen_t bytes = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0) return {};
    Silence silence;
    silence.unanswered = std::max<std::uint32_t>(info.tcpi_retransmits, info.tcpi_probes);
    silence.silent_ms = std::min(info.tcpi_last_ack_recv, info.tcpi_last_data_recv);
    silence.is_open = bytes > offsetof(tcp_info, tcpi_snd_wnd) && info.tcpi_snd_wnd > 0;
    return silence;
}

std::string silence_text(std::uint32_t silent_ms) {
    const std::time_t since = std::time(nullptr) - static_cast<std::time_t>(silent_ms / 1000);
    std::tm local{};
    char clock[32] = "";
    if (localtime_r(&since, &local) != nullptr) std::strftime(clock, sizeof clock, ", since %H:%M:%S", &local);
    return "has not answered for " + std::to_string(silent_ms / 1000) + " s" + clock;
}

bool SilenceWatch::is_over(int socket, std::int64_t now_ns, std::int64_t patience_ns) {
    return judge(silence_of(socket), socket, now_ns, patience_ns);
}

/// A peer that was not checked for long may have been idle for as long. So the time counts from the first check that
/// found data unanswered since the last arrival.
bool SilenceWatch::judge(const Silence& silence, int socket, std::int64_t now_ns, std::int64_t patience_ns) {
    silent_ms_ = silence.silent_ms;
    if (silence.unanswered == 0) {
        asked_since_ns_ = -1;
        return false;
    }
    const std::int64_t heard_ns = now_ns - std::int64_t{silence.silent_ms} * 1'000'000;
    if (asked_since_ns_ < 0 || asked_since_ns_ < heard_ns) asked_since_ns_ = now_ns;
    // If a peer's window is full, the kernel allows only a limited number of unanswered probes, so they must be far
    // apart.
    const bool hurry = silence.is_open && silence.unanswered >= kHurryFrom;
    if (hurry != hurried_ && (hurry || !silence.is_open)) {
        set(socket, IPPROTO_TCP, kRtoMaxMs, hurry ? kHurriedMs : kSystemsMs);
        hurried_ = hurry;
    }
    return now_ns - asked_since_ns_ >= patience_ns;
}

}  // namespace shunt::net
