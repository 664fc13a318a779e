#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/engines/remote_write/envelope.hpp"
#include "native/engines/remote_write/fabric.hpp"
#include "native/engines/remote_write/matching.hpp"

namespace shunt::remote_write {

/// idle: not started. active: the messenger holds it. ended: it is the caller's again.
enum class State : std::uint8_t { idle, active, ended };

/// How a send or receive has ended. lost: the other process is gone.
enum class Ending : std::uint8_t { success, truncated, cancelled, lost };

/// A message to be sent. The caller fills in the first part, and moves neither the object nor the data until the send
/// has ended. The send may then be started again.   Thread: has_ended() any; the rest is read after the end.
struct Send {
    Envelope envelope;  ///< `source` is this process's rank in the communicator, `bytes` the length of `data`
    int process = -1;   ///< the receiver
    bool synchronous = false;
    std::span<const std::byte> data{};

    bool has_ended() const { return state.load(std::memory_order_acquire) == State::ended; }
    Ending ending = Ending::success;
    Protocol protocol = Protocol::none;
    Way way = Way::none;
    std::uint64_t cross_bytes = 0;  ///< for a long message, bytes copied by cross-memory attach; otherwise undefined

    // Private to the messenger.
    std::atomic<State> state{State::idle};
    std::uint8_t stage = 0;
    bool is_copy = false;      // of a send that has ended; owned by the messenger
    std::uint32_t serial = 0;  // of the message, between these two processes
    std::uint64_t id = 0;      // names it in the receiver's answers; 0: none
    std::uint32_t piece = 0;   // bytes that travelled with the offer
    Transfer* transfer = nullptr;
    Send *previous = nullptr, *next = nullptr;
};

/// A receive: as Send. `pattern`: see Queued.
struct Receive : Queued {
    Context context = 0;
    int process = -1;  ///< the process of the source; -1 with kAnySource
    std::span<std::byte> into{};

    bool has_ended() const { return state.load(std::memory_order_acquire) == State::ended; }
    Ending ending = Ending::success;
    Protocol protocol = Protocol::none;
    Way way = Way::none;
    std::uint32_t queue_length = 0;  ///< of the unexpected queue when its message arrived; 0: receive posted first
    std::uint64_t cross_bytes = 0;   ///< as of a Send
    Envelope message;  ///< after success or truncation: the message received; `bytes` is the length that was sent

    // Private to the messenger.
    std::atomic<State> state{State::idle};
    bool requestable = false;  // in the list of its source's receives that may post a request
    bool requested = false;    // a request was sent that the sender may honour
    bool exposed = false;      // `target` is in force
    bool set_aside = false;    // from any source, and claimed by the process it asked: no queue contains it any more
    std::uint32_t request = 0;
    int asked = -1;                 // the process that may be asked to write; -1: none
    std::int32_t asked_source = 0;  // its rank in the communicator
    int from = -1;                  // the process whose message it receives, once known
    Target target;
    Transfer* transfer = nullptr;
    Receive *previous = nullptr, *next = nullptr;                  // transfers under way
    Receive *previous_request = nullptr, *next_request = nullptr;  // requestable receives of one source
};

/// Whether the message was a transfer of the fabric: then its `cross_bytes` are known.
template <class Message>
bool was_transferred(const Message& message) {
    return message.protocol != Protocol::eager && message.way != Way::own_process;
}

/// A message that take() has removed from the queue for one receive.   Owner: the messenger, until that receive is
/// started.
struct Unexpected;
using Matched = Unexpected;

/// Counts for the record. Messages are counted both where they are received and where they are sent.
struct Counters {
    struct Traffic {
        std::uint64_t messages = 0, bytes = 0;
    };
    std::array<Traffic, kProtocols> sent{}, received{};  ///< by Protocol
    std::uint64_t requests_posted = 0;                   ///< requests for sending, those posted again included
    std::uint64_t requests_dropped = 0;       ///< received requests, not fresh or not successive (MPI/MBCF 3.1.2)
    std::uint64_t unexpected_messages = 0;    ///< messages that arrived before their receive
    std::uint64_t unexpected_length_sum = 0;  ///< length of the unexpected queue when each of them arrived, added up
    std::uint64_t unexpected_length_most = 0;
    std::uint64_t unexpected_bytes_most = 0;  ///< most memory that the data of unexpected messages took at a time
};

}  // namespace shunt::remote_write
