// Sends from the buffer that the program has attached, and requests that the program has freed.
#include <sched.h>

#include <memory>
#include <utility>

#include "native/base/clock.hpp"
#include "shim/host/quirks.hpp"
#include "shim/offload/messages/message_record.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/messages/request.hpp"

namespace shunt {

namespace {

constexpr std::int64_t kRoomPatienceNs = 2'000'000;  // by then all awaited acknowledgements have arrived

}  // namespace

/// Acknowledgements of the receivers free room: a program that learns of a receive in another way may rely on that
/// room.
bool Messages::take_room(std::uint64_t bytes) {
    if (attached_.take(bytes)) return true;
    const std::int64_t until_ns = monotonic_ns() + kRoomPatienceNs;
    do {
        advance();
        if (attached_.take(bytes)) return true;
        sched_yield();
    } while (monotonic_ns() < until_ns);
    return false;
}

int Messages::send_buffered(CommRecord& record, const MessageBuffer& buffer, Outgoing** held) {
    auto made = std::make_unique<Outgoing>();
    if (const int code = copy(*made, buffer); code != MPI_SUCCESS) return code;
    const std::uint64_t bytes = made->data.bytes().size();
    if (take_room(bytes + MPI_BSEND_OVERHEAD)) made->attached_bytes = bytes + MPI_BSEND_OVERHEAD;
    else if (bytes > host_quirks.bsend_without_room_bytes) return MPI_ERR_BUFFER;
    made->is_held = held != nullptr;
    Outgoing& out = *made.release();
    if (held) *held = &out;
    start_send(out.send, out.data.bytes(), record, buffer, SendMode::buffered);
    const std::lock_guard<std::mutex> guard(mutex_);
    out.follower = std::exchange(buffered_, &out);
    loose_.fetch_add(1, std::memory_order_relaxed);
    note_begun();
    return MPI_SUCCESS;
}

void Messages::tell_row(Outgoing& out, record::Cell* row) {
    const std::lock_guard<std::mutex> guard(mutex_);
    out.row = row;
    out.is_held = false;
}

/// The program can no longer cancel it.
void Messages::let_go(Outgoing& out) {
    const std::lock_guard<std::mutex> guard(mutex_);
    out.is_held = false;
}

void Messages::keep_freed(MessageRequest& call) {
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        call.follower = std::exchange(freed_, &call);
        loose_.fetch_add(1, std::memory_order_relaxed);
    }
    note_begun();
}

/// Ends finished sends and requests.   Returns: whether one is left whose data has not been sent.
bool Messages::sweep() {
    MessageRequest* over = nullptr;
    Outgoing* sent = nullptr;
    bool is_left = false;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        for (Outgoing** at = &buffered_; *at;) {
            Outgoing& out = **at;
            const bool has_ended = out.send.has_ended();
            is_left |= !has_ended;
            // Its room is free from then on, whether or not the program has asked about the end.
            if (has_ended) attached_.give_back(std::exchange(out.attached_bytes, 0));
            if (!has_ended || out.is_held) {
                at = &out.follower;
                continue;
            }
            *at = out.follower;
            loose_.fetch_sub(1, std::memory_order_relaxed);
            out.follower = std::exchange(sent, &out);
        }
        for (MessageRequest** at = &freed_; *at;) {
            MessageRequest& call = **at;
            if (call.state() == CallState::active) {
                at = &call.follower;
                continue;
            }
            *at = call.follower;
            loose_.fetch_sub(1, std::memory_order_relaxed);
            call.follower = std::exchange(over, &call);
        }
    }
    while (sent) {
        const std::unique_ptr<Outgoing> out(std::exchange(sent, sent->follower));
        note_sent(session_, out->row, out->send);
    }
    while (over) std::exchange(over, over->follower)->end_freed();
    return is_left;
}

}  // namespace shunt
