#include "native/engines/pipeline/shared_ring.hpp"

#include <algorithm>

#include "native/node/segment.hpp"

namespace shunt::pipeline {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMappedAtOnce = std::uint64_t{256} << 10;  // DECISIONS.md, "The ring's first turn"

// An operation stays in the first eighth, quarter or half of the ring that has room for kFew like it. Where kMany may
// be in flight, that part doubles at turn kTurnsUntilMore and its multiples: DECISIONS.md, "The ring's first turn".
constexpr std::uint64_t kSmallestPart = 8;
constexpr std::uint64_t kFew = 4, kMany = 32;
constexpr std::uint64_t kTurnsUntilMore = 16;

constexpr std::uint64_t rounded(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }

/// Where the ring begins in the window of member 0.
std::uint64_t ring_at(int size, std::uint64_t more) { return rounded(SharedRing::words_bytes(size) + more, kPage); }

}  // namespace

/// Precedes the data of a block.
struct SharedRing::Head {
    std::uint64_t start;
    std::uint64_t bytes;
    std::uint64_t tag;
    BlockTitle title;
    std::uint64_t check;

    static Head of(const Place& place, std::uint64_t tag, const BlockTitle& title) {
        return {place.start, place.bytes, tag, title,
                mixed(mixed(place.start, place.bytes, tag), title.title, title.bytes)};
    }
    bool is_sound() const { return check == of({start, bytes, 0}, tag, title).check; }
};

std::uint64_t SharedRing::window_bytes(int rank, int size, std::uint64_t more, std::uint64_t ring_bytes) {
    return ring_at(size, more) + (rank == 0 ? rounded(ring_bytes, kPage) : 0);
}

SharedRing::Sharers SharedRing::Sharers::all(int rank, int size) {
    Sharers sharers;
    for (int place = 0; place < size; ++place) sharers.ranks.push_back(place);
    sharers.begins.assign(sharers.ranks.size(), 0);
    sharers.own = rank;
    return sharers;
}

SharedRing::SharedRing(memory::RemoteMemory& memory, const Sharers& sharers, std::uint64_t more,
                       std::uint64_t ring_bytes, int cores)
    : memory_(memory),
      own_place_(sharers.own),
      ring_bytes_(ring_bytes / kAlign * kAlign),
      has_cores_for_all_(static_cast<int>(sharers.ranks.size()) <= cores) {
    for (std::size_t place = 0; place < sharers.ranks.size(); ++place) {
        const int rank = sharers.ranks[place];
        const std::uint64_t begin = sharers.begins[place];
        peers_.push_back({rank, begin, memory.mapped(rank) + begin});
    }
    own_ = peer(own_place_).words;
    ring_ = peer(0).words + ring_at(size(), more);
}

SharedRing::Share SharedRing::share_of(Operation operation, std::uint64_t bytes) const {
    return {bytes, has_cores_for_all_ && operation != Operation::bcast ? kFew : kMany};
}

Place SharedRing::place(std::uint64_t position, std::uint64_t bytes, const Share& share) const {
    const std::uint64_t needed = kLine + rounded(bytes, kAlign);
    const std::uint64_t turn = position / ring_bytes_, within = position % ring_bytes_;
    const bool wraps = within + needed > part_bytes(turn, share);
    const std::uint64_t start = wraps ? (turn + 1) * ring_bytes_ : position;
    return {start, bytes, start + needed};
}

/// How much of the ring such operations use in that turn.
std::uint64_t SharedRing::part_bytes(std::uint64_t turn, const Share& share) const {
    std::uint64_t parts = kSmallestPart;
    while (parts > 1 && share.bytes * kFew > ring_bytes_ / parts) parts /= 2;
    for (std::uint64_t more = kTurnsUntilMore; more <= turn && parts > 1; more += kTurnsUntilMore) {
        if (share.bytes * share.in_flight <= ring_bytes_ / parts) break;
        parts /= 2;
    }
    return ring_bytes_ / parts;
}

void SharedRing::map_until(std::uint64_t needed) {
    if (needed <= mapped_until_) return;
    const std::uint64_t end = std::min(rounded(needed, kMappedAtOnce), ring_bytes_);
    node::Segment::map_pages({ring_ + mapped_until_, end - mapped_until_});
    mapped_until_ = end;
}

SharedRing::Head* SharedRing::head(const Place& place) const {
    return reinterpret_cast<Head*>(ring_ + place.start % ring_bytes_);
}

void SharedRing::stamp(const Place& place, std::uint64_t tag, const BlockTitle& title) {
    *head(place) = Head::of(place, tag, title);
}

bool SharedRing::is_stamped(const Place& place, std::uint64_t tag) const {
    const Head& it = *head(place);
    return it.start == place.start && it.bytes == place.bytes && it.tag == tag && it.is_sound();
}

// A block that does not fit before the end of the ring, or of its part, is at the ring's beginning.
std::optional<BlockTitle> SharedRing::title_at(std::uint64_t position, int writer) const {
    std::uint64_t told = 0;
    if (read(own_, writer, worked, told) != Status::ok || told <= position) return std::nullopt;
    for (const std::uint64_t start : {position, rounded(position, ring_bytes_)}) {
        const Head& it = *head({start, 0, 0});
        if (it.start == start && it.is_sound()) return it.title;
    }
    return std::nullopt;
}

Status SharedRing::read(const std::byte* window, int from, Which which, std::uint64_t& position) const {
    const std::uint64_t word = word_at(window, offset(from, which)).load(std::memory_order_acquire);
    position = Told::position(word) * kAlign;
    return Told::is_sound(word) ? Status::ok : Status::bug;
}

// Peers wake only the members they must; so the word in each member's own window counts.
Status SharedRing::poll_room(const Place& place) {
    if (place.end <= free_until_ + ring_bytes_) return Status::ok;
    std::uint64_t least = ~std::uint64_t{0};
    for (int other = 0; other < size(); ++other) {
        std::uint64_t position = 0;
        if (read(peer(other).words, other, finished, position) != Status::ok) return Status::bug;
        least = std::min(least, position);
    }
    if (least < free_until_ || least > place.start)
        return Status::bug;  // the positions only grow, and no member can have released an unwritten block
    free_until_ = least;
    return place.end <= free_until_ + ring_bytes_ ? Status::ok : Status::again;
}

Status SharedRing::poll_worked(int peer, const Place& place) {
    std::uint64_t position = 0;
    if (read(own_, peer, worked, position) != Status::ok) return Status::bug;
    if (position > place.end + ring_bytes_) return Status::bug;  // this member still holds that memory
    return position >= place.end ? Status::ok : Status::again;
}

Status SharedRing::put(int place, std::uint64_t at, std::uint64_t value) {
    const Peer& to = peer(place);
    Status status = memory_.put_word(to.rank, to.begin + at, value);
    while (status == Status::again) {
        status = memory_.progress();
        if (status == Status::ok || status == Status::again) status = memory_.put_word(to.rank, to.begin + at, value);
    }
    return status;
}

Status SharedRing::tell_worked(int place, std::uint64_t position) {
    return put(place, offset(own_place_, worked), Told::encode(position / kAlign));
}

Status SharedRing::tell_finished(int place, std::uint64_t position) {
    auto& own = *reinterpret_cast<memory::Word*>(own_ + offset(own_place_, finished));
    own.store(Told::encode(position / kAlign), std::memory_order_seq_cst);
    return place < 0 || place == own_place_ ? Status::ok
                                            : put(place, offset(own_place_, finished), Told::encode(position / kAlign));
}

void SharedRing::poison() {
    for (int place = 0; place < size(); ++place)
        if (place != own_place_) static_cast<void>(memory_.put_word(peer(place).rank, peer(place).begin, 1));
}

bool SharedRing::is_poisoned() const { return word_at(own_, 0).load(std::memory_order_acquire) != 0; }

}  // namespace shunt::pipeline
