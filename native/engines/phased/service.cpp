#include "native/engines/phased/service.hpp"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "native/base/clock.hpp"
#include "native/base/signals.hpp"
#include "native/net/wait.hpp"

namespace shunt::phased {

std::shared_ptr<Service> Service::get() {
    static std::mutex mutex;
    static std::weak_ptr<Service> the_one;
    const std::lock_guard<std::mutex> guard(mutex);
    if (std::shared_ptr<Service> existing = the_one.lock()) return existing;
    std::shared_ptr<Service> made(new Service);
    if (!made->start()) return nullptr;
    the_one = made;
    return made;
}

bool Service::start() {
    bell_ = net::Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!bell_.is_open()) return false;
    try {
        const WithoutSignals blocked;  // inherited by the new thread
        thread_ = std::thread([this] { run(); });
        pthread_setname_np(thread_.native_handle(), "shunt");
    } catch (const std::system_error&) {}
    return thread_.joinable();
}

Service::~Service() {
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        stop_ = true;
    }
    ring();
    if (thread_.joinable()) thread_.join();
}

void Service::ring() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written =
        write(bell_.number(), &one, sizeof one);  // a full counter has rung already
}

void Service::add(Serviced& who) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto known = std::find_if(busy_.begin(), busy_.end(), [&](const Work& work) { return work.who == &who; });
    if (known == busy_.end()) busy_.push_back({&who, ++added_});
    else known->added = ++added_;
    ring();
}

void Service::remove(Serviced& who) {
    std::unique_lock<std::mutex> guard(mutex_);
    std::erase_if(busy_, [&](const Work& work) { return work.who == &who; });
    const std::uint64_t round = ++wanted_round_;
    ring();
    seen_.wait(guard, [&] { return seen_round_ >= round; });  // the thread may look at it, or poll its descriptor
}

/// Drops it, unless it has new work.
void Service::forget(const Work& work) {
    const std::lock_guard<std::mutex> guard(mutex_);
    std::erase_if(busy_, [&](const Work& each) { return each.who == work.who && each.added == work.added; });
}

/// An object removed meanwhile stays alive until this round is over, as remove() waits for that.
void Service::serve_others(const Serviced& who) {
    std::vector<Work> others;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        others = busy_;
    }
    for (const Work& each : others)
        if (each.who != &who) each.who->serve_aside();
}

/// Returns whether there is another round.
bool Service::begin_round(std::vector<Work>& round) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (stop_) return false;
    std::uint64_t count;
    [[maybe_unused]] const ssize_t taken = read(bell_.number(), &count, sizeof count);
    seen_round_ = wanted_round_;
    seen_.notify_all();
    round = busy_;
    return true;
}

/// Looks without holding the mutex: a look may wait for a process whose program is about to call add() here.
void Service::run() {
    std::vector<pollfd> descriptors;
    std::vector<Work> round;
    while (begin_round(round)) {
        std::int64_t timeout = -1;
        descriptors.assign(1, {bell_.number(), POLLIN, 0});
        const std::int64_t now = monotonic_ns();
        for (const Work& each : round) {
            const Serviced::Look look = each.who->look(now);
            if (!look.has_work) {
                forget(each);
                continue;
            }
            if (look.watch) descriptors.push_back({each.who->descriptor(), POLLIN, 0});
            timeout = timeout < 0 ? look.timeout_ns : std::min(timeout, look.timeout_ns);
        }
        if (net::wait_ready(descriptors, timeout).status == Status::bug) usleep(10'000);
    }
}

}  // namespace shunt::phased
