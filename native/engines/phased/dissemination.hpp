#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace shunt::phased {

/// The partners of a node in a dissemination: in round k node n sends to n + 2^k and receives from n - 2^k. After
/// ceil(log2 N) rounds every node has information of every other.   Source: Hensgen, Finkel, Manber, "Two algorithms
/// for barrier synchronization", 1988.
struct DisseminationRounds {
    int own = 0, nodes = 1;

    std::uint32_t count() const {
        std::uint32_t rounds = 0;
        while ((std::int64_t{1} << rounds) < nodes) ++rounds;
        return rounds;
    }
    int to(std::uint32_t round) const { return static_cast<int>((own + distance(round)) % nodes); }
    int from(std::uint32_t round) const { return static_cast<int>((own + nodes - distance(round)) % nodes); }
    std::int64_t distance(std::uint32_t round) const { return std::int64_t{1} << round; }
};

/// An AND over all nodes' bits, by dissemination. Sends no messages itself.   Thread: any one at a time.
class AndReduction {
public:
    AndReduction(DisseminationRounds rounds, std::uint64_t own) : rounds_(rounds), bits_(own), heard_(rounds.count()) {}

    struct Tell {
        std::uint32_t round;
        int to;
        std::uint64_t bits;
    };
    /// The next round's message, each once.
    std::optional<Tell> next() {
        if (told_ == rounds_.count() || told_ > known_) return std::nullopt;
        const Tell tell{told_, rounds_.to(told_), bits_};
        ++told_;
        return tell;
    }
    /// Processes a round's message, which may be early. Returns false for an impossible one.
    bool heard(int from, std::uint32_t round, std::uint64_t bits) {
        if (round >= rounds_.count() || rounds_.from(round) != from || heard_[round]) return false;
        heard_[round] = bits;
        for (; known_ < rounds_.count() && heard_[known_]; ++known_) bits_ &= *heard_[known_];
        return true;
    }
    bool done() const { return told_ == rounds_.count() && known_ == rounds_.count(); }
    /// Meaningful when done.
    std::uint64_t bits() const { return bits_; }
    /// The node that this one waits for; -1: none.
    int awaited() const { return known_ < rounds_.count() ? rounds_.from(known_) : -1; }

private:
    DisseminationRounds rounds_;
    std::uint64_t bits_;
    std::vector<std::optional<std::uint64_t>> heard_;
    std::uint32_t told_ = 0, known_ = 0;
};

/// A node's row of the pattern: bytes to every other node; nodes without bytes are omitted.
struct Row {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> entries;  ///< node, bytes; ascending
    bool operator==(const Row&) const = default;
};

/// All nodes receive the rows of all: an allgather by the rounds above.   Source: Bruck et al., "Efficient algorithms
/// for all-to-all communications in multiport message-passing systems", 1997.
class BruckAllgather {
public:
    BruckAllgather(DisseminationRounds rounds, Row own);

    struct Tell {
        std::uint32_t round;
        int to;
        std::span<const std::byte> bytes;  ///< unchanged until the next round's message has arrived
    };
    std::optional<Tell> next();
    /// Room for the `total` bytes of a round that begins to arrive; null for an impossible one.
    std::byte* room(int from, std::uint32_t round, std::uint64_t total);
    /// `bytes` more of them have arrived. Returns false if they are not rows.
    bool heard(std::uint32_t round, std::uint64_t bytes);
    bool done() const { return told_ == rounds_.count() && known_ == rounds_.count(); }
    /// The rows by node; meaningful when done.
    std::vector<Row> rows() const;
    int awaited() const { return known_ < rounds_.count() ? rounds_.from(known_) : -1; }

private:
    struct Incoming {
        std::vector<std::byte> bytes;
        std::uint64_t filled = 0;
        bool begun = false;
    };

    std::size_t rows_in(std::uint32_t round) const;
    bool take(std::uint32_t round);

    DisseminationRounds rounds_;
    std::vector<Row> behind_;  ///< at index i: of node own - i
    std::vector<std::vector<std::byte>> outgoing_;
    std::vector<Incoming> incoming_;
    std::uint32_t told_ = 0, known_ = 0;
};

}  // namespace shunt::phased
