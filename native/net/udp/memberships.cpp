#include "native/net/udp/memberships.hpp"

#include "native/net/udp/socket.hpp"

namespace shunt::net {

MembershipLimit::Step MembershipLimit::touch(std::uint64_t key) {
    if (const auto place = places_.find(key); place != places_.end()) {
        by_use_.splice(by_use_.begin(), by_use_, place->second);
        return {};
    }
    Step step{true, std::nullopt};
    if (places_.size() >= most_) {
        step.evict = by_use_.back();
        places_.erase(by_use_.back());
        by_use_.pop_back();
    }
    by_use_.push_front(key);
    places_.emplace(key, by_use_.begin());
    return step;
}

void MembershipLimit::forget(std::uint64_t key) {
    const auto place = places_.find(key);
    if (place == places_.end()) return;
    by_use_.erase(place->second);
    places_.erase(place);
}

Outcome Memberships::add(std::uint64_t key, GroupSocket& socket) {
    if (!groups_.emplace(key, Group{&socket, false}).second)
        return {Status::bug, "group " + std::to_string(key) + " is already known"};
    return {};
}

Outcome Memberships::touch(std::uint64_t key) {
    const auto group = groups_.find(key);
    if (group == groups_.end()) return {Status::bug, "group " + std::to_string(key) + " is not known"};
    const auto step = limit_.touch(key);
    if (step.evict) {
        auto& victim = groups_.at(*step.evict);
        victim.socket->leave();
        victim.evicted = true;
        ++counters_.evictions;
    }
    if (!step.join) return {};
    auto outcome = group->second.socket->join();
    if (!outcome.ok()) {
        limit_.forget(key);
        return outcome;
    }
    ++counters_.joins;
    if (group->second.evicted) ++counters_.rejoins;
    group->second.evicted = false;
    return {};
}

void Memberships::remove(std::uint64_t key) {
    const auto group = groups_.find(key);
    if (group == groups_.end()) return;
    if (limit_.joined(key)) group->second.socket->leave();
    limit_.forget(key);
    groups_.erase(group);
}

}  // namespace shunt::net
