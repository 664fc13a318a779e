#pragma once
#include <cstdint>
#include <vector>

#include "native/schedule/occupancy.hpp"
#include "native/schedule/remaining.hpp"

namespace shunt::schedule {

/// Chooses the pairs of one phase of a preemptive schedule: a matching that serves every port that cannot afford to
/// idle. Owner: keeps references to the constructor's arguments.
class Matching {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    Matching(const Pattern& pattern, const Topology& topology, Remaining& remaining);

    /// Sorts the ports by their remaining load. Call this after a phase was carried, before choose().
    void rank_ports();

    /// Chooses pairs for a phase of `time`. False: some port cannot be served so that all messages still finish in
    /// time. A port is served if its idle time in this phase does not exceed its slack. Without uplinks a phase of time
    /// 1 can always be chosen.
    bool choose(std::int64_t time);

    /// Chooses pairs by load alone, as many as fit, uplinks respected; for phases of about `time`.
    void choose_by_load(std::int64_t time);

    /// The longest phase of the chosen pairs after which all messages can still finish in time.
    std::int64_t longest() const;

    /// The chosen messages, by sender; kNone: it does not send.
    std::vector<std::uint32_t> chosen() const;

private:
    static constexpr std::size_t kSenders = 0, kReceivers = 1;

    bool serves(std::uint32_t message) const {
        return remaining_.bytes(message) + remaining_.slack_of(message) >= time_;
    }
    bool required(std::size_t port) const { return remaining_.slack(port) < time_; }
    void begin(std::int64_t time);
    void pair(std::uint32_t message);
    bool pair_with_best(std::size_t port);
    void fill_from(std::size_t begin);
    std::size_t side(std::size_t port) const { return remaining_.is_sender(port) ? kSenders : kReceivers; }
    bool augment_first(std::size_t count);
    bool augment(std::size_t port);
    void turn(std::size_t start, std::uint32_t message);

    const Pattern& pattern_;
    Remaining& remaining_;
    Occupancy uplinks_;
    bool one_switch_;
    std::int64_t time_ = 0;
    std::vector<std::size_t> ranked_;        // ports with remaining load, most loaded first
    std::vector<std::uint32_t> message_of_;  // by port, or kNone
    std::vector<std::uint32_t> reached_by_;  // search: the message by which a port of the far side was reached
    std::vector<std::uint32_t> seen_;        // search: the number of the last search that reached the port
    std::vector<std::size_t> queue_;
    std::uint32_t search_ = 0;
    std::vector<std::int64_t> load_before_;  // by port: its remaining load when the ports were last ranked
    std::size_t with_load_[2] = {0, 0};      // by side: ports with remaining load
};

}  // namespace shunt::schedule
