#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace shunt::remote_write {

/// The processes to which this one has a fast channel where their number is limited, and those it prefers: rings within
/// a node, slots of registered memory among nodes.   Thread: one at a time.
/// Source: PRO-MPI 5.4.1 (maxRDMA and a row of the priority matrix).
class PreferredPeers {
public:
    /// `most` 0: no limit.
    explicit PreferredPeers(std::uint32_t most) : most_(most) {}

    bool are_limited() const { return most_ != 0; }
    /// From now on only the first of `processes`, up to the limit, are preferred. In reviews they count as if they had
    /// a channel; no process is left out any longer.
    void expect(std::span<const int> processes);
    bool prefers(int process) const { return has(preferred_, process); }
    bool has_channel(int process) const { return has(made_, process); }
    /// The peer has no place for a channel: it is preferred no longer, and no place is reserved for it.
    void declined(int process);
    /// The peer has a place for a channel: it is left out no longer.
    void offered(int process) { left_out_.erase(process); }
    /// Whether a preferred process has no channel.
    bool lacks_some() const { return lacking_ > 0; }
    /// How many channels must be left before all preferred processes can have one.
    std::size_t too_many() const { return made_.size() + lacking_ > most_ ? made_.size() + lacking_ - most_ : 0; }
    /// Whether a channel to `process` may be made now. The preferred processes have reserved places.
    bool admits(int process) const;
    void made(int process);
    void gone(int process);
    /// How many channels have gone, among them those that peers had no place for.
    std::uint64_t channels_gone() const { return channels_gone_; }

    /// How much this process has communicated with a peer lately.
    struct Use {
        int process = -1;
        std::uint64_t frames = 0;
        bool has_channel = false, is_waiting = false;
    };
    /// Prefers the busiest peers. A peer with a channel, or expected, keeps it until another is twice as busy. A peer
    /// that had no place for the channel is left out for kReviewsLeftOut reviews.
    /// Returns: whether the preferred peers have changed.
    bool review(std::span<const Use> uses);
    static constexpr std::uint64_t kReviewsLeftOut = 16;

private:
    static bool has(const std::vector<int>& list, int process);
    void prefer(std::span<const int> processes);

    void count_lacking();

    std::uint32_t most_;
    std::vector<int> made_, preferred_, expected_;  // at most `most_` each
    std::size_t lacking_ = 0;                       // of the preferred peers, those without a channel
    std::uint64_t reviews_ = 0, channels_gone_ = 0;
    std::map<int, std::uint64_t> left_out_;  // process: until which review
};

}  // namespace shunt::remote_write
