#include "native/memory/verbs/side_channel.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "native/memory/tcp_memory.hpp"

namespace shunt::memory::verbs {

/// One peer's line in the window of a member.
struct SideChannel::Line {
    QueuePair pair;
    std::uint64_t words;
    Word generation;  ///< written after those two
    Word ready;
    Word lost;
};

SideChannel::SideChannel(const Setup& setup, const Settings& settings)
    : rank_(setup.rank), size_(setup.size), setup_(setup) {
    setup_.window_bytes = sizeof(Line) * static_cast<std::size_t>(setup.size);
    setup_.windows.clear();
    TcpOptions options;
    options.interface = settings.interface;
    options.patience_ns = settings.patience_ns;
    options.warn = [this](std::string_view text) { said_ = text; };
    opening_ = open_far_tcp(setup_, options, false);
    refusal_ = opening_->outcome().reason;
}

SideChannel::Card SideChannel::card() const {
    Card card;
    const std::span<const std::byte> door = opening_->card();
    if (!opening_->outcome().ok() || door.size() > card.door.size()) return card;
    card.is_possible = 1;
    std::copy(door.begin(), door.end(), card.door.begin());
    return card;
}

Outcome SideChannel::finish(std::span<const Card> cards) {
    std::vector<std::byte> doors;
    const std::size_t bytes = opening_->card().size();
    for (const Card& card : cards) {
        if (card.is_possible == 0) return {Status::declined, "a member has no TCP connections"};
        doors.insert(doors.end(), card.door.begin(), card.door.begin() + static_cast<std::ptrdiff_t>(bytes));
    }
    const Outcome finished = opening_->finish(doors, {}, {}, memory_);
    opening_.reset();
    setup_ = {};
    return finished;
}

std::uint64_t SideChannel::at(int rank, std::size_t member) const {
    return sizeof(Line) * static_cast<std::uint64_t>(rank) + member;
}

bool SideChannel::put_word(int peer, std::size_t member, std::uint64_t value) {
    return memory_->put_word(peer, at(rank_, member), value) == Status::ok;
}

bool SideChannel::offer(int peer, std::uint64_t generation, const QueuePair& pair, std::uint64_t words) {
    std::byte told[offsetof(Line, generation)];
    std::memcpy(told, &pair, sizeof pair);
    std::memcpy(told + offsetof(Line, words), &words, sizeof words);
    return memory_->put(peer, at(rank_, 0), told, nullptr) == Status::ok &&
           put_word(peer, offsetof(Line, generation), generation);
}

bool SideChannel::say_ready(int peer, std::uint64_t generation) {
    return put_word(peer, offsetof(Line, ready), generation);
}

bool SideChannel::say_lost(int peer, int lost) {
    return put_word(peer, offsetof(Line, lost), static_cast<std::uint64_t>(lost) + 1);
}

/// The window changes only inside serve().
SideChannel::Heard SideChannel::heard(int peer) const {
    const auto* const line = reinterpret_cast<const Line*>(memory_->window().data() + at(peer, 0));
    Heard heard;
    heard.generation = line->generation.load(std::memory_order_acquire);
    heard.pair = line->pair;
    heard.words = line->words;
    heard.ready = line->ready.load(std::memory_order_acquire);
    const std::uint64_t lost = line->lost.load(std::memory_order_acquire);
    heard.lost = lost > 0 && lost <= static_cast<std::uint64_t>(size_) ? static_cast<int>(lost) - 1 : -1;
    return heard;
}

void SideChannel::serve() {
    if (memory_->trouble() == Status::ok) (void)memory_->serve();
    if (memory_->trouble() == Status::ok) memory_->check_peers();
}

}  // namespace shunt::memory::verbs
