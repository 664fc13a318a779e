#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "tools/cluster/delay_line.hpp"
#include "tools/cluster/forwarder.hpp"

namespace shunt::tools {
namespace {

/// Bytes of the header before each frame (struct virtio_net_hdr). In it the kernel states the work left to the network
/// card, such as checksums not yet computed. The same header is passed back when the frame is sent on.
constexpr std::size_t kOffloadBytes = 10;
constexpr std::size_t kMostFrames = 4096, kFramesAtOnce = 32;
constexpr int kSocketBytes = 16 << 20;
constexpr std::int64_t kSpin = 30'000;             // ns; shorter times are polled, as timers are too inexact
constexpr std::int64_t kLongestSleep = 1'000'000;  // ns between two polls of the sockets
constexpr std::int64_t kNoFrame = LLONG_MAX;

std::int64_t clock_ns(clockid_t clock) {
    timespec time;
    ::clock_gettime(clock, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

[[noreturn]] void fail_link(const std::string& what) { throw std::runtime_error(what + ": " + std::strerror(errno)); }

/// The end of one cluster's slow link.
class WanLink {
public:
    WanLink(const std::string& interface, int mtu_bytes)
        : line_(kMostFrames, kOffloadBytes + ETH_HLEN + static_cast<std::size_t>(mtu_bytes)) {
        socket_ = ::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
        if (socket_ < 0) fail_link("packet socket");
        set(SOL_PACKET, PACKET_VNET_HDR, 1, "PACKET_VNET_HDR");
        set(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1, "PACKET_IGNORE_OUTGOING");
        set(SOL_SOCKET, SO_TIMESTAMPNS, 1, "SO_TIMESTAMPNS");
        set(SOL_SOCKET, SO_RCVBUFFORCE, kSocketBytes, "SO_RCVBUFFORCE");
        set(SOL_SOCKET, SO_SNDBUFFORCE, kSocketBytes, "SO_SNDBUFFORCE");
        sockaddr_ll address{};
        address.sll_family = AF_PACKET;
        address.sll_protocol = htons(ETH_P_ALL);
        address.sll_ifindex = static_cast<int>(::if_nametoindex(interface.c_str()));
        if (address.sll_ifindex == 0) fail_link(interface);
        packet_mreq all{};
        all.mr_ifindex = address.sll_ifindex;
        all.mr_type = PACKET_MR_PROMISC;
        if (::setsockopt(socket_, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof all) != 0)
            fail_link("promiscuous mode");
        if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            fail_link("bind " + interface);
    }
    WanLink(WanLink&& other) noexcept : socket_(std::exchange(other.socket_, -1)), line_(std::move(other.line_)) {}
    ~WanLink() {
        if (socket_ >= 0) ::close(socket_);
    }
    int socket() const { return socket_; }
    DelayLine& line() { return line_; }

    /// Receives the frames that have arrived; each is due `wan_ns` after its arrival.   Returns: whether there may be
    /// more.
    bool receive(std::int64_t wan_ns);
    /// A frame is lost if the link has no room for it, as on a wire.
    void send(std::span<const std::byte> bytes) const {
        (void)!::send(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    }

private:
    void set(int level, int name, int value, const char* text) const {
        if (::setsockopt(socket_, level, name, &value, sizeof value) != 0) fail_link(text);
    }
    int socket_ = -1;
    std::int64_t last_due_ns_ = 0;
    DelayLine line_;
};

/// When the kernel received the message's frame, by CLOCK_REALTIME; 0 when there is no timestamp.
std::int64_t kernel_stamp(msghdr& message) {
    for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each))
        if (each->cmsg_level == SOL_SOCKET && each->cmsg_type == SCM_TIMESTAMPNS) {
            timespec time;
            std::memcpy(&time, CMSG_DATA(each), sizeof time);
            return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
        }
    return 0;
}

bool WanLink::receive(std::int64_t wan_ns) {
    struct Control {
        alignas(cmsghdr) char bytes[CMSG_SPACE(sizeof(timespec))];
    };
    std::array<mmsghdr, kFramesAtOnce> messages{};
    std::array<iovec, kFramesAtOnce> parts;
    std::array<Control, kFramesAtOnce> controls;
    const std::size_t most = std::min(line_.room(), kFramesAtOnce);
    for (std::size_t i = 0; i < most; ++i) {
        const auto slot = line_.slot(i);
        parts[i] = {slot.data(), slot.size()};
        messages[i].msg_hdr.msg_iov = &parts[i];
        messages[i].msg_hdr.msg_iovlen = 1;
        messages[i].msg_hdr.msg_control = controls[i].bytes;
        messages[i].msg_hdr.msg_controllen = sizeof controls[i].bytes;
    }
    if (most == 0) return false;
    const int got = ::recvmmsg(socket_, messages.data(), static_cast<unsigned>(most), MSG_DONTWAIT, nullptr);
    if (got < 0 && errno != EAGAIN && errno != EINTR && errno != ENETDOWN) fail_link("recvmmsg");
    const std::int64_t real = clock_ns(CLOCK_REALTIME), now = clock_ns(CLOCK_MONOTONIC);
    for (int i = 0; i < got; ++i) {
        auto& message = messages[static_cast<std::size_t>(i)];
        const std::int64_t stamp = kernel_stamp(message.msg_hdr);
        const std::int64_t age = stamp == 0 ? 0 : std::clamp<std::int64_t>(real - stamp, 0, wan_ns);
        last_due_ns_ = std::max(last_due_ns_, now - age + wan_ns);  // ordered even if the clock is set
        const bool whole = (message.msg_hdr.msg_flags & MSG_TRUNC) == 0 && message.msg_len >= kOffloadBytes + ETH_HLEN;
        line_.push(whole ? message.msg_len : 0, last_due_ns_);
    }
    return got == static_cast<int>(most);
}

/// The links of all clusters.
class Exchange {
public:
    explicit Exchange(const ClusterSpec& spec) : wan_ns_(spec.wan_ns) {
        for (int number = 1; number <= spec.clusters; ++number)
            links_.emplace_back("cluster" + std::to_string(number), spec.mtu_bytes);
    }
    [[noreturn]] void run() {
        for (;;) {
            send_due();
            for (WanLink& link : links_)
                while (link.receive(wan_ns_)) {}
            wait();
        }
    }

private:
    void pass_on(std::size_t from, std::span<const std::byte> bytes) {
        if (bytes.empty()) return;
        const auto frame = bytes.subspan(kOffloadBytes);
        addresses_.learn(frame, static_cast<int>(from));
        const int to = addresses_.link_of(frame);
        for (std::size_t link = 0; link < links_.size(); ++link)
            if (link != from && (to == AddressTable::kEverywhere || to == static_cast<int>(link)))
                links_[link].send(bytes);
    }
    void send_due() {
        for (std::size_t from = 0; from < links_.size(); ++from) {
            DelayLine& line = links_[from].line();
            while (!line.empty() && line.front().due_ns <= clock_ns(CLOCK_MONOTONIC)) {
                pass_on(from, line.front().bytes);
                line.pop();
            }
        }
    }
    std::int64_t next_due_ns() {
        std::int64_t next = kNoFrame;
        for (WanLink& link : links_)
            if (!link.line().empty()) next = std::min(next, link.line().front().due_ns);
        return next;
    }
    /// Waits until a frame arrives. If frames are in transit, waits until the next of them is due, since later arrivals
    /// are due later; a long wait ends early, to receive.
    void wait();
    std::int64_t wan_ns_;
    std::vector<WanLink> links_;
    AddressTable addresses_;
};

void Exchange::wait() {
    const std::int64_t next = next_due_ns(), now = clock_ns(CLOCK_MONOTONIC);
    if (next == kNoFrame) {
        std::vector<pollfd> sockets;
        for (const WanLink& link : links_) sockets.push_back({link.socket(), POLLIN, 0});
        ::poll(sockets.data(), sockets.size(), -1);
        return;
    }
    const std::int64_t until = std::min(next - kSpin, now + kLongestSleep);
    if (until > now) {
        const timespec time{until / 1'000'000'000, until % 1'000'000'000};
        ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
    }
    while (next - clock_ns(CLOCK_MONOTONIC) <= kSpin && clock_ns(CLOCK_MONOTONIC) < next) {}
}

/// Gets priority over all ordinary processes.   Returns: what is less exact where that is not allowed, or an empty
/// text.
std::string get_priority() {
    ::prctl(PR_SET_TIMERSLACK, 1);
    const sched_param first{1};
    if (::sched_setscheduler(0, SCHED_FIFO, &first) == 0) return {};
    return std::string(
               "packets between clusters may be late while all cores are busy: no fixed priority (SCHED_FIFO, "
               "CAP_SYS_NICE): ") +
           std::strerror(errno);
}

}  // namespace

std::string forward(const ClusterSpec& spec, const std::function<bool(const std::string&)>& ready) try {
    Exchange exchange(spec);
    const std::string less_exact = get_priority();
    if (!ready(less_exact)) return "not wanted any more";
    exchange.run();
} catch (const std::exception& trouble) { return trouble.what(); }

}  // namespace shunt::tools
