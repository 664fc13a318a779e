#include "native/memory/verbs/endpoint.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <string>

#include "native/memory/verbs/remedy.hpp"

namespace shunt::memory::verbs {
namespace {

bool set_nonblocking(int file) {
    const int flags = fcntl(file, F_GETFL);
    return flags >= 0 && fcntl(file, F_SETFL, flags | O_NONBLOCK) == 0;
}

std::string memlock_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return "no limit of locked memory";
    return "a limit of " + std::to_string(limit.rlim_cur >> 10) + " KiB of locked memory";
}

}  // namespace

Outcome Endpoint::refused(std::string_view what, int error) const {
    if (error == ENOMEM || error == EAGAIN || error == EPERM)
        return failed_call(Status::no_memory, joined({"RDMA: ", what, " with ", memlock_limit()}), error,
                           kRaiseMemlock);
    return failed_call(Status::declined, joined({"RDMA: ", what}), error, kLookAtDevices);
}

Outcome Endpoint::open(const Settings& settings, int members) {
    Outcome outcome = Library::load(settings.library, library_);
    if (outcome.ok()) outcome = Device::open(library_, settings, device_);
    if (outcome.ok()) outcome = open_queues(members);
    return outcome;
}

Outcome Endpoint::open_queues(int members) {
    const ibv_device_attr& limits = device_.limits();
    const int receives = std::min(std::clamp(16 * members, 256, 4096), limits.max_srq_wr);
    const int wanted = std::clamp(members, 1, 64) * kWorkRequests;
    const int entries = std::min(receives + kDatagrams + wanted, limits.max_cqe);
    room_ = entries - receives - kDatagrams;
    if (receives < 64 || room_ < kWorkRequests)
        return {Status::declined, "RDMA: this device has no shared receive queue, or too short queues; use TCP"};
    domain_ = Owned<ibv_pd>(library_.alloc_pd(device_.context()), {library_.dealloc_pd});
    if (domain_ == nullptr) return refused("allocating a protection domain", errno);
    channel_ =
        Owned<ibv_comp_channel>(library_.create_comp_channel(device_.context()), {library_.destroy_comp_channel});
    if (channel_ == nullptr || !set_nonblocking(channel_->fd) || !set_nonblocking(device_.context()->async_fd))
        return refused("making a completion channel", errno);
    completions_ = Owned<ibv_cq>(library_.create_cq(device_.context(), entries, nullptr, channel_.get(), 0),
                                 {library_.destroy_cq});
    if (completions_ == nullptr) return refused("making a completion queue", errno);
    ibv_srq_init_attr attributes{};
    attributes.attr.max_wr = static_cast<std::uint32_t>(receives);
    attributes.attr.max_sge = 1;
    receives_ = Owned<ibv_srq>(library_.create_srq(domain_.get(), &attributes), {library_.destroy_srq});
    if (receives_ == nullptr || !post_receives(receives)) return refused("making a shared receive queue", errno);
    return {};
}

Outcome Endpoint::map(std::size_t bytes, bool remote, DevicePages& into) {
    DevicePages made;
    Outcome outcome = UnsharedPages::map(bytes, made.pages);
    if (!outcome.ok()) return outcome;
    const int access = IBV_ACCESS_LOCAL_WRITE | (remote ? IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ : 0);
    const auto memory = made.pages.memory();
    made.region =
        Owned<ibv_mr>((library_.reg_mr)(domain_.get(), memory.data(), memory.size(), access), {library_.dereg_mr});
    if (made.region == nullptr) return refused("registering " + std::to_string(memory.size() >> 10) + " KiB", errno);
    into = std::move(made);
    return {};
}

Outcome Endpoint::lend(std::span<std::byte> memory, Owned<ibv_mr>& into) {
    const int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
    into = Owned<ibv_mr>((library_.reg_mr)(domain_.get(), memory.data(), memory.size(), access), {library_.dereg_mr});
    if (into == nullptr) return refused("registering " + std::to_string(memory.size() >> 10) + " KiB", errno);
    return {};
}

Outcome Endpoint::pin(std::span<const std::byte> memory, Pinned& into) {
    if (library_.is_fork_initialized == nullptr || library_.is_fork_initialized() == IBV_FORK_DISABLED)
        return {Status::declined,
                "RDMA: this kernel moves registered memory when the program forks, so it is copied instead; Linux 5.12 "
                "with rdma-core 35 "
                "does not"};
    void* const start = const_cast<std::byte*>(memory.data());
    ibv_mr* region = (library_.reg_mr)(domain_.get(), start, memory.size(),
                                       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
    const bool is_writable = region != nullptr || (errno != EFAULT && errno != EACCES);
    if (!is_writable) region = (library_.reg_mr)(domain_.get(), start, memory.size(), IBV_ACCESS_REMOTE_READ);
    if (region == nullptr)
        return refused("registering " + std::to_string(memory.size() >> 10) + " KiB of the program's memory", errno);
    into = {region, region->lkey, region->rkey, is_writable};
    return {};
}

void Endpoint::unpin(const Pinned& pinned) { library_.dereg_mr(static_cast<ibv_mr*>(pinned.handle)); }

bool Endpoint::post_receives(int count) {
    ibv_recv_wr request{};
    request.wr_id = kReceive;
    for (int i = 0; i < count; ++i) {
        ibv_recv_wr* bad = nullptr;
        if (ibv_post_srq_recv(receives_.get(), &request, &bad) != 0) return false;
    }
    return true;
}

bool Endpoint::sleep(std::int64_t timeout_ns) {
    pollfd files[2] = {{channel_->fd, POLLIN, 0}, {device_.context()->async_fd, POLLIN, 0}};
    const timespec timeout{timeout_ns / 1'000'000'000, timeout_ns % 1'000'000'000};
    if (ppoll(files, 2, &timeout, nullptr) <= 0) return false;
    if ((files[0].revents | files[1].revents) & (POLLERR | POLLHUP | POLLNVAL)) gone_ = true;
    ibv_cq* queue = nullptr;
    void* context = nullptr;
    if ((files[0].revents & POLLIN) != 0 && library_.get_cq_event(channel_.get(), &queue, &context) == 0)
        library_.ack_cq_events(queue, 1);
    return files[1].revents != 0;
}

bool Endpoint::next_event(ibv_async_event& into) {
    if (library_.get_async_event(device_.context(), &into) != 0) return false;
    const ibv_async_event event = into;
    library_.ack_async_event(&into);  // immediately: the destruction of an object that the event names waits for it
    into = event;
    if (event.event_type == IBV_EVENT_DEVICE_FATAL || event.event_type == IBV_EVENT_CQ_ERR ||
        event.event_type == IBV_EVENT_SRQ_ERR)
        gone_ = true;
    return true;
}

}  // namespace shunt::memory::verbs
