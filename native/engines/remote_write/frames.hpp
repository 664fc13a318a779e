#pragma once
#include <cstdint>
#include <type_traits>

#include "native/engines/remote_write/envelope.hpp"
#include "native/engines/remote_write/fabric.hpp"

namespace shunt::remote_write {

/// The kind of a frame. Kinds up to `written` carry a message.
enum class Kind : std::uint8_t {
    eager = 1,          ///< MessageHeader, data
    eager_synchronous,  ///< SynchronousHeader, data: the receiver answers when a receive has matched
    offer,              ///< OfferHeader, first piece
    written,            ///< OfferHeader: the data are written to the target of a request
    request,            ///< RequestFrame
    control,            ///< ControlFrame
};

/// Begins every frame of a message. An eager message of 16 bytes shares its cache line.
struct MessageHeader {
    Kind kind;
    std::uint8_t unused[3];
    std::uint32_t next_request;  ///< the number that the receiver's next request must have (MPI/MBCF 3.1.2)
    std::uint64_t context;
    std::int32_t source;
    std::int32_t tag;
};

struct SynchronousHeader {
    MessageHeader message;
    std::uint64_t id;  ///< of the sender's Send, for the answer
};

struct OfferHeader {
    MessageHeader message;
    std::uint64_t id;
    std::uint64_t bytes;    ///< of the whole message
    std::uint32_t piece;    ///< bytes of it that follow this header; the ticket is for the rest
    std::uint32_t request;  ///< of `written`: the request it answers
    Ticket ticket;
};

/// A request for sending (MPI/MBCF 3.1.1).
struct RequestFrame {
    Kind kind;
    std::uint8_t unused[3];
    std::uint32_t serial;    ///< of this request
    std::uint32_t accepted;  ///< messages that the receiver has accepted from the sender, without written ones
    std::int32_t tag;        ///< or kAnyTag
    std::uint64_t context;
    Target target;
};

enum class Control : std::uint8_t {
    matched = 1,    ///< value: id; a receive has matched the synchronous message
    accepted,       ///< value: id; the receiver accepts the offer now
    released,       ///< value: bytes of eager messages that the receiver has released since the beginning
    cancel,         ///< context, serial: the message; value: id for the answer, 0: no answer is wanted
    cancelled,      ///< value: id; the message is cancelled
    not_cancelled,  ///< value: id; a receive has matched it before
    dropped,        ///< value: id; no receive will match the message, as its communicator was freed
};

struct ControlFrame {
    Kind kind;
    Control what;
    std::uint8_t unused[2];
    std::uint32_t serial;
    std::uint64_t value;
    std::uint64_t context;
};

static_assert(sizeof(MessageHeader) == 24 && sizeof(ControlFrame) == 24 && sizeof(RequestFrame) == 48);
static_assert(sizeof(OfferHeader) % 8 == 0 && std::is_trivially_copyable_v<OfferHeader>);

}  // namespace shunt::remote_write
