#include "native/schedule/matching.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

namespace shunt::schedule {

namespace {

/// Number of a port's messages that are compared; further ones are tried only while none of them fits.
constexpr std::size_t kEnough = 128;

}  // namespace

Matching::Matching(const Pattern& pattern, const Topology& topology, Remaining& remaining)
    : pattern_(pattern),
      remaining_(remaining),
      uplinks_(pattern.nodes, topology),
      one_switch_(topology.is_one_switch()),
      message_of_(remaining.ports(), kNone),
      reached_by_(remaining.ports()),
      seen_(remaining.ports()),
      load_before_(remaining.ports()) {
    for (std::size_t port = 0; port < remaining.ports(); ++port) ranked_.push_back(port);
    // No message was carried before the first phase: every port counts as idle, in the order of its load.
    for (const std::size_t port : ranked_) load_before_[port] = remaining.load(port);
    std::stable_sort(ranked_.begin(), ranked_.end(),
                     [&](std::size_t a, std::size_t b) { return remaining.load(a) > remaining.load(b); });
}

// Ports that carried equally much keep their relative order, and most carried either all that the phase allowed or
// nothing.
void Matching::rank_ports() {
    std::erase_if(ranked_, [this](std::size_t port) { return remaining_.load(port) == 0; });
    const auto more = [this](std::size_t a, std::size_t b) {
        const std::int64_t load_a = remaining_.load(a), load_b = remaining_.load(b);
        return load_a != load_b ? load_a > load_b : a < b;
    };
    const auto carried = [this](std::size_t port) { return load_before_[port] - remaining_.load(port); };
    std::int64_t most = 0;
    for (const std::size_t port : ranked_) most = std::max(most, carried(port));
    const auto odd = std::stable_partition(
        ranked_.begin(), ranked_.end(), [&](std::size_t port) { return carried(port) == 0 || carried(port) == most; });
    const auto idle =
        std::stable_partition(ranked_.begin(), odd, [&](std::size_t port) { return carried(port) == most; });
    std::inplace_merge(ranked_.begin(), idle, odd, more);
    std::sort(odd, ranked_.end(), more);
    std::inplace_merge(ranked_.begin(), odd, ranked_.end(), more);
    for (const std::size_t port : ranked_) load_before_[port] = remaining_.load(port);
    for (const std::size_t port : {kSenders, kReceivers}) with_load_[port] = 0;
    for (const std::size_t port : ranked_) ++with_load_[side(port)];
}

void Matching::begin(std::int64_t time) {
    time_ = time;
    uplinks_.clear();
    std::fill(message_of_.begin(), message_of_.end(), kNone);
}

/// Serves the ports of ranked_ from place `begin` on that have a free peer, until one side has no free port with
/// remaining load.
void Matching::fill_from(std::size_t begin) {
    std::size_t free[2] = {with_load_[kSenders], with_load_[kReceivers]};
    for (const std::size_t port : ranked_) free[side(port)] -= message_of_[port] != kNone;
    for (std::size_t i = begin; i < ranked_.size() && free[kSenders] > 0 && free[kReceivers] > 0; ++i) {
        if (message_of_[ranked_[i]] != kNone) continue;
        pair_with_best(ranked_[i]);
        const bool paired = message_of_[ranked_[i]] != kNone;
        for (auto& count : free) count -= paired;
        if (!paired) --free[side(ranked_[i])];
    }
}

void Matching::pair(std::uint32_t message) {
    message_of_[remaining_.sender(message)] = message;
    message_of_[remaining_.receiver(message)] = message;
    if (!one_switch_) uplinks_.take(pattern_.messages[message]);
}

/// Among the messages of `port` to free ports, chooses the one that fills the phase best, then the one whose other end
/// has the largest load. False: none of the port's messages serves it.
bool Matching::pair_with_best(std::size_t port) {
    bool served = false;
    std::uint32_t best = kNone;
    std::pair<std::int64_t, std::int64_t> best_key{0, 0};
    std::size_t looked_at = 0;
    for (const std::uint32_t message : remaining_.live(port)) {
        if (++looked_at > kEnough && best != kNone) break;
        const std::size_t peer = remaining_.other(port, message);
        if (one_switch_ && !serves(message)) continue;
        served = true;
        if (message_of_[peer] != kNone || !uplinks_.fits(pattern_.messages[message])) continue;
        const std::int64_t urgency =
            one_switch_ ? remaining_.load(peer) : std::max(remaining_.load(peer), remaining_.uplink_load(message));
        const std::pair<std::int64_t, std::int64_t> key{std::min(remaining_.bytes(message), time_), urgency};
        if (key <= best_key) continue;
        best_key = key;
        best = message;
        if (key.first == time_) break;
    }
    if (best != kNone) pair(best);
    return served;
}

// The ports that must be served come first in the ranking. Serving one more by an alternating path leaves all of them
// served: a path ends at a free port, or at a port of its own side that need not be served and gives way. (Mendelsohn,
// Dulmage 1958: a matching that covers the required senders and one that covers the required receivers can be joined.)
bool Matching::choose(std::int64_t time) {
    begin(time);
    std::size_t needed = 0;
    for (; needed < ranked_.size() && required(ranked_[needed]); ++needed)
        if (message_of_[ranked_[needed]] == kNone && !pair_with_best(ranked_[needed])) return false;
    if (!augment_first(needed)) return false;
    fill_from(needed);
    return true;
}

/// Serves the first `count` ranked ports. A pass visits no port twice, in any of its searches: a failed branch fails
/// again, and changes by a path that was found are left to the next pass.
bool Matching::augment_first(std::size_t count) {
    std::vector<std::size_t> unserved;
    const auto served = [this](std::size_t port) { return message_of_[port] != kNone; };
    std::copy_if(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(count), std::back_inserter(unserved),
                 std::not_fn(served));
    for (std::size_t before = unserved.size() + 1; !unserved.empty() && unserved.size() < before;) {
        before = unserved.size();
        ++search_;
        for (const std::size_t port : unserved)
            if (!served(port)) augment(port);  // a path of the other side may have served it
        std::erase_if(unserved, served);
    }
    return unserved.empty();
}

void Matching::choose_by_load(std::int64_t time) {
    begin(time);
    fill_from(0);
}

bool Matching::augment(std::size_t port) {
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

/// Pairs along the path that ends with `message`, back to the port where the search began.
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
        time = std::min(
            time, message == kNone ? remaining_.slack(port) : remaining_.bytes(message) + remaining_.slack_of(message));
    }
    return time;
}

std::vector<std::uint32_t> Matching::chosen() const {
    return {message_of_.begin(), message_of_.begin() + pattern_.nodes};
}

}  // namespace shunt::schedule
