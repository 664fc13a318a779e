#include "native/engines/phased/dissemination.hpp"

#include <algorithm>
#include <utility>

#include "native/net/wire.hpp"

namespace shunt::phased {
namespace {

constexpr std::size_t kCountBytes = 4, kEntryBytes = 12;

void put(std::vector<std::byte>& to, const Row& row) {
    const std::size_t at = to.size();
    to.resize(at + kCountBytes + row.entries.size() * kEntryBytes);
    net::WireWriter out(to.data() + at);
    out.put(static_cast<std::uint32_t>(row.entries.size()));
    for (const auto& [node, bytes] : row.entries) {
        out.put(node);
        out.put(bytes);
    }
}

/// Reads one row from the front.   Returns false when there is none.
bool get(std::span<const std::byte>& from, Row& row, int nodes) {
    if (from.size() < kCountBytes) return false;
    net::WireReader in(from.data());
    const std::size_t count = in.get<std::uint32_t>();
    if (count > static_cast<std::size_t>(nodes) || from.size() < kCountBytes + count * kEntryBytes) return false;
    row.entries.resize(count);
    for (auto& [node, bytes] : row.entries) {
        node = in.get<std::uint32_t>();
        bytes = in.get<std::uint64_t>();
        if (node >= static_cast<std::uint32_t>(nodes)) return false;
    }
    from = from.subspan(kCountBytes + count * kEntryBytes);
    return true;
}

}  // namespace

BruckAllgather::BruckAllgather(DisseminationRounds rounds, Row own)
    : rounds_(rounds),
      behind_(static_cast<std::size_t>(rounds.nodes)),
      outgoing_(rounds.count()),
      incoming_(rounds.count()) {
    behind_[0] = std::move(own);
}

std::size_t BruckAllgather::rows_in(std::uint32_t round) const {
    return static_cast<std::size_t>(std::min(rounds_.distance(round), rounds_.nodes - rounds_.distance(round)));
}

std::optional<BruckAllgather::Tell> BruckAllgather::next() {
    if (told_ == rounds_.count() || told_ > known_) return std::nullopt;
    auto& bytes = outgoing_[told_];
    for (std::size_t i = 0; i < rows_in(told_); ++i) put(bytes, behind_[i]);
    const Tell tell{told_, rounds_.to(told_), bytes};
    ++told_;
    return tell;
}

std::byte* BruckAllgather::room(int from, std::uint32_t round, std::uint64_t total) {
    if (round >= rounds_.count() || rounds_.from(round) != from) return nullptr;
    Incoming& incoming = incoming_[round];
    const std::uint64_t most = rows_in(round) * (kCountBytes + kEntryBytes * static_cast<std::uint64_t>(rounds_.nodes));
    if (!incoming.begun) {
        if (total > most) return nullptr;
        incoming.begun = true;
        incoming.bytes.resize(total);
    }
    if (incoming.bytes.size() != total || incoming.filled == total) return nullptr;
    return incoming.bytes.data() + incoming.filled;
}

bool BruckAllgather::heard(std::uint32_t round, std::uint64_t bytes) {
    Incoming& incoming = incoming_[round];
    incoming.filled += bytes;
    if (incoming.filled > incoming.bytes.size()) return false;
    for (; known_ < rounds_.count(); ++known_) {
        const Incoming& next = incoming_[known_];
        if (!next.begun || next.filled < next.bytes.size()) return true;
        if (!take(known_)) return false;
    }
    return true;
}

bool BruckAllgather::take(std::uint32_t round) {
    std::span<const std::byte> bytes = incoming_[round].bytes;
    for (std::size_t i = 0; i < rows_in(round); ++i)
        if (!get(bytes, behind_[i + static_cast<std::size_t>(rounds_.distance(round))], rounds_.nodes)) return false;
    return bytes.empty();
}

std::vector<Row> BruckAllgather::rows() const {
    std::vector<Row> rows(behind_.size());
    for (std::size_t i = 0; i < behind_.size(); ++i)
        rows[(static_cast<std::size_t>(rounds_.own) + behind_.size() - i) % behind_.size()] = behind_[i];
    return rows;
}

}  // namespace shunt::phased
