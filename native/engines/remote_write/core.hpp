#pragma once
#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

#include "native/engines/remote_write/likely_sources.hpp"
#include "native/engines/remote_write/messenger.hpp"
#include "native/engines/remote_write/requests.hpp"
#include "native/engines/remote_write/store.hpp"

namespace shunt::remote_write {

/// A number that is changed under the lock and read without it.
class Count {
public:
    void operator++() { set(get() + 1); }
    void operator--() { set(get() - 1); }
    void set(std::size_t value) { value_.store(value, std::memory_order_relaxed); }
    std::size_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::size_t> value_{0};
};

/// The state of an active Send.
enum class Stage : std::uint8_t {
    none,       ///< eager, ended with its frame
    waiting,    ///< its frame has no room yet
    unmatched,  ///< synchronous, its data are at the receiver
    offered,    ///< not accepted yet
    dropped,    ///< the receiver has freed the communicator: nothing but a cancel ends it
    under_way,  ///< its transfer is under way
    local,      ///< to this process itself, not received yet
};

/// The copy of an eager message that has no room yet.
struct CopiedSend : Send {
    std::vector<std::byte> bytes;
};

/// A linked list of sends or receives, the oldest first.
template <class Item>
struct InOrder {
    Item *first = nullptr, *last = nullptr;
    void append(Item& item) {
        item.previous = last;
        item.next = nullptr;
        (last ? last->next : first) = &item;
        last = &item;
    }
    void remove(Item& item) {
        (item.previous ? item.previous->next : first) = item.next;
        (item.next ? item.next->previous : last) = item.previous;
    }
    /// Removes the first, whose successor was `next`; the first may be destroyed already.
    void remove_first(Item* next) {
        first = next;
        (next ? next->previous : last) = nullptr;
    }
    void replace(Item& item, Item& by) {
        by.previous = item.previous;
        by.next = item.next;
        (by.previous ? by.previous->next : first) = &by;
        (by.next ? by.next->previous : last) = &by;
    }
};

/// Another process that this one has communicated with.
struct Peer {
    Peer() = default;
    Peer(const Peer&) = delete;
    ~Peer();  // drops waiting copies
    void wait_for_room(Send& send) {
        waiting.append(send);
        if (!next_to_copy) next_to_copy = &send;
    }
    void stop_waiting(Send& send) {
        if (next_to_copy == &send) next_to_copy = send.next;
        waiting.remove(send);
    }
    int process = -1;
    bool is_busy = false;    // in Core::busy: sends or control frames wait for room
    bool is_behind = false;  // in Core::behind: its requests must be posted again
    bool is_lost = false;    // its process is gone
    Way way = Way::none;
    RequestsReceived requests;
    RequestNumbers numbers;
    InOrder<Send> waiting;               // for room
    Send* next_to_copy = nullptr;        // the first of them that copy_waiting() has not looked at; null: none
    std::vector<ControlFrame> controls;  // wait for room
    std::uint32_t vain_looks = 0;        // for room that found none, since there last was room
    Receive *first_requestable = nullptr, *last_requestable = nullptr;
    int requested = 0;                                 // of those receives, the ones whose request was sent
    std::uint64_t eager_sent = 0, eager_released = 0;  // cost of messages sent there; cost reported as released
    std::uint64_t released = 0, released_told = 0;     // likewise, of messages from there
};

/// Posted receives and unexpected messages of a communicator.
struct Queues {
    MatchQueue posted, unexpected;
    std::size_t unrequested = 0;     // posted receives unknown to the sender
    std::size_t blocked = 0;         // those of them that might post a request
    std::size_t wild_requested = 0;  // posted receives from any source that one sender knows
    LikelySources likely;
    bool is_retried = false;  // in Core::retried
    bool is_closed = false;   // the communicator was freed: they go with the last posted receive
    Context context = 0;
};

/// Names of Sends in frames; the name of an ended Send is not found.
class SendNames {
public:
    std::uint64_t add(Send& send);
    Send* find(std::uint64_t id) const;
    void remove(std::uint64_t id);
    /// All Sends to `process`.   Cost: visits all names.
    std::vector<Send*> of_process(int process) const;
    /// Whether any of them has a message of that communicator that the receiver has not dropped.   Cost: likewise.
    bool has_context(Context context) const;

private:
    struct Slot {
        Send* send = nullptr;
        std::uint32_t generation = 1;
        std::uint32_t next_free = 0;
    };
    std::vector<Slot> slots_{1};  // index 0 is unused: 0 is no name
};

struct Messenger::Core {
    Core(Fabric& fabric_of, int process_of, const MessengerOptions& options_of, Threads threads)
        : fabric(fabric_of), process(process_of), options(options_of), lock(threads) {}

    // ---- core.cpp
    Peer& peer_of(int number) {
        const auto at = static_cast<std::size_t>(number);
        return at < peers.size() && peers[at] ? *peers[at] : new_peer(number);
    }
    Peer& new_peer(int number);
    Queues& queues_of(Context context) {
        Near& near = nearby[context % kNearby];
        if (near.queues && near.context == context) return *near.queues;
        return find_queues(context, near);
    }
    struct Near {
        Context context = 0;
        Queues* queues = nullptr;
    };
    Queues& find_queues(Context context, Near& near);
    void close_context(Context context);
    bool is_in_use(Context context) const;
    void drop_unexpected(Queues& queues);
    void forget(Queues& queues);
    bool advance();
    bool receive_frames();
    void take_frame(const Fabric::Frame& frame);
    void take_request(Peer& peer, const Fabric::Frame& frame);
    void take_control(Peer& peer, const Fabric::Frame& frame);
    bool advance_transfers();
    bool flush();
    bool flush(Peer& peer);
    bool flush_controls(Peer& peer);
    void control(Peer& peer, Control what, std::uint64_t value, std::uint32_t serial = 0, Context context = 0);
    void be_busy(Peer& peer);
    void look_for_lost();
    void end_left();
    void lose(Peer& peer);
    bool lose_sends(Peer& peer);
    bool lose_receives(const Peer& peer);
    bool is_lost(int number) const {
        const auto at = static_cast<std::size_t>(number);
        return number >= 0 && at < peers.size() && peers[at] && peers[at]->is_lost;
    }
    bool is_broken() const { return broken.load(std::memory_order_relaxed) != nullptr; }
    void break_off(const char* why) {
        if (!broken.load(std::memory_order_relaxed)) broken.store(why, std::memory_order_release);
    }

    // ---- sending.cpp
    void start(Send& send);
    void start_local(Send& send);
    bool publish(Peer& peer, Send& send);
    bool publish_eager(Peer& peer, Send& send);
    bool publish_synchronous(Peer& peer, Send& send);
    bool publish_offer(Peer& peer, Send& send);
    void leave(Send& send);
    enum class Written { yes, no_room, no_request };
    Written write(Peer& peer, Send& send);
    bool has_credit(const Peer& peer) const { return peer.eager_sent - peer.eager_released < options.unexpected_most; }
    void copy_waiting(Peer& peer);
    void put_header(std::byte* place, Kind kind, Peer& peer, const Send& send);
    void put_under_way(Send& send);
    void finish(Send& send);
    void cancel(Send& send);
    void cancel_local(Send& send);
    void end_cancelled(Send& send);
    void take_answer(Control what, std::uint64_t id);
    void end(Send& send, Ending ending);

    // ---- receiving.cpp
    void start(Receive& receive);
    void start(Receive& receive, Unexpected& taken);
    bool deliver(Receive& receive, Unexpected& message);
    void deliver_data(Receive& receive, std::span<const std::byte> data);
    struct Offered {
        Peer& peer;
        std::uint64_t id, bytes;
        std::span<const std::byte> piece;
        const Ticket& ticket;
    };
    bool accept(Receive& receive, Queues* posted, const Offered& offer);
    void run(Receive& receive, Transfer* transfer);
    void finish(Receive& receive);
    bool cancel(Receive& receive);
    void take_eager(Peer& peer, const Fabric::Frame& frame);
    void take_offer(Peer& peer, const Fabric::Frame& frame);
    void take_written(Peer& peer, const Fabric::Frame& frame);
    Unexpected& keep(Queues& queues, Peer& peer, const MessageHeader& header, std::span<const std::byte> data,
                     std::uint64_t bytes);
    void count_unexpected(const Queues& queues, Unexpected& message);
    void drop(Queues& queues, Unexpected& message);
    void take_cancel(Peer& peer, const ControlFrame& frame);
    void release_cost(Peer& peer, std::uint64_t bytes);
    void note_source(const Receive& receive);
    void end(Receive& receive, Ending ending);

    // ---- requesting.cpp
    bool choose_asked(Receive& receive);
    Receive* find_posted(Queues& queues, const Pattern& key, int from, const Ticket* offer = nullptr,
                         bool* gone = nullptr);
    void set_aside(Queues& queues, Receive& receive);
    void want_retry(Queues& queues);
    void post(Queues& queues, Receive& receive);
    void unpost(Queues& queues, Receive& receive);
    void unlist(Peer& peer, Receive& receive);
    void request(Queues& queues, Receive& receive);
    bool is_blocked(const Queues& queues, const Receive& receive) const;
    void set_requested(Queues& queues, Receive& receive, bool requested);
    void fall_behind(Peer& peer);
    void catch_up();
    void post_again(Peer& peer);
    void retry(Queues& queues);

    static constexpr std::size_t kNearby = 8;
    Fabric& fabric;
    const int process;
    const MessengerOptions options;
    MessengerLock lock;
    std::atomic<const char*> broken{nullptr};
    std::vector<std::unique_ptr<Peer>> peers;
    std::unordered_map<Context, std::unique_ptr<Queues>> contexts;
    Near nearby[kNearby];
    UnexpectedStore store;
    SendNames names;
    std::uint32_t local_serial = 0;
    InOrder<Send> sends_under_way;
    InOrder<Receive> receives_under_way;
    Count sends, receives;  // that have not ended
    Count busy_peers;       // length of `busy`
    std::uint32_t vain_looks = 0;
    bool has_lost = false;          // some peer is lost
    bool has_broken_off = false;    // receive_frames() stopped early, as a receive had ended
    bool frames_are_dense = false;  // more frames were there after it last stopped early
    std::vector<Peer*> busy, behind;
    std::vector<Queues*> retried;
    Counters counters;
};

/// What an eager message counts in the limit of unexpected memory: its data and its record.
constexpr std::uint64_t cost_of(std::uint64_t bytes) { return bytes + 64; }

/// Longest data that always travel with their envelope: the record of the message has room for them.
inline constexpr std::uint64_t kAlwaysEager = 64;

/// Longest first piece that travels with an offer.
inline constexpr std::uint64_t kMostPiece = 16 * 1024;

}  // namespace shunt::remote_write
