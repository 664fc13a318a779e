#include "native/engines/pipeline/direct_bcast.hpp"

#include <algorithm>
#include <cstddef>

#include "native/base/copy_lines.hpp"
#include "native/engines/shared/stamp_word.hpp"

namespace shunt::pipeline {
namespace {

/// The operation's number in the upper 56 bits, a value in the lower ones. No word is ever reset, so no number may come
/// back.
constexpr int kValueBits = 8;
constexpr std::uint64_t numbered(std::uint64_t number, std::uint64_t value) { return number << kValueBits | value; }
constexpr std::uint64_t number_of(std::uint64_t word) { return word >> kValueBits; }
constexpr std::uint64_t value_of(std::uint64_t word) { return word & ((1 << kValueBits) - 1); }

/// Claimed pieces, at most 5 in all: the reader's in the lower bits, the root's above them.
constexpr std::uint64_t kRootsPiece = 1 << 4;
constexpr std::uint64_t readers_pieces(std::uint64_t word) { return word & (kRootsPiece - 1); }
constexpr std::uint64_t roots_pieces(std::uint64_t word) { return value_of(word) / kRootsPiece; }

// Each piece costs a system call that looks up the other process. With two pieces for each side, a late side leaves
// some that the other can take over.
constexpr std::uint64_t kLeastPiece = 128 << 10;
constexpr std::uint64_t kPage = 4096;

}  // namespace

struct DirectBcast::Line {
    memory::Word address;  ///< of the writer's data
    memory::Word key;
    memory::Word bytes;
    memory::Word tag;         ///< a hash of the call
    memory::Word ready;       ///< number of the operation; the members above are valid then
    memory::Word done;        ///< numbered: pieces that the writer of this line has copied
    memory::Word claimed;     ///< numbered, in a reader's own line: see kRootsPiece
    memory::Word wants_copy;  ///< numbered, 1: a reader cannot read the root's memory
    memory::Word copy;        ///< where the root's copy of its data is; valid with the next member
    memory::Word has_copy;    ///< numbered, 1
    memory::Word gives_up;    ///< numbered, 1: the root cannot write the piece after those it has done
};

std::uint64_t DirectBcast::window_bytes(int size) { return kLine * static_cast<std::uint64_t>(size); }

std::uint64_t DirectBcast::piece_bytes(std::uint64_t bytes) {
    return std::max(kLeastPiece, (bytes / 4 + kPage - 1) / kPage * kPage);
}

std::optional<std::uint64_t> DirectBcast::bytes_told(memory::RemoteMemory& memory, std::uint64_t words_at, int root,
                                                     std::uint64_t number) {
    const auto word = [&](std::uint64_t member) {
        const std::byte* const at =
            memory.window().data() + words_at + kLine * static_cast<std::uint64_t>(root) + member;
        return reinterpret_cast<const memory::Word*>(at)->load(std::memory_order_acquire);
    };
    if (word(offsetof(Line, ready)) != number) return std::nullopt;
    return word(offsetof(Line, bytes));
}

DirectBcast::DirectBcast(memory::RemoteMemory& memory, int rank, int size, std::uint64_t words_at,
                         const VectorCall& call, std::uint64_t number)
    : memory_(memory),
      rank_(rank),
      size_(size),
      words_at_(words_at),
      call_(call),
      piece_bytes_(piece_bytes(call.bytes)),
      number_(number) {
    static_assert(sizeof(Line) <= kLine);
    if (is_root()) readers_.resize(static_cast<std::size_t>(size));
}

std::uint64_t DirectBcast::offset(int from, std::uint64_t member) const {
    return words_at_ + kLine * static_cast<std::uint64_t>(from) + member;
}

memory::Word& DirectBcast::own_word(int from, std::uint64_t member) const {
    return *reinterpret_cast<memory::Word*>(memory_.window().data() + offset(from, member));
}

Status DirectBcast::tell_ready(int peer) {
    const std::uint64_t words[][2] = {{offsetof(Line, address), reinterpret_cast<std::uint64_t>(call_.result)},
                                      {offsetof(Line, key), 0},
                                      {offsetof(Line, bytes), call_.bytes},
                                      {offsetof(Line, tag), tag_of(call_, number_)},
                                      {offsetof(Line, ready), number_}};
    for (const auto& [member, value] : words) {
        const Status status = memory_.put_word(peer, offset(rank_, member), value);
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

Status DirectBcast::poll_ready(int peer, memory::Place& place) const {
    if (own_word(peer, offsetof(Line, ready)).load(std::memory_order_acquire) != number_) return Status::again;
    // A reader with another length learns it, and begins again. A reader that has all may have begun the next call.
    if (own_word(peer, offsetof(Line, tag)).load(std::memory_order_acquire) != tag_of(call_, number_))
        return is_root() ? Status::again : Status::bug;
    // If address and key are already of the next call, that call's counter was written before them, so claim() finds no
    // piece.
    place.address = own_word(peer, offsetof(Line, address)).load(std::memory_order_acquire);
    place.key = own_word(peer, offsetof(Line, key)).load(std::memory_order_acquire);
    return Status::ok;
}

/// Claims a free piece of `reader`: bytes of this member's own memory.
bool DirectBcast::claim(int reader, std::span<std::byte>& piece) {
    auto& claimed = *reinterpret_cast<memory::Word*>(memory_.mapped(reader) + offset(reader, offsetof(Line, claimed)));
    std::uint64_t word = claimed.load(std::memory_order_relaxed);
    do {
        if (number_of(word) != number_ || readers_pieces(word) + roots_pieces(word) >= pieces()) return false;
    } while (!claimed.compare_exchange_weak(word, word + (is_root() ? kRootsPiece : 1), std::memory_order_relaxed));
    const std::uint64_t index = is_root() ? pieces() - 1 - roots_pieces(word) : readers_pieces(word);
    const std::uint64_t at = index * piece_bytes_;
    piece = {call_.result + at, std::min(piece_bytes_, call_.bytes - at)};
    return true;
}

Status DirectBcast::advance() {
    moved_ = false;
    if (!told_) {
        // The counter must be valid before the root may read it.
        if (!is_root()) own_word(rank_, offsetof(Line, claimed)).store(numbered(number_, 0), std::memory_order_relaxed);
        for (int peer = 0; peer < size_; ++peer) {
            if (peer == rank_ || (!is_root() && peer != call_.root)) continue;
            const Status status = tell_ready(peer);
            if (status != Status::ok) return status;
        }
        told_ = true;
    }
    return is_root() ? advance_root() : advance_reader();
}

Status DirectBcast::tell(int peer, std::uint64_t member, std::uint64_t value) {
    return memory_.put_word(peer, offset(rank_, member), numbered(number_, value));
}

bool DirectBcast::is_told(int peer, std::uint64_t member) const {
    return own_word(peer, member).load(std::memory_order_acquire) == numbered(number_, 1);
}

/// At the root: writes one piece for `peer`, if it is ready and one is left; checks whether it has all.
Status DirectBcast::serve(int peer) {
    Reader& reader = readers_[static_cast<std::size_t>(peer)];
    // First, because a reader that has all may have begun the next call, and be ready for that.
    if (own_word(peer, offsetof(Line, done)).load(std::memory_order_acquire) == numbered(number_, pieces())) {
        reader.is_done = moved_ = true;
        return Status::ok;
    }
    if (!reader.is_ready) {
        const Status status = poll_ready(peer, reader.place);
        if (status != Status::ok) return status;
        reader.is_ready = true;
    }
    if (!reader.has_copy && is_told(peer, offsetof(Line, wants_copy))) return offer_copy(peer);
    std::span<std::byte> piece;
    if (reader.reads_alone || !claim(peer, piece)) return Status::again;
    moved_ = true;
    return write_piece(peer, piece);
}

Status DirectBcast::write_piece(int peer, std::span<const std::byte> piece) {
    Reader& reader = readers_[static_cast<std::size_t>(peer)];
    const auto at = static_cast<std::uint64_t>(piece.data() - call_.result);
    const Status status = memory_.write(peer, {reader.place.address + at, reader.place.key}, piece);
    reader.reads_alone = status == Status::declined;
    if (reader.reads_alone) return tell(peer, offsetof(Line, gives_up), 1);
    if (status != Status::ok) return status;
    return tell(peer, offsetof(Line, done), ++reader.written);
}

/// At the root: its own access to the data runs its program's signal handler, which an access by `peer` could not.
Status DirectBcast::offer_copy(int peer) {
    if (!copy_) {
        copy_ = std::make_unique_for_overwrite<std::byte[]>(call_.bytes);
        copy_lines(copy_.get(), call_.result, call_.bytes);
    }
    readers_[static_cast<std::size_t>(peer)].has_copy = moved_ = true;
    const auto where = reinterpret_cast<std::uint64_t>(copy_.get());
    const Status status = memory_.put_word(peer, offset(rank_, offsetof(Line, copy)), where);
    return status == Status::ok ? tell(peer, offsetof(Line, has_copy), 1) : status;
}

Status DirectBcast::advance_root() {
    bool all_done = true;
    for (int other = 1; other < size_; ++other) {
        const int peer = (rank_ + other) % size_;
        if (readers_[static_cast<std::size_t>(peer)].is_done) continue;
        const Status status = serve(peer);
        if (status != Status::ok && status != Status::again) return status;
        all_done = all_done && readers_[static_cast<std::size_t>(peer)].is_done;
    }
    return all_done ? Status::ok : Status::again;
}

Status DirectBcast::advance_reader() {
    if (!root_.is_ready) {
        const Status status = poll_ready(call_.root, root_.place);
        if (status != Status::ok) return status;
        root_.is_ready = moved_ = true;
    }
    if (!piece_.empty() || next_piece()) return read_piece();
    const std::uint64_t written = written_here();
    if (written + read_ > pieces()) return Status::bug;
    if (written + read_ < pieces()) return Status::again;
    const Status status = tell(call_.root, offsetof(Line, done), pieces());
    moved_ = true;
    return status;
}

/// At a reader: pieces that the root has written.
std::uint64_t DirectBcast::written_here() const {
    const std::uint64_t word = own_word(call_.root, offsetof(Line, done)).load(std::memory_order_acquire);
    return number_of(word) == number_ ? value_of(word) : 0;
}

/// At a reader: claims a free piece; at last, takes the one that the root cannot write.
bool DirectBcast::next_piece() {
    all_claimed_ = all_claimed_ || !claim(rank_, piece_);
    if (!all_claimed_) return true;
    if (took_last_ || !is_told(call_.root, offsetof(Line, gives_up))) return false;
    took_last_ = true;
    const std::uint64_t at = (pieces() - 1 - written_here()) * piece_bytes_;
    piece_ = {call_.result + at, std::min(piece_bytes_, call_.bytes - at)};
    return true;
}

Status DirectBcast::read_piece() {
    const bool waits = !root_.has_copy && root_.wants_copy;
    if (waits && !is_told(call_.root, offsetof(Line, has_copy))) return Status::again;
    moved_ = true;
    if (waits) {
        root_.has_copy = true;
        root_.place = {own_word(call_.root, offsetof(Line, copy)).load(std::memory_order_acquire), 0};
    }
    const auto at = static_cast<std::uint64_t>(piece_.data() - call_.result);
    const Status status = memory_.read(call_.root, {root_.place.address + at, root_.place.key}, piece_);
    if (status == Status::declined && !root_.has_copy) {
        root_.wants_copy = true;
        const Status told = tell(call_.root, offsetof(Line, wants_copy), 1);
        return told == Status::ok ? Status::again : told;
    }
    piece_ = {};
    ++read_;
    return status == Status::ok ? Status::again : status;
}

int DirectBcast::waits_for() const {
    if (!is_root()) return call_.root;
    for (int peer = 0; peer < size_; ++peer)
        if (peer != rank_ && !readers_[static_cast<std::size_t>(peer)].is_done) return peer;
    return -1;
}

}  // namespace shunt::pipeline
