#include "shim/offload/chores.hpp"

#include <utility>

#include "native/base/clock.hpp"
#include "shim/observe/session.hpp"

namespace shunt {
namespace {

constexpr std::uint64_t kTicksBetweenLooks = 20'000;  // some microseconds: a poll costs a tenth of one
constexpr std::int64_t kLastLooksNs = 1'000'000'000;

}  // namespace

void Chores::add(std::unique_ptr<Chore> chore) {
    Entries one;
    one.push_back({std::move(chore), nullptr});
    put_back(one);
}

void Chores::put_back(Entries& entries) {
    const std::lock_guard<std::mutex> guard(mutex_);
    entries_.splice(entries_.end(), entries);
    count_.set(static_cast<int>(entries_.size()) + (mailbox_.all_sent() ? 0 : 1));
}

/// Returns: whether one of its gatherings, or the whole chore, has ended.
bool Chores::advance_one(const Session& s, Entry& entry) {
    if (!entry.gather) {
        const Chore::Now now = entry.chore->now();
        if (now != Chore::Now::begin) return now == Chore::Now::end;
        entry.gather = std::make_unique<BackgroundGather>(entry.chore->begin());
    }
    MemberPost post(mailbox_, s.world, entry.chore->world_ranks());
    return entry.gather->advance(post);
}

void Chores::advance(const Session& s) {
    const std::uint64_t now = ticks();
    if (now < next_look_.load(std::memory_order_relaxed)) return;
    next_look_.store(now + kTicksBetweenLooks, std::memory_order_relaxed);
    advance_now(s);
}

// done() runs without the lock: it may free a team, or add another chore.
void Chores::advance_now(const Session& s) {
    Entries ended;
    {
        const std::unique_lock<std::mutex> guard(mutex_, std::try_to_lock);
        if (!guard.owns_lock()) return;  // another thread does it
        mailbox_.advance(s.world);
        for (auto entry = entries_.begin(); entry != entries_.end();) {
            const auto next = std::next(entry);
            if (advance_one(s, *entry)) ended.splice(ended.end(), entries_, entry);
            entry = next;
        }
        // Unsent messages count too: their receivers wait for this rank to send them.
        count_.set(static_cast<int>(entries_.size()) + (mailbox_.all_sent() ? 0 : 1));
    }
    std::erase_if(ended, [](const Entry& entry) { return !entry.gather; });
    if (ended.empty()) return;
    for (Entry& entry : ended) {
        entry.chore->done(*entry.gather);
        entry.gather.reset();
    }
    put_back(ended);
}

void Chores::release(const Session& s, bool peers_alive) {
    const std::int64_t end = monotonic_ns() + kLastLooksNs;
    for (GentleWait wait(s.patience); peers_alive && any() && monotonic_ns() < end; wait.pause()) advance_now(s);
    const std::lock_guard<std::mutex> guard(mutex_);
    mailbox_.abandon();
    entries_.clear();
    count_.set(0);
}

}  // namespace shunt
