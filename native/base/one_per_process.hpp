#pragma once
#include <unistd.h>

#include <memory>
#include <mutex>
#include <utility>

namespace shunt {

/// What a process has one of, as long as somebody uses it. A forked child has none of its parent's: it lacks the
/// threads that serve it.   Thread: any.
template <class Thing>
class OnePerProcess {
public:
    /// That which is there, else what `make` returns (a shared_ptr; null: there is none, it is tried again).
    template <class Make>
    std::shared_ptr<Thing> get(Make&& make) {
        const std::lock_guard<std::mutex> guard(mutex_);
        std::shared_ptr<Thing> found = owner_ == getpid() ? known_.lock() : nullptr;
        if (found != nullptr) return found;
        found = std::forward<Make>(make)();
        known_ = found;
        owner_ = getpid();
        return found;
    }

private:
    std::mutex mutex_;
    std::weak_ptr<Thing> known_;
    pid_t owner_ = 0;
};

}  // namespace shunt
