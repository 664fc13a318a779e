#pragma once
#include <cstdint>

namespace shunt::remote_write {

/// Which way the frames between this process and one other go: by the cells of the memory that both have registered for
/// each other, or by TCP. Each direction turns by itself, and the frames keep their order.
///
/// Rounds: in each, both say whether they have memory; if both have, the pair turns to the cells. Either side may later
/// leave them. After that, or after a refusal, either side may begin the next round.   Thread: one at a time.
class RdmaWay {
public:
    enum Answer : std::uint64_t { none = 0, granted, refused };

    // ---- a round
    std::uint64_t round() const { return round_; }
    Answer mine() const { return mine_; }
    /// What this process has to tell the peer: the round and its answer, in one word.
    std::uint64_t word() const { return round_ << 2 | mine_; }
    void answer(Answer mine) { mine_ = mine; }
    void told() { is_told_ = true; }
    /// This process takes no part in the round, whatever it has answered. The peer must hear that by TCP.
    void give_up() {
        if (mine_ == none) mine_ = refused;
        is_told_ = true;
        theirs_ = refused;
    }
    /// Whether it may do so: the pair uses TCP, and as far as is known, the peer has sent nothing by cells. A peer that
    /// has learns of it by peer_gave_up(), and its mark is refused. In the first round only a pair may whose memories
    /// have no connection: then neither has heard the other.
    bool may_give_up() const { return round_ > 1 && !is_settled() && !has_turned_early_; }
    /// The peer takes no part in that round. It may say so before its word of the round is here.
    /// Returns: false if this process has sent by cells, or will, as the pair has agreed.
    bool peer_gave_up(std::uint64_t round);
    bool is_told() const { return is_told_; }
    /// The peer's word.   Returns: false if no process of this job says that now.
    bool hear(std::uint64_t word);
    bool is_refused() const { return theirs_ == refused; }
    /// The peer has answered and this process has not.
    bool is_asked() const { return mine_ == none && theirs_ != none; }
    /// Both have answered, and this process has told its answer.
    bool is_settled() const { return mine_ != none && is_told_ && theirs_ != none; }
    /// Frames may be sent. In the first round that must be settled, in later ones they go on by TCP.
    bool has_way() const { return round_ > 1 || is_settled(); }
    /// The peer may have sent by cells, or cannot know by which way to send: without the memory it is lost.
    bool needs_memory() const { return is_open_ ? !is_spent() : has_turned_early_ || (round_ == 1 && !is_settled()); }
    /// The round has ended, and nothing of it is left.
    bool is_over() const { return is_settled() && is_settling_done_ && !is_open_; }
    /// Whether the peer has begun the next round with that word.
    bool is_asked_again(std::uint64_t word) const { return is_over() && word >> 2 == round_ + 1; }
    /// Begins the next round.   Requires: is_over().
    void begin();
    /// The round is settled: if granted, the pair turns to the cells. Before the first frame of all it need not turn.
    /// Returns: false if it is not settled, or that was done before.
    bool settle();
    /// The memory is in use, from settle() to close().
    bool is_open() const { return is_open_; }

    // ---- frames to the peer
    bool sends_cells() const { return is_open_ && (out_ == Stream::cells || out_ == Stream::leaving); }
    /// A mark must be sent by TCP, as its last frame before the cells.
    bool owes_turn() const { return is_open_ && out_ == Stream::turning; }
    void turned() { out_ = Stream::cells; }
    /// Frames go both ways by cells, and this process does not leave them.
    bool is_steady() const { return is_open_ && out_ == Stream::cells && in_ == Stream::cells; }
    /// This process sends by cells, and has not begun to leave them.
    bool may_leave() const { return is_open_ && out_ == Stream::cells; }
    /// RdmaCell::moved waits to be written, as the last frame by cells; has_left(): it is written.
    void leave() { out_ = Stream::leaving; }
    void left() { out_ = Stream::left; }
    bool has_left() const { return is_open_ && out_ == Stream::left; }

    // ---- frames from the peer
    /// Cells may be read.
    bool reads_cells() const { return is_open_ && (in_ == Stream::cells || in_ == Stream::left); }
    /// Frames that arrive by TCP are later than some that will be read from cells.
    bool reads_cells_first() const { return has_turned_early_ || (is_open_ && in_ == Stream::cells); }
    /// The peer's mark of that round has arrived by TCP. It may be earlier than the peer's word.
    /// Returns: false if no process of this job sends it now.
    bool peer_turned(std::uint64_t round);
    /// The peer's RdmaCell::moved has been read.   Returns: as peer_turned().
    bool peer_left(std::uint64_t round);
    bool was_left() const { return is_open_ && in_ == Stream::left; }

    // ---- the end of a round
    /// All offers of this process by RDMA have ended, and RdmaCell::drained is written: the peer will write no cell for
    /// them.
    void drain() { is_drained_ = true; }
    bool is_drained() const { return is_drained_; }
    /// The peer's RdmaCell::drained has been read.   Returns: as peer_turned().
    bool peer_drained(std::uint64_t round);
    /// Nobody will write a cell any more. (Both have left: drained is said after moved.)
    bool is_spent() const { return is_open_ && is_drained_ && is_peer_drained_; }
    /// All that this process has written is done, and the peer was told so by TCP: a device writes again what it has
    /// heard nothing of.
    void tell_done() { is_done_told_ = true; }
    bool has_told_done() const { return is_done_told_; }
    /// The peer has told that. It may be earlier than its RdmaCell::drained.   Returns: as peer_turned().
    bool peer_done(std::uint64_t round);
    bool may_close() const { return is_spent() && is_done_told_ && is_peer_done_; }
    void close();

private:
    enum class Stream : std::uint8_t { tcp, turning, cells, leaving, left };

    std::uint64_t round_ = 1;
    Answer mine_ = none, theirs_ = none;
    bool is_told_ = false, is_settling_done_ = false, is_open_ = false;
    std::uint64_t given_up_ = 0;     // by the peer: the last such round
    bool has_turned_early_ = false;  // the peer, before this process had heard its word
    bool is_drained_ = false, is_peer_drained_ = false, is_done_told_ = false, is_peer_done_ = false;
    Stream out_ = Stream::tcp, in_ = Stream::tcp;
};

}  // namespace shunt::remote_write
