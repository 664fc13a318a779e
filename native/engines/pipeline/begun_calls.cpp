#include "native/engines/pipeline/begun_calls.hpp"

#include <time.h>

#include <utility>

namespace shunt::pipeline {

class BegunCalls::Handle final : public Pending {
public:
    Handle(BegunCalls& calls, std::shared_ptr<Entry> entry) : calls_(calls), entry_(std::move(entry)) {}
    ~Handle() override {
        if (status() == Status::again) calls_.abandon(*entry_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    Status advance() override {
        if (status() == Status::again) calls_.go_on();
        return status();
    }

private:
    Status status() const { return entry_->status.load(std::memory_order_acquire); }

    BegunCalls& calls_;
    std::shared_ptr<Entry> entry_;
};

std::unique_ptr<Pending> BegunCalls::add(std::unique_ptr<BegunCall> call) {
    auto entry = std::make_shared<Entry>();
    entry->call = std::move(call);
    auto handle = std::make_unique<Handle>(*this, entry);
    const std::lock_guard locked(mutex_);
    calls_.push_back(std::move(entry));
    any_.store(true, std::memory_order_release);
    advance_first_calls();  // a vector that others wait for goes out now
    return handle;
}

void BegunCalls::go_on() {
    const std::unique_lock locked(mutex_, std::try_to_lock);
    if (locked.owns_lock()) advance_first_calls();
}

void BegunCalls::finish(Exchange& exchange) {
    constexpr timespec kPause{0, 20'000};
    while (any()) {
        bool moved = false;
        {
            const std::lock_guard locked(mutex_);
            advance_first_calls();
            moved = moved_;
        }
        if (moved) continue;
        exchange.progress();
        nanosleep(&kPause, nullptr);
    }
}

void BegunCalls::advance_first_calls() {
    moved_ = false;
    while (!calls_.empty()) {
        Entry& first = *calls_.front();
        const Status status = first.call->advance();
        moved_ = moved_ || status != Status::again || first.call->moved();
        if (status == Status::again) return;
        first.call.reset();
        first.status.store(status, std::memory_order_release);
        calls_.pop_front();
    }
    any_.store(false, std::memory_order_release);
}

/// Then all calls behind it end at once, with what the team says of itself.
void BegunCalls::abandon(Entry& entry) {
    const std::lock_guard locked(mutex_);
    if (!entry.call) return;
    entry.call->abandon();
    advance_first_calls();
}

}  // namespace shunt::pipeline
