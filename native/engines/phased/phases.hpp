#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace shunt::phased {

/// What separates phases: the receiver sends a token to the sender of its next phase; a barrier of all nodes; nothing.
/// `automatic`, for callers: tokens or barrier, by the longest message.
enum class Separation { tokens, barrier, none, automatic };

/// What one node sends to, or receives from, one other node in one phase. Units: bytes of the message between the two.
struct Move {
    std::uint32_t phase = 0;
    std::int32_t peer = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    bool operator==(const Move&) const = default;
};

/// The rules of one operation, equal on all nodes.
struct PhaseRules {
    Separation separation = Separation::tokens;
    std::uint32_t phases = 0;
    std::uint64_t longest = 0;       ///< bytes of the longest message between any two nodes; 0: not known to all
    bool last_is_contended = false;  ///< all moves of the last phase are sent at the same time
    std::uint64_t small_bytes = 0;   ///< moves up to this size wait for no token
    std::uint64_t early_bytes =
        0;  ///< a receiver with so many bytes missing sends the next token, or enters the barrier
};

/// The phases of one operation on one node, sans-IO: which move may be sent now, which sender gets a token, when to
/// enter a barrier. A move's name is its index in the constructor's lists. Between two nodes moves keep the order of
/// phases. Cost: each call O(1), all together O(moves).   Thread: any one at a time.   Source: CC-MPI 3.2; tokens are
/// ours.
class Phases {
public:
    /// `sends`, `receives`: in order of phases.
    Phases(std::vector<Move> sends, std::vector<Move> receives, const PhaseRules& rules);

    /// A move that may begin now, each once. The moves of earlier phases were sent before.
    std::optional<std::size_t> next_send();
    /// A receive whose sender must get a token now, each once.
    std::optional<std::size_t> next_token();
    /// A phase that is over here, except for `early_bytes`, and whose barrier this node must enter now, each once.
    std::optional<std::uint32_t> next_barrier();

    /// The move has left this process.
    void sent(std::size_t send);
    /// The next move from `peer`; nothing when no more is expected.
    std::optional<std::size_t> receiving(std::int32_t peer) const;
    /// `bytes` of it have arrived.
    void grows(std::int32_t peer, std::uint64_t bytes);
    /// All of its bytes have arrived.
    void received(std::int32_t peer);
    /// `peer` has sent a token: it may get the next move that needs one.
    void token(std::int32_t peer);
    /// The barrier after `phase` is over.
    void released(std::uint32_t phase) { released_ = phase + 1; }
    /// No byte has moved for a while: skips the turn of the late node.
    void be_impatient();

    /// A node that is idle in the last phases still takes part in the barriers between them.
    bool done() const {
        const bool met = rules_.separation != Separation::barrier || released_ + 1 >= rules_.phases;
        return met && sent_count_ == sends_.size() && received_count_ == receives_.size();
    }
    /// Whether a send of a later phase waits for the sends under way.
    bool more_to_send() const { return first_unbegun_ < sends_.size(); }
    const std::vector<Move>& sends() const { return sends_; }
    const std::vector<Move>& receives() const { return receives_; }
    /// Whether any move to or from `peer` is unfinished.
    bool concerns(std::int32_t peer) const;
    /// A peer that this node waits for; -1: none.
    std::int32_t awaited() const;

private:
    struct Peer {
        std::vector<std::uint32_t> receives;  ///< indices
        std::size_t next_receive = 0;
        std::uint32_t tokens = 0, tokens_used = 0;
    };

    bool needs_token(const Move& move) const;
    bool may_begin(std::size_t send) const;
    void begin(std::size_t send);
    bool phase_over(std::uint32_t phase) const;

    std::vector<Move> sends_, receives_;
    PhaseRules rules_;
    std::unordered_map<std::int32_t, Peer> peers_;
    std::vector<char> begun_, gone_, come_;  ///< by send, by send, by receive
    std::vector<std::uint64_t> came_;        ///< by receive: bytes
    std::size_t first_unbegun_ = 0, first_unsent_ = 0, sent_count_ = 0, under_way_ = 0;
    std::size_t called_ = 0;  ///< receives below it have arrived except `early_bytes`
    std::size_t first_awaited_ = 0, received_count_ = 0;
    std::uint64_t outstanding_ = 0;  ///< missing bytes of receives below `called_`
    std::uint64_t excused_ = 0;      ///< of those, bytes of skipped nodes
    bool impatient_ = false;
    std::uint32_t met_ = 0;       ///< phases given out by next_barrier()
    std::uint32_t released_ = 0;  ///< phases below may be sent
};

}  // namespace shunt::phased
