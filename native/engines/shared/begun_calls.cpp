#include "native/engines/shared/begun_calls.hpp"

#include <utility>

#include "native/base/clock.hpp"

namespace shunt {

class BegunCalls::Handle final : public Pending {
public:
    Handle(BegunCalls& calls, std::shared_ptr<Entry> entry) : calls_(calls), entry_(std::move(entry)) {}
    ~Handle() override {
        if (status() == Status::again) calls_.abandon(*entry_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    Status advance() override {
        if (status() == Status::again) calls_.go_on(*entry_);
        return status();
    }
    Status wait(std::int64_t most_ns) override {
        if (status() == Status::again) calls_.wait_for(entry_.get(), monotonic_ns() + most_ns);
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
    look(0);  // a vector that other members wait for is sent now
    return handle;
}

/// Advances the first calls as far as possible; does nothing while another thread does so. Where many calls are polled
/// one after the other, few polls need to advance.
void BegunCalls::go_on(const Entry& entry) {
    constexpr unsigned kLooksLeftOut = 16;
    const std::unique_lock locked(mutex_, std::try_to_lock);
    if (!locked.owns_lock() || calls_.empty()) return;
    if (calls_.front().get() == &entry || ++later_looks_ % kLooksLeftOut == 0) look(0);
}

/// Waits until `entry` has ended; null: until all calls have.
void BegunCalls::wait_for(const Entry* entry, std::int64_t end_ns) {
    WakefulWait wakeful(exchange_.has_work(), has_core_);
    const auto is_over = [&] {
        return entry ? entry->status.load(std::memory_order_acquire) != Status::again : !any();
    };
    while (!is_over() && monotonic_ns() < end_ns) {
        bool moved = false;
        {
            const std::lock_guard locked(mutex_);
            moved = look(wakeful.sleep_ns(kFirstSliceNs));
        }
        if (!moved) wakeful.let_progress(exchange_);
    }
}

/// Advances the first calls. Where they make no progress, waits for `wait_ns` for an event that lets them.   Returns
/// whether they made progress.
bool BegunCalls::look(std::int64_t wait_ns) {
    Status failure = Status::ok;
    const Status waited = memory_.wait([&] { return advance_first_calls(failure); }, wait_ns);
    if (calls_.empty()) return true;
    if (failure == Status::ok && waited == Status::ok) {
        watch_.moved();
        return true;
    }
    if (failure == Status::ok)
        failure = waited == Status::timeout ? watch_.look(*calls_.front()->call, exchange_) : waited;
    if (failure == Status::again) return false;
    fail_all(failure);
    return true;
}

/// Returns whether anything moved, or no call is left. `failure`: of the first call, which then stays the first.
bool BegunCalls::advance_first_calls(Status& failure) {
    bool moved = false;
    while (!calls_.empty()) {
        BegunCall& first = *calls_.front()->call;
        const Status status = first.advance();
        if (status == Status::again) return moved || first.moved();
        moved = true;
        if (!is_usable_after(status)) {
            failure = status;
            return true;
        }
        end_first(status);
    }
    return true;
}

void BegunCalls::end_first(Status status) {
    Entry& first = *calls_.front();
    first.call.reset();
    first.status.store(status, std::memory_order_release);
    calls_.pop_front();
    if (calls_.empty()) any_.store(false, std::memory_order_release);
}

/// The team has failed, and so have the calls begun on it.
void BegunCalls::fail_all(Status why) {
    const Status broken = calls_.front()->call->fail(why);
    while (!calls_.empty()) end_first(broken);
}

void BegunCalls::abandon(Entry& entry) {
    const std::lock_guard locked(mutex_);
    if (entry.call) fail_all(Status::bug);
}

}  // namespace shunt
