#include "native/engines/remote_write/messenger.hpp"

#include "native/engines/remote_write/core.hpp"

namespace shunt::remote_write {
namespace {

/// The messenger's lock, where there are many threads.
class Locked {
public:
    Locked(std::mutex& mutex, bool many_threads) : mutex_(many_threads ? &mutex : nullptr) {
        if (mutex_) mutex_->lock();
    }
    ~Locked() {
        if (mutex_) mutex_->unlock();
    }
    Locked(const Locked&) = delete;

private:
    std::mutex* mutex_;
};

}  // namespace

Messenger::Messenger(Fabric& fabric, int process, const MessengerOptions& options, bool many_threads)
    : core_(std::make_unique<Core>(fabric, process, options, many_threads)) {}

Messenger::~Messenger() = default;

void Messenger::start(Send& send) {
    const Locked locked(core_->mutex, core_->many_threads);
    core_->start(send);
}

void Messenger::start(Receive& receive) {
    const Locked locked(core_->mutex, core_->many_threads);
    core_->start(receive);
}

bool Messenger::probe(Context context, const Pattern& pattern, Envelope& found) {
    const Locked locked(core_->mutex, core_->many_threads);
    core_->advance();
    auto* message = static_cast<Unexpected*>(core_->queues_of(context).unexpected.find(pattern));
    if (message) found = {context, message->pattern.source, message->pattern.tag, message->bytes};
    return message != nullptr;
}

Matched* Messenger::take(Context context, const Pattern& pattern, Envelope& found) {
    const Locked locked(core_->mutex, core_->many_threads);
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
    const Locked locked(core_->mutex, core_->many_threads);
    core_->start(receive, *matched);
}

bool Messenger::cancel(Receive& receive) {
    const Locked locked(core_->mutex, core_->many_threads);
    return core_->cancel(receive);
}

void Messenger::cancel(Send& send) {
    const Locked locked(core_->mutex, core_->many_threads);
    core_->cancel(send);
}

bool Messenger::advance() {
    if (!core_->many_threads) return core_->advance();
    // Another thread that holds the lock advances, or is about to.
    const std::unique_lock<std::mutex> lock(core_->mutex, std::try_to_lock);
    return lock.owns_lock() && core_->advance();
}

void Messenger::wait(std::int64_t most_ns) { core_->fabric.wait(most_ns); }

bool Messenger::has_work() const {
    const Locked locked(core_->mutex, core_->many_threads);
    return core_->sends != 0 || core_->receives != 0 || !core_->busy.empty();
}

bool Messenger::has_unsent() const {
    const Locked locked(core_->mutex, core_->many_threads);
    return core_->sends != 0 || !core_->busy.empty();
}

void Messenger::close_context(Context context) {
    const Locked locked(core_->mutex, core_->many_threads);
    core_->close_context(context);
}

Counters Messenger::counters() const {
    const Locked locked(core_->mutex, core_->many_threads);
    return core_->counters;
}

const char* Messenger::failure() const {
    const Locked locked(core_->mutex, core_->many_threads);
    return core_->broken ? core_->broken : core_->fabric.failure();
}

}  // namespace shunt::remote_write
