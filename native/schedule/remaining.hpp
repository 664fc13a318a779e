#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "native/schedule/pattern.hpp"

namespace shunt::schedule {

/// The remaining bytes of a preemptive schedule under construction, and the time left for them.
/// Ports count senders first (0..nodes-1), then receivers. Time is measured in bytes at the rate of a port.
/// Owner: keeps references to pattern and topology.
class Remaining {
public:
    Remaining(const Pattern& pattern, const Topology& topology);

    std::size_t ports() const { return load_.size(); }
    std::size_t sender(std::uint32_t message) const {
        return static_cast<std::size_t>(pattern_.messages[message].from);
    }
    std::size_t receiver(std::uint32_t message) const {
        return nodes_ + static_cast<std::size_t>(pattern_.messages[message].to);
    }
    std::size_t other(std::size_t port, std::uint32_t message) const {
        return port < nodes_ ? receiver(message) : sender(message);
    }
    bool is_sender(std::size_t port) const { return port < nodes_; }

    std::int64_t bytes(std::uint32_t message) const { return bytes_[message]; }
    std::int64_t offset(std::uint32_t message) const { return pattern_.messages[message].bytes - bytes_[message]; }
    std::int64_t load(std::size_t port) const { return load_[port]; }
    /// How long the port may idle and still finish in time.
    std::int64_t slack(std::size_t port) const { return time_ - load_[port]; }
    std::int64_t slack_of(std::uint32_t message) const {
        return std::min(slack(sender(message)), slack(receiver(message)));
    }
    bool done() const { return total_ == 0; }

    std::int64_t time() const { return time_; }
    void allow(std::int64_t time) { time_ = time; }
    /// A phase of `time` has ended. If that exceeded the time left, the new time left is the least that the rest needs.
    void elapse(std::int64_t time);

    /// The messages of a port with remaining bytes.
    std::span<const std::uint32_t> live(std::size_t port) const {
        return std::span(messages_).subspan(first_[port], count_[port]);
    }

    /// Subtracts `bytes` from a message.
    void carry(std::uint32_t message, std::int64_t bytes);

    /// The load of the busiest uplink on the path of `message`: remaining bytes divided by the pairs carried; 0 if it
    /// passes none.
    std::int64_t uplink_load(std::uint32_t message) const;

private:
    void remove(std::size_t port, std::uint32_t& place);

    const Pattern& pattern_;
    const Topology& topology_;
    std::size_t nodes_;
    std::vector<std::int64_t> bytes_;           // by message
    std::vector<std::int64_t> load_;            // by port
    std::vector<std::int64_t> up_, down_;       // by switch
    std::vector<std::uint32_t> first_, count_;  // by port: its part of messages_
    std::vector<std::uint32_t> messages_;
    std::vector<std::uint32_t> place_at_sender_, place_at_receiver_;  // by message: where in messages_
    std::int64_t total_ = 0, time_ = 0;
};

}  // namespace shunt::schedule
