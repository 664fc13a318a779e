#include "native/engines/remote_write/messenger.hpp"

#include "native/engines/remote_write/core.hpp"

namespace shunt::remote_write {
namespace {

using Locked = std::lock_guard<MessengerLock>;

}  // namespace

Messenger::Messenger(Fabric& fabric, int process, const MessengerOptions& options, Threads threads)
    : core_(std::make_unique<Core>(fabric, process, options, threads)) {}

Messenger::~Messenger() = default;

void Messenger::start(Send& send) {
    const Locked locked(core_->lock);
    core_->start(send);
}

void Messenger::start(Receive& receive) {
    const Locked locked(core_->lock);
    core_->start(receive);
}

bool Messenger::probe(Context context, const Pattern& pattern, Envelope& found) {
    const Locked locked(core_->lock);
    core_->advance();
    Queues& queues = core_->queues_of(context);
    while (auto* message = static_cast<Unexpected*>(queues.unexpected.find(pattern))) {
        if (message->kind == Kind::offer && core_->fabric.is_withdrawn(message->process, message->ticket)) {
            core_->drop(queues, *message);  // its sender has cancelled it
            continue;
        }
        found = {context, message->pattern.source, message->pattern.tag, message->bytes};
        return true;
    }
    return false;
}

Matched* Messenger::take(Context context, const Pattern& pattern, Envelope& found) {
    const Locked locked(core_->lock);
    core_->advance();
    Queues& queues = core_->queues_of(context);
    while (auto* message = static_cast<Unexpected*>(queues.unexpected.find(pattern))) {
        if (message->kind == Kind::offer && !core_->fabric.hold(message->process, message->ticket)) {
            core_->drop(queues, *message);  // its sender has cancelled it
            continue;
        }
        queues.unexpected.remove(*message);
        message->serial = 0;
        found = {context, message->pattern.source, message->pattern.tag, message->bytes};
        return message;
    }
    return nullptr;
}

void Messenger::start(Receive& receive, Matched* matched) {
    const Locked locked(core_->lock);
    core_->start(receive, *matched);
}

bool Messenger::cancel(Receive& receive) {
    const Locked locked(core_->lock);
    return core_->cancel(receive);
}

void Messenger::cancel(Send& send) {
    const Locked locked(core_->lock);
    core_->cancel(send);
}

void Messenger::end_left() {
    const Locked locked(core_->lock);
    core_->end_left();
}

bool Messenger::advance() {
    // Another thread that holds the lock advances, or is about to.
    if (!core_->lock.try_lock()) return false;
    const std::lock_guard locked(core_->lock, std::adopt_lock);
    return core_->advance();
}

bool Messenger::advance_beside() {
    if (!core_->lock.try_lock_beside()) return false;
    const bool moved = core_->advance();
    core_->lock.unlock_beside();
    return moved;
}

void Messenger::wait(std::int64_t most_ns) { core_->fabric.wait(most_ns); }

bool Messenger::has_work() const { return core_->receives.get() != 0 || has_unsent(); }

bool Messenger::has_unsent() const {
    return core_->sends.get() != 0 || core_->busy_peers.get() != 0 || core_->fabric.has_unsent();
}

void Messenger::prefer(std::span<const int> processes) {
    const Locked locked(core_->lock);
    core_->fabric.prefer(processes);
}

void Messenger::prefer_elsewhere(std::span<const int> processes) {
    const Locked locked(core_->lock);
    core_->fabric.prefer_elsewhere(processes);
}

bool Messenger::is_in_use(Context context) const {
    const Locked locked(core_->lock);
    return core_->is_in_use(context);
}

void Messenger::close_context(Context context) {
    const Locked locked(core_->lock);
    core_->close_context(context);
}

Counters Messenger::counters() const {
    const Locked locked(core_->lock);
    return core_->counters;
}

const char* Messenger::failure() const { return core_->broken.load(std::memory_order_acquire); }

}  // namespace shunt::remote_write
