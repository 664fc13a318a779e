#include "native/phased/service.hpp"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <system_error>

#include "native/base/clock.hpp"
#include "native/transport/wait.hpp"

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
    bell_ = transport::Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!bell_.is_open()) return false;
    sigset_t all, before;   // signals are for the program's threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this] { run(); });
        pthread_setname_np(thread_.native_handle(), "shunt");
    } catch (const std::system_error&) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
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
    [[maybe_unused]] const ssize_t written = write(bell_.number(), &one, sizeof one);   // a full counter has rung already
}

void Service::add(Serviced& who) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (std::find(busy_.begin(), busy_.end(), &who) == busy_.end()) busy_.push_back(&who);
    ring();
}

void Service::remove(Serviced& who) {
    std::unique_lock<std::mutex> guard(mutex_);
    std::erase(busy_, &who);
    const std::uint64_t round = ++wanted_round_;
    ring();
    seen_.wait(guard, [&] { return seen_round_ >= round; });   // it may be polling the descriptor
}

void Service::run() {
    std::vector<pollfd> descriptors;
    for (;;) {
        std::int64_t timeout = -1;
        {
            const std::lock_guard<std::mutex> guard(mutex_);
            if (stop_) return;
            std::uint64_t count;
            [[maybe_unused]] const ssize_t taken = read(bell_.number(), &count, sizeof count);
            seen_round_ = wanted_round_;
            seen_.notify_all();
            descriptors.assign(1, {bell_.number(), POLLIN, 0});
            const std::int64_t now = monotonic_ns();
            std::erase_if(busy_, [&](Serviced* each) {
                const Serviced::Look look = each->look(now);
                if (!look.has_work) return true;
                if (look.watch) descriptors.push_back({each->descriptor(), POLLIN, 0});
                timeout = timeout < 0 ? look.timeout_ns : std::min(timeout, look.timeout_ns);
                return false;
            });
        }
        if (transport::wait_ready(descriptors, timeout).status == Status::bug) usleep(10'000);
    }
}

}  // namespace shunt::phased
