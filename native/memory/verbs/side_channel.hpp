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

/// How two members agree on a new pair of queue pairs when theirs has failed: remote memory over TCP, in whose window
/// each peer has a line. Its connections are made when they are needed, prove that they belong to the group, are tried
/// for as long as `network.patience` says, and end with the peer's process, so it also tells a dead peer from one that
/// is out of reach. All values are absolute: said twice they mean what they mean once.   Thread: any one at a time.
class SideChannel {
public:
    /// What a peer has said. Generations count the queue pairs of one connection; the first is 0.
    struct Heard {
        std::uint64_t generation = 0;  ///< that `pair` and `words` are of
        QueuePair pair;
        std::uint64_t words = 0;  ///< writes with immediate data it has received of this member, over all generations
        std::uint64_t ready = 0;  ///< the generation that it is connected in
        int lost = -1;            ///< it cannot go on, as this member is lost to it; -1: nobody
    };

    /// Makes this member's part. Where that fails there is none, and queue pairs that fail are not made anew.
    SideChannel(const Setup& setup, const Settings& settings);

    /// What a member tells all others.
    struct Card {
        std::uint64_t is_possible = 0;
        std::array<std::byte, 64> door{};
    };
    Card card() const;
    /// Why this member has no way by TCP; empty: it has.
    const std::string& refusal() const { return refusal_; }
    /// `cards`: of all members, by rank.   Fails: declined, on all members alike.
    Outcome finish(std::span<const Card> cards);

    /// Returns whether it was said; else it is to be said again.
    bool offer(int peer, std::uint64_t generation, const QueuePair& pair, std::uint64_t words);
    bool say_ready(int peer, std::uint64_t generation);
    bool say_lost(int peer, int lost);
    Heard heard(int peer) const;

    /// Takes what has come, and looks for peers that are gone.
    void serve();
    /// Who is lost, as TCP says; -1: nobody. It is of no use then.
    int lost_peer() const { return memory_->trouble() == Status::ok ? -1 : memory_->lost_peer(); }
    /// How that was found out; empty: a peer has told it.
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
