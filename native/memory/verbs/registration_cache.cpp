#include "native/memory/verbs/registration_cache.hpp"

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
    auto found = entries_.begin();
    while (found != entries_.end() && !covers(found->memory, memory)) ++found;
    if (found != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, found);
    } else {
        Pinned pinned;
        Outcome outcome = pin(memory, pinned);
        if (!outcome.ok()) return outcome;
        entries_.push_front({memory, pinned, 0});
        pinned_bytes_ += pages_of(memory);
    }
    Entry& entry = entries_.front();
    ++entry.users;
    into = {entry.memory, std::uint64_t{entry.pinned.remote_key} << 32 | entry.pinned.local_key};
    return {};
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
        if (entry->pinned.local_key != local_key(given) || entry->memory.data() != given.memory.data() ||
            entry->users == 0)
            continue;
        if (--entry->users == 0 && !keep_) drop(entry);
        return;
    }
}

void RegistrationCache::forget(std::span<const std::byte> memory) {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        const bool overlaps = start_of(entry->memory) < end_of(memory) && start_of(memory) < end_of(entry->memory);
        entry = overlaps && entry->users == 0 ? drop(entry) : std::next(entry);
    }
}

RegistrationCache::Entries::iterator RegistrationCache::drop(Entries::iterator entry) {
    registrar_.unpin(entry->pinned);
    pinned_bytes_ -= pages_of(entry->memory);
    return entries_.erase(entry);
}

bool RegistrationCache::drop_least_recent() {
    for (auto entry = entries_.end(); entry != entries_.begin();) {
        --entry;
        if (entry->users != 0) continue;
        drop(entry);
        return true;
    }
    return false;
}

}  // namespace shunt::memory::verbs
