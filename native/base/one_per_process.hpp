#pragma once
#include <unistd.h>

#include <memory>
#include <mutex>
#include <utility>

namespace shunt {

/// An object of which a process has one, as long as it is in use. A forked child does not inherit its parent's object,
/// as it lacks the threads that serve it.   Thread: any.
template <class Thing>
class OnePerProcess {
public:
    /// The existing object, otherwise the one that `make` returns (a shared_ptr; null: none; the next call tries
    /// again).
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
