#include "native/memory/verbs/registration_cache.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace shunt::memory::verbs {
namespace {

constexpr std::uintptr_t kPage = 4096;

std::uintptr_t start_of(std::span<const std::byte> memory) { return reinterpret_cast<std::uintptr_t>(memory.data()); }
std::uintptr_t end_of(std::span<const std::byte> memory) { return start_of(memory) + memory.size(); }

/// The bytes of the pages that `memory` touches.
std::size_t pages_of(std::span<const std::byte> memory) {
    return (end_of(memory) + kPage - 1) / kPage * kPage - start_of(memory) / kPage * kPage;
}

bool covers(std::span<const std::byte> outer, std::span<const std::byte> inner) {
    return start_of(outer) <= start_of(inner) && end_of(inner) <= end_of(outer);
}

}  // namespace

RegistrationCache::~RegistrationCache() {
    while (!entries_.empty()) drop(entries_.begin());
}

Outcome RegistrationCache::take(std::span<const std::byte> memory, Registration& into) {
    if (memory.empty()) return {Status::bug, "registering no bytes"};
    const bool is_known = watch_ != nullptr && watch_->catch_up();
    if (is_known) drop_what_is_gone();
    const auto found =
        std::ranges::find_if(entries_, [&](const Entry& entry) { return fits(entry, memory, is_known); });
    if (found != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, found);
    } else {
        // Begin to watch first: memory given back after the pages were found must be detected.
        int watched = is_known ? watch_if_reused(memory) : MemoryWatch::kCannot;
        Pinned pinned;
        Outcome outcome = pin(memory, pinned);
        // The program may allow writing later, and the watch does not notice that.
        if (watched >= 0 && (!outcome.ok() || !pinned.is_writable)) {
            watch_->remove(watched);
            watched = MemoryWatch::kCannot;
        }
        if (!outcome.ok()) return outcome;
        entries_.push_front({memory, pinned, watched, {}});
        pinned_bytes_ += pages_of(memory);
        ++made_;
    }
    Entry& entry = entries_.front();
    entry.uses.push_back(memory);
    into = {memory, std::uint64_t{entry.pinned.remote_key} << 32 | entry.pinned.local_key, entry.pinned.is_writable};
    return {};
}

bool RegistrationCache::fits(const Entry& entry, std::span<const std::byte> memory, bool is_known) const {
    if (!covers(entry.memory, memory)) return false;
    if (entry.watched >= 0) return is_known && !is_gone(entry);
    return std::ranges::any_of(entry.uses, [&](const auto& use) { return covers(use, memory); });
}

/// Watches memory that was requested before, and not long ago.
int RegistrationCache::watch_if_reused(std::span<const std::byte> memory) {
    const auto is_same = [&](const Asked& one) {
        return one.memory.data() == memory.data() && one.memory.size() == memory.size();
    };
    const auto asked = std::find_if(asked_.begin(), asked_.end(), is_same);
    if (asked == asked_.end()) {
        asked_[next_asked_++ % asked_.size()] = {memory};
        return MemoryWatch::kCannot;
    }
    if (asked->cannot_be_watched) return MemoryWatch::kCannot;
    int watched = watch_->add(memory);
    while (watched == MemoryWatch::kFull && drop_least_recent()) watched = watch_->add(memory);
    asked->cannot_be_watched = watched == MemoryWatch::kCannot;
    return watched;
}

Outcome RegistrationCache::pin(std::span<const std::byte> memory, Pinned& into) {
    const std::size_t bytes = pages_of(memory);
    while (pinned_bytes_ + bytes > limit_bytes_)
        if (!drop_least_recent())
            return {Status::no_memory, "RDMA: " + std::to_string(pinned_bytes_ >> 10) + " KiB of " +
                                           std::to_string(limit_bytes_ >> 10) +
                                           " KiB that may be registered are in use; raise verbs.registration-limit"};
    Outcome outcome = registrar_.pin(memory, into);
    while (outcome.status == Status::no_memory && drop_least_recent()) outcome = registrar_.pin(memory, into);
    return outcome;
}

void RegistrationCache::give_back(Registration& registration) {
    const Registration given = registration;
    registration = {};
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
        if (entry->pinned.local_key != local_key(given)) continue;
        const auto use = std::ranges::find_if(entry->uses, [&](const auto& one) {
            return one.data() == given.memory.data() && one.size() == given.memory.size();
        });
        if (use == entry->uses.end()) continue;
        entry->uses.erase(use);
        if (entry->uses.empty() && entry->watched < 0) drop(entry);
        return;
    }
}

void RegistrationCache::drop_what_is_gone() {
    for (auto entry = entries_.begin(); entry != entries_.end();)
        entry = entry->uses.empty() && is_gone(*entry) ? drop(entry) : std::next(entry);
}

RegistrationCache::Entries::iterator RegistrationCache::drop(Entries::iterator entry) {
    registrar_.unpin(entry->pinned);
    if (entry->watched >= 0) watch_->remove(entry->watched);
    pinned_bytes_ -= pages_of(entry->memory);
    return entries_.erase(entry);
}

bool RegistrationCache::drop_least_recent() {
    for (auto entry = entries_.end(); entry != entries_.begin();) {
        --entry;
        if (!entry->uses.empty()) continue;
        drop(entry);
        return true;
    }
    return false;
}

}  // namespace shunt::memory::verbs
