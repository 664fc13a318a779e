#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "native/memory/internode_memory.hpp"
#include "native/memory/setup.hpp"
#include "native/memory/verbs/rc_connection.hpp"
#include "native/memory/verbs/settings.hpp"

namespace shunt::memory::verbs {

/// The channel over which two members agree on new queue pairs when theirs have failed: remote memory over TCP, in
/// whose window each peer has a line. Its connections are made on demand, prove that they belong to the group, are
/// retried for as long as `network.patience` allows, and end with the peer's process. So it also distinguishes a dead
/// peer from an unreachable one. All values are absolute: sending one twice has the same effect as sending it once.
/// Thread: any one at a time.
class SideChannel {
public:
    /// The state that a peer has sent. Generations count the queue pairs of one connection; the first is 0.
    struct Heard {
        std::uint64_t generation = 0;  ///< the generation of `pair` and `words`
        QueuePair pair;
        std::uint64_t words = 0;  ///< writes with immediate data it has received from this member, over all generations
        std::uint64_t ready = 0;  ///< the generation in which it is connected
        int lost = -1;            ///< it cannot continue, as it has lost this member; -1: none
    };

    /// Makes this member's part. If that fails there is no channel, and failed queue pairs are not replaced.
    SideChannel(const Setup& setup, const Settings& settings);

    /// The data of each member for all others.
    struct Card {
        std::uint64_t is_possible = 0;
        std::array<std::byte, 64> door{};
    };
    Card card() const;
    /// Why this member has no TCP transport; empty: it has one.
    const std::string& refusal() const { return refusal_; }
    /// `cards`: of all members, by rank.   Fails: declined, on all members alike.
    Outcome finish(std::span<const Card> cards);

    /// Returns: whether it was sent; otherwise send it again.
    bool offer(int peer, std::uint64_t generation, const QueuePair& pair, std::uint64_t words);
    bool say_ready(int peer, std::uint64_t generation);
    bool say_lost(int peer, int lost);
    Heard heard(int peer) const;

    /// Receives, and checks for peers that are gone.
    void serve();
    /// The lost peer, as TCP reports it; -1: none. After a loss the channel is unusable.
    int lost_peer() const { return memory_->trouble() == Status::ok ? -1 : memory_->lost_peer(); }
    /// How that was detected; empty: a peer has reported it.
    const std::string& said() const { return said_; }

private:
    struct Line;
    std::uint64_t at(int rank, std::size_t member) const;
    bool put_word(int peer, std::size_t member, std::uint64_t value);

    int rank_, size_;
    Setup setup_;  // until finish()
    std::string said_, refusal_;
    std::unique_ptr<InternodeOpening> opening_;
    std::unique_ptr<InternodeMemory> memory_;
};

}  // namespace shunt::memory::verbs
