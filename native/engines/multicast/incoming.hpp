#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/engines/multicast/bitmap.hpp"
#include "native/engines/multicast/counters.hpp"
#include "native/engines/multicast/layout.hpp"
#include "native/engines/multicast/packet.hpp"
#include "native/engines/multicast/timing.hpp"

namespace shunt::multicast {

/// The destination of received bytes: gets each byte of the operation exactly once, in any order of ranges, never
/// overlapping.
class Sink {
public:
    virtual void place(std::size_t offset, std::span<const std::byte> bytes) = 0;
    /// Reads placed bytes back, so that a lost packet can be computed from a parity packet. False: not possible; the
    /// root then sends the packet again. Called once with no bytes when the operation begins.
    virtual bool fetch([[maybe_unused]] std::size_t offset, [[maybe_unused]] std::span<std::byte> out) const {
        return false;
    }

protected:
    ~Sink() = default;
};

/// A receiver's side of one operation: places each packet once, and decides which naks to send, and when. Owner: uses
/// `sink` until complete.   Thread: any one at a time.
class Incoming {
public:
    enum class Taken : std::uint8_t { fresh, duplicate, malformed };

    Incoming(std::uint32_t number, int root, Layout layout, Sink& sink, Timing& timing, std::int64_t now);

    std::uint32_t number() const { return number_; }
    int root() const { return root_; }
    const Layout& layout() const { return layout_; }
    /// One more than the last packet known to have been sent.
    std::uint32_t highest() const { return highest_; }
    /// All packets are placed, and the root is known to have the same length. Packets rebuilt from parity alone do not
    /// prove that.
    bool complete() const { return has_all() && is_length_sure_; }
    std::int64_t last_progress() const { return last_progress_; }
    /// Silence of the group is expected, and is no sign of lost multicast.
    void expect_nothing() { expects_group_ = false; }
    bool expects_group() const { return expects_group_; }
    /// The root may have another length: then the operation stays under way.
    void expect_other_length() { expects_other_length_ = true; }
    bool expects_other_length() const { return expects_other_length_; }
    void note_root_bytes(std::uint64_t bytes) { root_bytes_ = bytes; }
    std::optional<std::uint64_t> root_bytes() const { return root_bytes_; }
    /// A packet of it has arrived by multicast.
    bool was_heard() const { return heard_group_; }
    /// The root's flags (acknowledge, tree) in the last packet.
    std::uint8_t flags() const { return flags_; }

    Taken data(const Header& header, std::span<const std::byte> payload, std::int64_t now, Counters& counters);
    Taken parity(const Header& header, std::span<const std::byte> payload, std::int64_t now, Counters& counters);
    /// The root has begun later operations, so it has sent all of this one.
    void was_sent(std::int64_t now);
    /// The root has ended a round, and announced the same length.
    void end(const Header& header, std::int64_t now);
    /// Takes bytes fetched by another route, in ascending order; bytes that do not continue a packet are dropped.
    void provide(std::size_t offset, std::span<const std::byte> bytes, std::int64_t now);

    /// When a nak is due.
    std::int64_t due() const;
    /// A packet of another operation arrived. While several roots share this node's port, a pause of one root does not
    /// count as silence.
    void heard_others(std::int64_t at) { others_heard_ = std::max(others_heard_, at); }
    /// Postpones a due nak, as if it had been sent.
    void postpone(std::int64_t now);
    /// The nak that is due: at most `most` ranges. In mere silence it asks for one packet beyond those known to have
    /// been sent: the answer shows that the root has sent everything.
    Request lacking(std::size_t most, std::int64_t now);
    /// Flags for that nak; call it before lacking().
    std::uint8_t nak_flags() const;
    /// Naks sent since the last packet arrived.
    int unanswered() const { return unanswered_; }

private:
    bool has_all() const { return received_.count() == received_.limit(); }
    void accept(std::uint32_t packet, std::span<const std::byte> payload, std::int64_t now);
    void heard(const Header& header, std::int64_t now);
    void expect_nak(std::int64_t at) { nak_at_ = std::min(nak_at_, at); }
    std::int64_t silence_ends() const { return std::max({last_heard_, last_nak_, others_heard_}) + silence_; }
    /// Parity rows of one class, kept while more of its packets are missing than rows have arrived.
    struct Rows {
        std::uint32_t classes = 1, index = 0;
        std::vector<std::uint32_t> numbers;
        std::vector<std::vector<std::byte>> bytes;
    };
    std::vector<std::uint32_t> missing_of(std::uint32_t classes, std::uint32_t index, std::size_t most) const;
    bool keep(const ParityName& name, std::span<const std::byte> row);
    bool rebuild(Rows& rows, std::vector<std::uint32_t>& found, std::int64_t now);
    std::size_t rebuild_around(std::uint32_t packet, std::int64_t now);

    std::uint32_t number_;
    int root_;
    Layout layout_;
    Sink& sink_;
    Timing& timing_;
    bool readable_;
    Bitmap received_;
    std::uint32_t highest_ = 0;  ///< one more than the last packet known to have been sent
    bool heard_group_ = false;
    bool expects_group_ = true;
    bool expects_other_length_ = false;
    bool is_length_sure_ = false;  ///< by the root's last packet, an end, or the root's answer to the driver
    std::optional<std::uint64_t> root_bytes_;  ///< another length than this one
    bool ended_ = false;                       ///< the root has sent every packet at least once
    std::uint8_t flags_ = 0;
    std::int64_t nak_at_ = kNever;
    std::int64_t silence_;
    std::int64_t last_heard_;
    std::int64_t last_nak_;
    std::int64_t others_heard_ = 0;
    std::int64_t last_progress_;
    std::int64_t mean_gap_ = 0;  ///< mean time between packets
    std::int64_t asked_at_ = 0;  ///< when the nak was sent whose answer gives the round trip; 0: none
    bool fresh_since_nak_ = false;
    int unanswered_ = 0;
    std::uint32_t partial_ = 0;  ///< the packet of which provide() has a part
    std::vector<std::byte> part_;
    std::vector<Rows> rows_;
    std::size_t rows_kept_ = 0;  ///< of all classes
};

}  // namespace shunt::multicast
