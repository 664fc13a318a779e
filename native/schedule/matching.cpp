#include "native/schedule/matching.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace shunt::schedule {

Matching::Matching(const Pattern& pattern, const Topology& topology, Remaining& remaining)
    : pattern_(pattern), remaining_(remaining), uplinks_(pattern.nodes, topology), flat_(topology.flat()),
      message_of_(remaining.ports()), reached_by_(remaining.ports()), seen_(remaining.ports()) {
    for (std::size_t port = 0; port < remaining.ports(); ++port) ranked_.push_back(port);
}

void Matching::rank_ports() {
    std::erase_if(ranked_, [this](std::size_t port) { return remaining_.load(port) == 0; });
    std::sort(ranked_.begin(), ranked_.end(), [this](std::size_t a, std::size_t b) {
        const std::int64_t load_a = remaining_.load(a), load_b = remaining_.load(b);
        return load_a != load_b ? load_a > load_b : a < b;
    });
}

void Matching::begin(std::int64_t time) {
    time_ = time;
    uplinks_.clear();
    std::fill(message_of_.begin(), message_of_.end(), kNone);
}

void Matching::pair(std::uint32_t message) {
    message_of_[remaining_.sender(message)] = message;
    message_of_[remaining_.receiver(message)] = message;
    if (!flat_) uplinks_.take(pattern_.messages[message]);
}

/// Of the messages of `port` to free ports: the one that fills the phase best, then the one whose other end has most left.
/// False: none of its messages serves it, whoever else is free.
bool Matching::pair_with_best(std::size_t port) {
    bool served = false;
    std::uint32_t best = kNone;
    std::pair<std::int64_t, std::int64_t> best_key{0, 0};
    for (const std::uint32_t message : remaining_.live(port)) {
        const std::size_t peer = remaining_.other(port, message);
        if (flat_ && !serves(message)) continue;
        served = true;
        if (message_of_[peer] != kNone || !uplinks_.fits(pattern_.messages[message])) continue;
        const std::int64_t urgency = flat_ ? remaining_.load(peer) : std::max(remaining_.load(peer), remaining_.uplink_load(message));
        const std::pair<std::int64_t, std::int64_t> key{std::min(remaining_.bytes(message), time_), urgency};
        if (key <= best_key) continue;
        best_key = key;
        best = message;
    }
    if (best != kNone) pair(best);
    return served;
}

// The ports that must be served come first in the ranking. Serving one more by an alternating path leaves all of them served: a path
// ends at a free port, or at a port of its own side that need not be served and gives way. (Mendelsohn, Dulmage 1958: what covers the
// required senders and what covers the required receivers can be joined.)
bool Matching::choose(std::int64_t time) {
    begin(time);
    std::size_t needed = 0;
    for (; needed < ranked_.size() && required(ranked_[needed]); ++needed)
        if (message_of_[ranked_[needed]] == kNone && !pair_with_best(ranked_[needed])) return false;
    for (std::size_t i = 0; i < needed; ++i)
        if (message_of_[ranked_[i]] == kNone && !augment(ranked_[i])) return false;
    for (std::size_t i = needed; i < ranked_.size(); ++i)
        if (message_of_[ranked_[i]] == kNone) pair_with_best(ranked_[i]);
    return true;
}

void Matching::choose_by_load(std::int64_t time) {
    begin(time);
    for (const std::size_t port : ranked_)
        if (message_of_[port] == kNone) pair_with_best(port);
}

bool Matching::augment(std::size_t port) {
    ++search_;
    queue_.assign(1, port);
    for (std::size_t at = 0; at < queue_.size(); ++at)
        for (const std::uint32_t message : remaining_.live(queue_[at])) {
            const std::size_t far = remaining_.other(queue_[at], message);
            if (seen_[far] == search_ || !serves(message)) continue;
            seen_[far] = search_;
            reached_by_[far] = message;
            if (message_of_[far] == kNone) {
                turn(port, message);
                return true;
            }
            const std::size_t near = remaining_.other(far, message_of_[far]);
            if (!required(near)) {
                message_of_[near] = kNone;
                turn(port, message);
                return true;
            }
            queue_.push_back(near);
        }
    return false;
}

/// Pairs along the path that ends with `message`, back to the port the search began at.
void Matching::turn(std::size_t start, std::uint32_t message) {
    const bool from_sender = remaining_.is_sender(start);
    while (true) {
        const std::size_t near = from_sender ? remaining_.sender(message) : remaining_.receiver(message);
        const std::uint32_t before = message_of_[near];
        pair(message);
        if (near == start) return;
        message = reached_by_[remaining_.other(near, before)];
    }
}

std::int64_t Matching::longest() const {
    std::int64_t time = std::numeric_limits<std::int64_t>::max();
    for (const std::size_t port : ranked_) {
        const std::uint32_t message = message_of_[port];
        time = std::min(time, message == kNone ? remaining_.slack(port) : remaining_.bytes(message) + remaining_.slack_of(message));
    }
    return time;
}

std::vector<std::uint32_t> Matching::chosen() const { return {message_of_.begin(), message_of_.begin() + pattern_.nodes}; }

}  // namespace shunt::schedule
