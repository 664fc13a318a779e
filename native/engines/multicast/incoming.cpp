#include "native/engines/multicast/incoming.hpp"

#include <algorithm>

#include "native/engines/multicast/erasure.hpp"
#include "native/engines/multicast/repair_plan.hpp"

namespace shunt::multicast {
namespace {

constexpr std::size_t kMostRowsKept = 512;  ///< parity rows of an operation

}  // namespace

Incoming::Incoming(std::uint32_t number, int root, Layout layout, Sink& sink, Timing& timing, std::int64_t now)
    : number_(number),
      root_(root),
      layout_(layout),
      sink_(sink),
      timing_(timing),
      readable_(sink.fetch(0, {})),
      received_(layout.packets()),
      silence_(timing.silence() + timing.jitter(timing.silence() / 4)),
      last_heard_(now),
      last_nak_(now),
      last_progress_(now) {}

void Incoming::heard(const Header& header, std::int64_t now) {
    flags_ = header.flags;
    heard_group_ |= (header.flags & flag::direct) == 0;
    if (!ended_ && highest_ != 0) mean_gap_ += (now - last_heard_ - mean_gap_) / 8;
    last_heard_ = now;
}

void Incoming::accept(std::uint32_t packet, std::span<const std::byte> payload, std::int64_t now) {
    received_.set(packet);
    sink_.place(layout_.offset(packet), payload);
    last_progress_ = now;
    fresh_since_nak_ = true;
    unanswered_ = 0;
    silence_ = std::max(timing_.silence(), 4 * mean_gap_);
    if (packet < highest_) return;
    if (packet > highest_) expect_nak(std::max(now + timing_.gap_delay(), last_nak_ + Timing::kGapInterval));
    highest_ = packet + 1;
}

Incoming::Taken Incoming::data(const Header& header, std::span<const std::byte> payload, std::int64_t now,
                               Counters& counters) {
    const std::uint32_t packet = header.sequence;
    if (packet >= layout_.packets() || payload.size() != layout_.length(packet)) return Taken::malformed;
    if (((header.flags & flag::last) != 0) != layout_.is_last(packet)) return Taken::malformed;
    heard(header, now);
    is_length_sure_ |= layout_.is_last(packet);
    if ((header.flags & flag::repair) != 0) ended_ = true;
    if (received_.test(packet)) return Taken::duplicate;
    if ((header.flags & flag::repair) != 0 && asked_at_ != 0) {
        timing_.repair_took(now - asked_at_);
        asked_at_ = 0;
    }
    accept(packet, payload, now);
    if (!rows_.empty()) counters.rebuilt += rebuild_around(packet, now);
    if (layout_.is_last(packet) && !complete()) {
        ended_ = true;
        expect_nak(now + timing_.end_delay());
    }
    return Taken::fresh;
}

Incoming::Taken Incoming::parity(const Header& header, std::span<const std::byte> payload, std::int64_t now,
                                 Counters& counters) {
    const std::optional<ParityName> name = parity_name(header.sequence);
    if (!name || name->index >= layout_.packets() || payload.size() != layout_.payload) return Taken::malformed;
    if (name->row != 0 && packets_of_class(layout_.packets(), name->classes) > kMostOfClass) return Taken::malformed;
    heard(header, now);
    ended_ = true;
    if (!readable_ || !keep(*name, payload)) return Taken::duplicate;
    fresh_since_nak_ = true;
    unanswered_ = 0;
    counters.rebuilt += rebuild_around(name->index, now);
    return Taken::fresh;
}

/// Packets of a class that have not arrived, at most `most`.
std::vector<std::uint32_t> Incoming::missing_of(std::uint32_t classes, std::uint32_t index, std::size_t most) const {
    std::vector<std::uint32_t> missing;
    for (std::uint64_t p = index; p < layout_.packets() && missing.size() < most; p += classes)
        if (!received_.test(static_cast<std::size_t>(p))) missing.push_back(static_cast<std::uint32_t>(p));
    return missing;
}

/// Returns false when the row is useless. Where there is no room, the oldest class is dropped: a later round may have
/// other classes.
bool Incoming::keep(const ParityName& name, std::span<const std::byte> row) {
    const std::size_t most = packets_of_class(layout_.packets(), name.classes) > kMostOfClass ? 1 : kMostRows;
    const std::size_t missing = missing_of(name.classes, name.index, most + 1).size();
    if (missing == 0 || missing > most) return false;
    if (rows_kept_ == kMostRowsKept) {
        rows_kept_ -= rows_.front().numbers.size();
        rows_.erase(rows_.begin());
    }
    const auto is_of_class = [&](const Rows& one) { return one.classes == name.classes && one.index == name.index; };
    auto rows = std::find_if(rows_.begin(), rows_.end(), is_of_class);
    if (rows == rows_.end()) rows = rows_.insert(rows_.end(), Rows{name.classes, name.index, {}, {}});
    if (std::find(rows->numbers.begin(), rows->numbers.end(), name.row) != rows->numbers.end()) return false;
    rows->numbers.push_back(name.row);
    rows->bytes.emplace_back(row.begin(), row.end());
    ++rows_kept_;
    return true;
}

/// Rebuilds the missing packets of a class, and adds them to `found`, when enough of its rows are here. True when the
/// rows are no longer needed.
bool Incoming::rebuild(Rows& rows, std::vector<std::uint32_t>& found, std::int64_t now) {
    const std::vector<std::uint32_t> missing = missing_of(rows.classes, rows.index, rows.numbers.size() + 1);
    if (missing.size() > rows.numbers.size()) return false;
    if (missing.empty()) return true;
    const std::span<const std::uint32_t> numbers = std::span(rows.numbers).first(missing.size());
    const std::span<std::vector<std::byte>> sums = std::span(rows.bytes).first(missing.size());
    std::vector<std::byte> packet(layout_.payload);
    std::uint32_t column = 0;
    for (std::uint64_t p = rows.index; p < layout_.packets(); p += rows.classes, ++column) {
        const auto index = static_cast<std::uint32_t>(p);
        if (!received_.test(index)) continue;
        const auto room = std::span(packet).first(layout_.length(index));
        if (!sink_.fetch(layout_.offset(index), room)) {
            readable_ = false;
            return true;
        }
        for (std::size_t r = 0; r < sums.size(); ++r) add_multiple(sums[r], room, coefficient(numbers[r], column));
    }
    std::vector<std::uint32_t> columns;
    for (const std::uint32_t lost : missing) columns.push_back(lost / rows.classes);
    solve(numbers, columns, sums);
    for (std::size_t i = 0; i < missing.size(); ++i)
        accept(missing[i], std::span(sums[i]).first(layout_.length(missing[i])), now);
    found.insert(found.end(), missing.begin(), missing.end());
    return true;
}

/// `packet`, or a row of its class, has arrived: rebuilds the packets that this allows, and those that they allow in
/// turn. Returns how many packets.
std::size_t Incoming::rebuild_around(std::uint32_t packet, std::int64_t now) {
    std::vector<std::uint32_t> changed{packet};
    for (std::size_t next = 0; next < changed.size() && !rows_.empty(); ++next) {
        std::erase_if(rows_, [&](Rows& rows) {
            if (changed[next] % rows.classes != rows.index || !rebuild(rows, changed, now)) return false;
            rows_kept_ -= rows.numbers.size();
            return true;
        });
    }
    return changed.size() - 1;
}

void Incoming::end(const Header& header, std::int64_t now) {
    heard(header, now);
    is_length_sure_ = true;
    was_sent(now);
}

void Incoming::was_sent(std::int64_t now) {
    ended_ = true;
    nak_at_ = now + timing_.end_delay();
}

void Incoming::provide(std::size_t offset, std::span<const std::byte> bytes, std::int64_t now) {
    bytes = bytes.first(offset < layout_.total ? std::min(bytes.size(), layout_.total - offset) : 0);
    if (layout_.total == 0 && !has_all()) accept(0, {}, now);
    is_length_sure_ |= layout_.total == 0;
    while (!bytes.empty()) {
        const auto packet = static_cast<std::uint32_t>(offset / layout_.payload);
        const std::size_t skip = offset - layout_.offset(packet),
                          take = std::min(bytes.size(), layout_.length(packet) - skip);
        const auto piece = bytes.first(take);
        if (skip == 0) {
            partial_ = packet;
            part_.assign(piece.begin(), piece.end());
        } else if (packet == partial_ && part_.size() == skip) {
            part_.insert(part_.end(), piece.begin(), piece.end());
        }
        if (packet == partial_ && part_.size() == layout_.length(packet) && !received_.test(packet))
            accept(packet, part_, now);
        is_length_sure_ |= layout_.is_last(packet);
        offset += take;
        bytes = bytes.subspan(take);
    }
}

std::int64_t Incoming::due() const { return complete() ? kNever : std::min(nak_at_, silence_ends()); }

void Incoming::postpone(std::int64_t now) {
    nak_at_ = kNever;
    last_nak_ = now;
}

Request Incoming::lacking(std::size_t most, std::int64_t now) {
    const bool silent = now >= silence_ends();
    const std::uint32_t known = ended_ ? layout_.packets() : std::min(highest_ + (silent ? 1 : 0), layout_.packets());
    Request request{layout_.total, {}};
    for (std::size_t first = received_.next_clear(0); first < known && request.ranges.size() < most;) {
        const std::size_t end = std::min<std::size_t>(received_.next_set(first), known);
        request.ranges.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first)});
        first = received_.next_clear(end);
    }
    if (has_all()) request.ranges.push_back({layout_.packets() - 1, 1});  // its answer shows the root's length
    nak_at_ = kNever;
    if (request.ranges.empty()) return request;
    if (ended_ && asked_at_ == 0 && unanswered_ == 0) asked_at_ = now;
    if (unanswered_ > 0) asked_at_ = 0;  // it would be unknown which nak was answered
    if (!fresh_since_nak_) ++unanswered_;
    if (silent) silence_ = std::min(silence_ * 2, timing_.longest_silence());
    fresh_since_nak_ = false;
    last_nak_ = now;
    return request;
}

std::uint8_t Incoming::nak_flags() const {
    return static_cast<std::uint8_t>((fresh_since_nak_ ? flag::progress : 0) | (readable_ ? 0 : flag::no_parity));
}

}  // namespace shunt::multicast
