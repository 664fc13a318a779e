#pragma once
#include <cstdint>
#include <vector>

#include "native/schedule/occupancy.hpp"
#include "native/schedule/remaining.hpp"

namespace shunt::schedule {

/// Chooses the pairs of one phase of a preemptive schedule: a matching that leaves no port unserved which could not
/// afford it. Owner: keeps references to what it is made of.
class Matching {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    Matching(const Pattern& pattern, const Topology& topology, Remaining& remaining);

    /// Sorts the ports by what they have left. To be called when a phase has been carried, before choose().
    void rank_ports();

    /// Chooses pairs for a phase of `time`. False: some port cannot be served such that all would still be done in
    /// time. A port is served when idle time in this phase does not exceed its slack. Without uplinks a phase of time 1
    /// can always be chosen.
    bool choose(std::int64_t time);

    /// Chooses pairs by load alone, as many as fit, uplinks respected; for phases of about `time`.
    void choose_by_load(std::int64_t time);

    /// The longest phase of the chosen pairs after which all can still be done in time.
    std::int64_t longest() const;

    /// The messages chosen, by sender; kNone: it does not send.
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
    std::vector<std::size_t> ranked_;        // ports with something left, most loaded first
    std::vector<std::uint32_t> message_of_;  // by port, or kNone
    std::vector<std::uint32_t> reached_by_;  // search: the message by which a port of the far side was reached
    std::vector<std::uint32_t> seen_;        // search: the number of the last search that reached the port
    std::vector<std::size_t> queue_;
    std::uint32_t search_ = 0;
    std::vector<std::int64_t> load_before_;  // by port: what it had left when the ports were last ranked
    std::size_t with_load_[2] = {0, 0};      // by side: ports with something left
};

}  // namespace shunt::schedule
