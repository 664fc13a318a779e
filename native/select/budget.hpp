#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

namespace shunt {

/// What trying candidates on one communicator may cost: kFirstNs, and kShare of the run so far. A round of trying that
/// is expected to cost more than what is left waits. Trying has cost the time by which calls took longer than the
/// present choice's would have, the exchanges of times, and the making of what only trials need.
/// The figures are those of whole processes, so other communicators' trials count too. Members measure different ones:
/// only the figures that an exchange has combined decide, and these are equal on all members.
/// Thread: that of the calls.
class Budget {
public:
    static constexpr double kShare = 0.005, kFirstNs = 5e6;

    /// What one member sends with its times.   Units: ns.
    struct Figures {
        std::uint64_t spent_ns = 0;      ///< on trying, by this process
        std::uint64_t run_ns = 0;        ///< since MPI_Init
        std::uint64_t preparing_ns = 0;  ///< exchanges and preparations on this communicator since its last figures
    };

    /// Before the first round: nothing is allowed before members have combined their figures.
    void ask_first() { is_known_ = false; }
    /// All members call this in the same call, with the figures of all. The greatest count: those of a member that
    /// reports too little have no effect.
    void agree(std::span<const Figures> all) {
        double spent = 0, run = 0;
        for (const Figures& one : all) {
            spent = std::max(spent, static_cast<double>(one.spent_ns));
            run = std::max(run, static_cast<double>(one.run_ns));
        }
        allowed_ = kFirstNs + kShare * run - spent;
        is_known_ = true;
    }
    /// What all members have spent on preparations. The member that came last did not wait for others, so the least
    /// counts.   Units: ns.
    static double prepared_ns(std::span<const Figures> all) {
        std::uint64_t least = UINT64_MAX;
        for (const Figures& one : all) least = std::min(least, one.preparing_ns);
        return all.empty() ? 0 : static_cast<double>(least);
    }
    /// Trials of this communicator have cost that much.
    void spend(double ns) {
        allowed_ -= ns;
        here_ += ns;
    }
    /// A round is expected to cost that much more than was reserved for it; a negative number: less.
    void reserve(double ns) { reserved_ += ns; }

    bool is_known() const { return is_known_; }
    /// Units: ns; negative: rounds have cost more than expected.
    double left_ns() const { return allowed_ - reserved_; }
    /// Total cost of this communicator's trials.   Units: ns.
    double here_ns() const { return here_; }

private:
    bool is_known_ = true;
    double allowed_ = kFirstNs, reserved_ = 0, here_ = 0;
};

}  // namespace shunt
