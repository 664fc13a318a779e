#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "native/base/status.hpp"
#include "native/engines/multicast/acknowledgement_tree.hpp"
#include "native/engines/multicast/arrivals.hpp"
#include "native/engines/multicast/counters.hpp"
#include "native/engines/multicast/datagram.hpp"
#include "native/engines/multicast/early_store.hpp"
#include "native/engines/multicast/incoming.hpp"
#include "native/engines/multicast/options.hpp"
#include "native/engines/multicast/outgoing.hpp"
#include "native/engines/multicast/pacer.hpp"
#include "native/engines/multicast/timing.hpp"

namespace shunt::multicast {

/// When the root's part of a send is over. `confirmed`: all members have everything. `retained`: all was sent once and
/// a copy is kept for repairs; treated as `confirmed` when the copy does not fit, or when receivers are many operations
/// behind but catch up.
enum class Completion : std::uint8_t { confirmed, retained };

struct Settings {
    std::uint64_t token = 0;           ///< secret of this channel, in every datagram
    int node = 0;                      ///< this node, below nodes
    int nodes = 1;                     ///< at most 65535
    std::size_t payload_bytes = 1452;  ///< data bytes of a datagram: MTU - 20 (IPv4) - 8 (UDP) - 20 (header)
    std::size_t retained_bytes =
        256 << 10;  ///< for copies of operations whose root has left before all confirmed, while receivers confirm some
    std::size_t ahead_bytes = 4 << 20;    ///< the same while they confirm nothing; includes the overhead of each
    std::size_t early_bytes = 256 << 10;  ///< for data of operations that this node has not begun to receive
    std::int64_t rate = 0;  ///< initial send rate to the group, bytes/s; 0: as fast as the driver accepts datagrams
    Acknowledge acknowledge = Acknowledge::automatic;
    std::uint64_t seed = 1;             ///< for jitter
    std::uint32_t first_operation = 1;  ///< the first operation number
};

/// The operations of one communicator, sans-IO: datagrams and times are inputs and outputs. Operation numbers are equal
/// on all nodes, count upwards (and wrap), and each has one root. Several may be under way at the same time. A node
/// begins (sends or receives) operations in ascending order and skips those that do not concern it. Units: ns of the
/// caller's steady clock, bytes.   Thread: any one at a time.   Blocks: never. Source: CC-MPI 3.1 and this folder's
/// README.
class Channel {
public:
    explicit Channel(const Settings& settings);

    // ---- operations
    // -------------------------------------------------------------------------------------------------------------
    /// A node enters the call that begins with operation `first` only after finishing all operations before `first`. So
    /// data that it multicasts in that call implicitly acknowledge everything earlier; it sends no other
    /// acknowledgement.
    void begin_call(std::uint32_t first) { call_ = first; }
    /// Sends `bytes` as operation `number` to `members` (empty: all nodes) of `group`.   Owner: `bytes` stays the
    /// caller's, unchanged until finished() or abandon(), also when retained.   `asks_checkpoint`: sent to every
    /// receiver with the data, see asks_checkpoint().
    void send(std::uint32_t number, std::span<const std::byte> bytes, Completion completion, std::uint32_t group,
              std::span<const int> members, std::int64_t now, bool asks_checkpoint = false);
    /// Limits the first transmission of `number`, a send of ours, to `packets` until the next allow(); initially there
    /// is no limit.
    void allow(std::uint32_t number, std::uint32_t packets, std::int64_t now);
    struct Expectations {
        bool group = true;  ///< this node has been in the group for long, and should receive multicast, see is_deaf()
        bool other_length =
            false;  ///< a root that announces another length does not end the operation, see root_bytes()
    };
    /// Receives operation `number` of `bytes` bytes from `root`.   Owner: `sink` is used until finished() or abandon().
    void receive(std::uint32_t number, int root, std::size_t bytes, Sink& sink, std::int64_t now) {
        receive(number, root, bytes, sink, now, Expectations());
    }
    void receive(std::uint32_t number, int root, std::size_t bytes, Sink& sink, std::int64_t now,
                 const Expectations& expected);
    /// The other length that the root has announced, for an operation received with Expectations::other_length. The
    /// driver then either begins anew with that length or refuses the operation.
    std::optional<std::uint64_t> root_bytes(std::uint32_t number) const;
    /// Receives an operation under way again from its beginning, now with `bytes` bytes.   Owner: as for receive(); the
    /// former sink is no longer used.   Throws std::bad_alloc; then the state is unchanged.
    void receive_anew(std::uint32_t number, std::size_t bytes, Sink& sink, std::int64_t now);
    /// Ends an operation being received as wrong_length(), and tells its root that this node needs no more data.
    void refuse(std::uint32_t number, std::int64_t now);
    /// Barrier: reports this node's arrival to `root`, until operation `number` (the root's release, to be received) is
    /// over.
    void arrive(std::uint32_t number, int root, std::int64_t now);
    /// Barrier, at its root: finished() when all have arrived; the release is a send() of the same number.
    void await_arrivals(std::uint32_t number, std::int64_t now);
    /// The same where `number` is sent to some nodes only. Each of them reports to the root itself, which waits for
    /// `members` (not empty). The later send may have any length.
    void arrive_directly(std::uint32_t number, int root, std::int64_t now);
    void await_arrivals_of(std::uint32_t number, std::span<const int> members, std::int64_t now);
    /// Barrier, at its root: records an arrival of `node` that was received by another route. Does nothing once the
    /// release has been sent.
    void arrived(std::uint32_t number, int node, std::int64_t now);
    /// Operation `number` does not concern this node. Needed only where thousands of such operations may be successive.
    void skip(std::uint32_t number);
    /// True when this node may leave the operation. The driver must still serve next_datagram() and the timers.
    bool finished(std::uint32_t number) const;
    /// ok: finished; again: under way; bug: the root's length differs from ours, or the operation was never begun.
    Status status(std::uint32_t number) const;
    /// True for an operation that ended because its root announced another length.
    bool wrong_length(std::uint32_t number) const;
    /// The time of the last progress of an operation under way; INT64_MAX when it is not under way.
    std::int64_t stalled_since(std::uint32_t number) const;
    /// A node that `number`, one of our sends or barriers, still waits for; -1: none, or not known here.
    int unconfirmed_node(std::uint32_t number) const;
    /// Lower bound on the packets that the root has sent so far; UINT32_MAX if the operation is not being received.
    std::uint32_t sent_by_root(std::uint32_t number) const;
    /// Takes bytes, fetched by another route, of an operation being received, in ascending order. Packets received
    /// before are ignored.
    void provide(std::uint32_t number, std::size_t offset, std::span<const std::byte> bytes);
    /// Copies from a running or retained send; false: unknown here, or beyond its end.
    bool read(std::uint32_t number, std::size_t offset, std::span<std::byte> out) const;
    /// The root's statement about an operation in every datagram.
    struct Announced {
        std::uint64_t bytes = 0;
        bool asks_checkpoint = false;
    };
    /// That of a running or retained send; none: unknown here.
    std::optional<Announced> announced(std::uint32_t number) const;
    /// Takes an announcement of the root, received by another route, for an operation being received. Another length
    /// ends the operation as wrong_length(), or becomes root_bytes().
    void learn(std::uint32_t number, const Announced& announced, std::int64_t now);
    /// Whether the root of operation `number`, the last operation with such a request here, has asked for a checkpoint.
    bool asks_checkpoint(std::uint32_t number) const { return checkpoint_ == number; }
    /// This node was out of the group for a while, so missing packets are no evidence about multicast.
    void joined_anew() { hears_ = false; }
    /// No packet sent to the group has arrived here lately: neither after repeated naks, nor for several operations.
    bool is_deaf() const { return multicast_silent_; }
    /// Operations of ours for which some receiver has reported deafness.
    std::uint32_t deaf_operations() const { return deaf_operations_; }
    /// `node` has everything of our operation `number`; it was served by another route.
    void confirm(std::uint32_t number, int node);
    /// Forgets an operation that ends by another route.
    void abandon(std::uint32_t number);
    /// True while a retained operation lacks confirmations: this channel must still be served.
    bool unconfirmed() const { return !outgoing_.empty(); }
    /// True when there is nothing to send and nothing to wait for.
    bool idle() const;

    // ---- input and output
    // -------------------------------------------------------------------------------------------------------
    /// Processes a datagram of any socket; a foreign, truncated or impossible one is dropped and counted.
    void datagram(std::span<const std::byte> bytes, std::int64_t now);
    /// Serves the timers. Call it at next_timeout(); harmless at any other time.
    void advance(std::int64_t now);
    /// The latest time at which advance() and then next_datagram() must be called; INT64_MAX: not before a datagram
    /// arrives. After advance(now) it is later than `now`. A driver whose socket is full waits for the socket or for
    /// this time.
    std::int64_t next_timeout() const { return deadline_; }
    /// Whether still_here() may have an effect.
    bool is_asked_for_repairs() const;
    /// The last `datagrams` sent are still in this host, as its port is busy with them or with others' data. So
    /// receivers that ask for packets in them, or in earlier ones, ask too soon: they will ask again. Call it before
    /// advance().
    void still_here(std::size_t datagrams);
    /// The datagram to send now, unchanged until sent(); nullptr: nothing to send before next_timeout().
    const Datagram* next_datagram(std::int64_t now);
    /// The datagram of next_datagram() has left.
    void sent();

    /// As in Settings.
    std::size_t early_bytes() const { return settings_.early_bytes; }
    const Counters& counters() const { return counters_; }
    /// The send rate to the group, bytes/s; 0: without limit.
    std::int64_t rate() const { return first_pacer_.rate(); }

private:
    struct Control {
        Header header;
        Destination destination;
        std::vector<std::byte> body;
    };
    struct Owed {  ///< an acknowledgement to be sent
        int root = 0;
        bool tree = false;
        bool at_once = false;
        std::int64_t due = kNever;
        std::uint32_t begun = 0;  ///< the last operation begun when it was owed
    };
    struct Repeat {  ///< an acknowledgement that was sent and is sent again
        int root = 0;
        std::uint32_t frontier = 0;
        std::int64_t due = kNever;
        bool tree = false;
    };
    struct Waiting {  ///< an operation of ours, and when to ask for its confirmations
        std::unique_ptr<Outgoing> operation;
        std::int64_t ask_at = kNever;
        std::int64_t patience = 0;
        int asked = 0;
        int ask_from = 0;
        std::int64_t acked_at = kNever;  ///< not yet: the first acknowledgement measures the round trip
        bool may_be_ahead = false;       ///< it is to be retained, and is not yet, as receivers catch up
        bool is_ahead = false;           ///< retained though receivers do not catch up
        bool is_quiet = false;  ///< it has nothing to send; thousands of such are skipped without a look at `operation`
        bool may_be_over = true;          ///< something was sent or confirmed since the last sweep()
        bool is_unheard = false;          ///< some receiver has reported deafness, and was not answered yet
        bool is_withheld = false;         ///< copied, and not sent before receivers catch up
        std::uint64_t last_datagram = 0;  ///< value of sent_ after its last datagram
    };
    enum class Peeked : std::uint8_t { nothing, control, operation };

    // channel.cpp
    Waiting* waiting(std::uint32_t number);
    const Waiting* waiting(std::uint32_t number) const { return const_cast<Channel*>(this)->waiting(number); }
    Incoming* incoming(std::uint32_t number);
    const Incoming* incoming(std::uint32_t number) const { return const_cast<Channel*>(this)->incoming(number); }
    void begin(std::uint32_t number);
    std::uint8_t flags_for(std::size_t bytes, bool all_nodes, bool at_once) const;
    bool has_room(std::size_t bytes) const;
    void count_retained(std::size_t bytes);
    void confirm(Waiting& own, int node, std::int64_t now);
    void lacks(Waiting& own, int node, std::uint8_t flags, std::vector<Range> ranges, std::int64_t now);
    bool are_all_that_miss(std::span<const int> members) const;
    void release(const Outgoing& operation);
    void forget_lazy();
    void sweep();
    void fail(std::uint32_t number);
    void note(std::int64_t deadline) { deadline_ = deadline < deadline_ ? deadline : deadline_; }

    // channel_input.cpp
    bool is_far(std::uint32_t number) const;
    void take_data(const Header& header, std::span<const std::byte> payload, std::int64_t now);
    void take_for(Incoming& operation, const Header& header, std::span<const std::byte> payload, std::int64_t now);
    void completed(std::uint32_t number, std::int64_t now);
    void take_nak(const Header& header, std::span<const std::byte> body, std::int64_t now);
    void take_length(const Header& header, std::span<const std::byte> body, std::int64_t now);
    void take_ack(const Header& header, std::size_t body_bytes, std::int64_t now);
    void confirm_earlier_calls(const Header& header, std::int64_t now);
    void take_ack_as_root(const Header& header, std::int64_t now);
    void take_status(const Header& header, std::span<const std::byte> body, std::int64_t now);
    void take_arrive(const Header& header, std::size_t body_bytes, std::int64_t now);
    void judge(Outgoing& operation, std::int64_t now);

    // channel_ahead.cpp
    bool has_room_ahead(std::size_t bytes) const;
    std::int64_t ahead_at() const;
    void go_ahead(std::int64_t now);
    void withhold(Waiting& own);
    void let_go(Waiting& own);
    void let_go_what_fits();

    // channel_output.cpp
    void push(Kind kind, std::uint32_t operation, std::uint32_t sequence, std::uint8_t flags, Destination to,
              std::vector<std::byte> body = {});
    std::uint32_t frontier(int root) const;
    void owe(int root, bool tree, bool at_once, std::int64_t due);
    void acknowledge(int root, bool tree);
    void report_up(int root);
    void push_ack(int root, std::uint32_t frontier, bool tree);
    void repeat(int root, std::uint32_t frontier, bool tree);
    void serve_acks(std::int64_t now);
    void serve_naks(std::int64_t now);
    void serve_patience(std::int64_t now);
    void expect_acks(Waiting& waiting, std::int64_t now);
    void put_off(Waiting& waiting, std::int64_t now);
    void ask(Waiting& waiting);
    void find_deadline();
    Pacer& pacer(Outgoing::Urgency urgency) {
        return urgency == Outgoing::Urgency::bulk ? repair_pacer_ : first_pacer_;
    }
    bool peek_control();
    void answer(Waiting& own, std::int64_t now);
    bool peek_operation(std::int64_t now, Outgoing::Urgency most);

    Settings settings_;
    Timing timing_;
    Counters counters_;
    std::vector<Waiting> outgoing_;                    ///< ascending
    std::vector<std::unique_ptr<Incoming>> incoming_;  ///< ascending
    Arrivals arrivals_;
    AcknowledgementTree tree_;
    EarlyStore early_;
    std::vector<Owed> owed_;
    std::vector<Repeat> repeats_;
    bool lossy_ = false;  ///< packets were missing before the last acknowledgement
    std::uint64_t naks_at_ack_ = 0;
    std::deque<Control> control_;
    std::vector<std::uint32_t> failed_;  ///< the last operations that ended with a wrong length

    std::uint32_t begun_;  ///< the last operation begun here
    std::uint32_t call_;   ///< the first operation of the call under way
    std::size_t retained_bytes_ = 0;
    std::size_t retained_operations_ = 0;
    std::size_t withheld_ = 0;               ///< of the retained operations
    std::size_t retained_since_demand_ = 0;  ///< operations retained since receivers were last told to acknowledge
    std::size_t bytes_since_demand_ = 0;
    std::int64_t confirmed_at_ =
        0;  ///< when a receiver last confirmed an operation, or the first unconfirmed one began
    Pacer first_pacer_;
    Pacer repair_pacer_;
    std::int64_t deadline_ = kNever;
    std::int64_t now_ = 0;                     ///< of the last call with a time
    std::int64_t group_heard_at_ = 0;          ///< when a packet sent to the group last arrived
    std::optional<std::uint32_t> checkpoint_;  ///< the last operation whose root has asked for one
    bool hears_ = true;                        ///< since this node joined the group, a packet has arrived through it
    int last_early_root_ = -1;                 ///< the root of the last packet of an operation not begun here,
    std::uint32_t last_early_ = 0;             ///< ... and its last operation with such a packet
    int unheard_ = 0;                          ///< successive operations without a packet by multicast
    std::optional<std::uint32_t> deaf_operation_;  ///< the last of ours that some receiver reported as deaf
    std::uint32_t deaf_operations_ = 0;
    bool multicast_silent_ = false;  ///< no packet sent to the group has arrived despite repeated requests

    std::uint64_t sent_ = 0;  ///< datagrams
    Datagram datagram_;
    Peeked peeked_ = Peeked::nothing;
    std::uint32_t peeked_operation_ = 0;
};

}  // namespace shunt::multicast
