#include "native/schedule/remaining.hpp"

#include <utility>

namespace shunt::schedule {

Remaining::Remaining(const Pattern& pattern, const Topology& topology)
    : pattern_(pattern),
      topology_(topology),
      nodes_(static_cast<std::size_t>(pattern.nodes)),
      first_(2 * nodes_ + 1),
      count_(2 * nodes_),
      messages_(2 * pattern.messages.size()) {
    const auto loads = loads_of(pattern, topology);
    load_ = loads.out;
    load_.insert(load_.end(), loads.in.begin(), loads.in.end());
    up_ = loads.up;
    down_ = loads.down;
    for (const auto& message : pattern.messages) {
        bytes_.push_back(message.bytes);
        total_ += message.bytes;
    }
    const auto messages = static_cast<std::uint32_t>(bytes_.size());
    for (std::uint32_t i = 0; i < messages; ++i) ++first_[sender(i) + 1], ++first_[receiver(i) + 1];
    for (std::size_t port = 0; port < count_.size(); ++port) first_[port + 1] += first_[port];
    const auto add = [this](std::size_t port, std::uint32_t message) {
        const std::uint32_t place = first_[port] + count_[port]++;
        messages_[place] = message;
        return place;
    };
    for (std::uint32_t i = 0; i < messages; ++i) {
        place_at_sender_.push_back(add(sender(i), i));
        place_at_receiver_.push_back(add(receiver(i), i));
    }
}

void Remaining::elapse(std::int64_t time) {
    time_ -= time;
    for (const std::int64_t load : load_) time_ = std::max(time_, load);
}

/// The last message of the port moves to the place of the finished one.
void Remaining::remove(std::size_t port, std::uint32_t& place) {
    const std::uint32_t last = first_[port] + --count_[port];
    const std::uint32_t moved = messages_[last];
    std::swap(messages_[place], messages_[last]);
    (is_sender(port) ? place_at_sender_ : place_at_receiver_)[moved] = place;
    place = last;
}

void Remaining::carry(std::uint32_t message, std::int64_t bytes) {
    bytes_[message] -= bytes;
    load_[sender(message)] -= bytes;
    load_[receiver(message)] -= bytes;
    total_ -= bytes;
    if (bytes_[message] == 0) {
        remove(sender(message), place_at_sender_[message]);
        remove(receiver(message), place_at_receiver_[message]);
    }
    const auto& whole = pattern_.messages[message];
    if (!topology_.crosses(whole)) return;
    up_[static_cast<std::size_t>(topology_.switch_at(whole.from))] -= bytes;
    down_[static_cast<std::size_t>(topology_.switch_at(whole.to))] -= bytes;
}

std::int64_t Remaining::uplink_load(std::uint32_t message) const {
    const auto& whole = pattern_.messages[message];
    if (!topology_.crosses(whole)) return 0;
    const auto from = static_cast<std::size_t>(topology_.switch_at(whole.from)),
               to = static_cast<std::size_t>(topology_.switch_at(whole.to));
    return std::max(up_[from] / topology_.uplink_pairs[from], down_[to] / topology_.uplink_pairs[to]);
}

}  // namespace shunt::schedule
