#include "native/engines/remote_write/routed_fabric.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "native/base/kept_errno.hpp"
#include "native/base/signals.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kOfSockets = 0, kOfStop = 1;  // in epoll's data

}  // namespace

// ---- the ringer -----------------------------------------------------------------------------------------------------

SocketRinger::~SocketRinger() {
    if (!thread_.joinable()) return;
    const std::uint64_t one = 1;
    if (write(stop_.number(), &one, sizeof one) == sizeof one) thread_.join();
    else thread_.detach();
}

void SocketRinger::open(int descriptor, std::function<void()> ring) {
    watched_ = descriptor;
    ring_ = std::move(ring);
}

bool SocketRinger::start() {
    epoll_ = net::Descriptor(epoll_create1(EPOLL_CLOEXEC));
    stop_ = net::Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    epoll_event sockets{}, stop{};
    sockets.events = EPOLLONESHOT;
    sockets.data.u64 = kOfSockets;
    stop.events = EPOLLIN;
    stop.data.u64 = kOfStop;
    if (!epoll_.is_open() || !stop_.is_open() || epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, watched_, &sockets) != 0 ||
        epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, stop_.number(), &stop) != 0)
        return false;
    const WithoutSignals without;
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) { return false; }
    return true;
}

bool SocketRinger::arm() {
    int started = started_.load(std::memory_order_acquire);
    if (started == 0) {
        static constexpr int kBusy = 2;
        if (!started_.compare_exchange_strong(started, kBusy)) return false;  // another thread starts it
        started = start() ? 1 : -1;
        started_.store(started, std::memory_order_release);
    }
    if (started != 1) return false;
    epoll_event sockets{};
    sockets.events = EPOLLIN | EPOLLONESHOT;
    sockets.data.u64 = kOfSockets;
    return epoll_ctl(epoll_.number(), EPOLL_CTL_MOD, watched_, &sockets) == 0;
}

void SocketRinger::run() {
    for (;;) {
        epoll_event event{};
        if (epoll_wait(epoll_.number(), &event, 1, -1) != 1) continue;
        if (event.data.u64 == kOfStop) return;
        ring_();
    }
}

// ---- the router -----------------------------------------------------------------------------------------------------

RoutedFabric::RoutedFabric(std::unique_ptr<NodeFabric> near, std::unique_ptr<FarFabric> far)
    : near_(std::move(near)), far_(std::move(far)) {
    if (!near_ || !far_) return;
    ringer_.open(far_->descriptor(), [this] { near_->ring(); });
    near_->look_beside(this);
}

RoutedFabric::~RoutedFabric() {
    if (near_) near_->look_beside(nullptr);
}

bool RoutedFabric::next(Frame& frame) {
    if (far_ && (!near_ || ++near_looks_ >= kNearLooks)) {
        const KeptErrno kept;
        near_looks_ = kNearLooks - 2;  // after a frame one of this node may follow, then the sockets are polled again
        current_ = far_.get();
        if (far_->next(frame)) return true;
        near_looks_ = 0;
    }
    if (!near_) return false;
    current_ = near_.get();
    return near_->next(frame);
}

bool RoutedFabric::arm() {
    if (far_->prepare_sleep()) near_->ring();
    return ringer_.arm();
}

void RoutedFabric::wait(std::int64_t most_ns) {
    if (near_) near_->wait(most_ns);
    else far_->wait(most_ns);
}

}  // namespace shunt::remote_write
