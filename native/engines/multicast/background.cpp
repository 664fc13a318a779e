#include "native/engines/multicast/background.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>

#include "native/base/clock.hpp"
#include "native/base/signals.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kSliceNs = 1'000'000;  // the longest time between host calls of a waiting thread

}  // namespace

class Background::Handle final : public Pending {
public:
    Handle(Background& background, std::shared_ptr<Task> task) : background_(background), task_(std::move(task)) {}
    ~Handle() override {
        if (task_->status.load(std::memory_order_acquire) == Status::again) background_.give_up(*task_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    Status advance() override {
        const Status status = task_->status.load(std::memory_order_acquire);
        if (status == Status::again) background_.exchange_.answer();
        return status;
    }
    Status wait(std::int64_t most_ns) override {
        for (const std::int64_t end = monotonic_ns() + most_ns; monotonic_ns() < end;) {
            if (background_.wait_for(*task_, std::min(kSliceNs, end - monotonic_ns()))) break;
            background_.host_.progress();
        }
        return advance();
    }

private:
    Background& background_;
    const std::shared_ptr<Task> task_;
};

Background::~Background() {
    given_up_.store(true, std::memory_order_relaxed);
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        stop_ = true;
    }
    added_.notify_all();
    if (thread_.joinable()) thread_.join();
}

/// Returns whether there is a thread.
bool Background::start() {
    if (thread_.joinable()) return true;
    try {
        const WithoutSignals quiet;
        thread_ = std::thread([this] { run(); });
        return true;
    } catch (const std::system_error&) { return false; }
}

std::unique_ptr<Pending> Background::add(const CollectiveCall& call) {
    auto task = std::make_shared<Task>(call);
    auto handle = std::make_unique<Handle>(*this, task);
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (start()) tasks_.push_back(std::move(task));
        else task->status.store(Status::no_memory, std::memory_order_relaxed);
    }
    added_.notify_one();
    return handle;
}

void Background::run() {
    std::unique_lock<std::mutex> guard(mutex_);
    for (;;) {
        added_.wait(guard, [&] { return stop_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        const std::shared_ptr<Task> task = tasks_.front();
        guard.unlock();
        Status status;
        try {
            status = carry_(task->call);
        } catch (const std::bad_alloc&) { status = Status::no_memory; }
        guard.lock();
        tasks_.pop_front();
        task->status.store(status, std::memory_order_release);
        ended_.notify_all();
    }
}

/// Returns whether the task has ended.
bool Background::wait_for(const Task& task, std::int64_t most_ns) {
    std::unique_lock<std::mutex> guard(mutex_);
    return ended_.wait_for(guard, std::chrono::nanoseconds(most_ns),
                           [&] { return task.status.load(std::memory_order_relaxed) != Status::again; });
}

void Background::finish() {
    for (std::unique_lock<std::mutex> guard(mutex_); !tasks_.empty();) {
        const std::shared_ptr<Task> last = tasks_.back();
        guard.unlock();
        exchange_.answer();
        if (!wait_for(*last, kSliceNs)) host_.progress();
        guard.lock();
    }
}

/// No caller waits for the task any more, and its memory will be freed.
void Background::give_up(Task& task) {
    given_up_.store(true, std::memory_order_relaxed);
    while (!wait_for(task, kSliceNs)) {}
}

}  // namespace shunt::multicast
