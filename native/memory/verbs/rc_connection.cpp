#include "native/memory/verbs/rc_connection.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "native/memory/verbs/remedy.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr std::uint64_t kSignalEach = Endpoint::kWorkRequests / 4;
constexpr std::uint8_t kReads = 4;         // RDMA reads under way at once
constexpr std::uint8_t kRetries = 6;       // soft-RoCE takes 7 as forever, here too (Linux, rxe_comp.c)
constexpr std::uint8_t kRetryForever = 7;  // a receiver that is busy elsewhere is not lost
constexpr std::uint8_t kBusyTimer = 12;    // 0.64 ms (InfiniBand Architecture 1.4, table 45)
constexpr int kReminders = 16;
constexpr std::uint64_t kLargestWrite = std::uint64_t{1} << 30;

/// The exponent t of a timeout of 4.096 us * 2^t (InfiniBand Architecture 1.4, 9.7.6.1.3).
std::uint8_t timeout_exponent(std::int64_t ns) {
    std::uint8_t exponent = 1;
    while (exponent < 31 && (std::int64_t{4096} << exponent) < ns) ++exponent;
    return exponent;
}

}  // namespace

Outcome RcConnection::create(std::uint32_t first_sequence) {
    ibv_qp_init_attr wanted{};
    wanted.send_cq = wanted.recv_cq = endpoint_.completions();
    wanted.srq = endpoint_.receives();
    wanted.qp_type = IBV_QPT_RC;
    wanted.cap.max_send_wr = Endpoint::kWorkRequests;
    wanted.cap.max_send_sge = 1;
    wanted.cap.max_inline_data = kSmallBytes;
    const Library& library = endpoint_.library();
    ibv_qp_init_attr given = wanted;
    Owned<ibv_qp> made(library.create_qp(endpoint_.domain(), &given), {library.destroy_qp});
    if (made == nullptr) {  // a device without inline data
        given = wanted;
        given.cap.max_inline_data = 0;
        made = Owned<ibv_qp>(library.create_qp(endpoint_.domain(), &given), {library.destroy_qp});
    }
    if (made == nullptr)
        return failed_call(Status::no_memory, joined({"RDMA: making a queue pair for rank ", std::to_string(peer_)}),
                           errno, kRaiseMemlock);
    pair_ = std::move(made);  // the previous pair is destroyed only now, so that the numbers differ
    inline_bytes_ = given.cap.max_inline_data;
    sequence_ = first_sequence & 0xffffff;
    ibv_qp_attr attributes{};
    attributes.qp_state = IBV_QPS_INIT;
    attributes.port_num = endpoint_.device().port();
    attributes.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
    if (!change(attributes, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
        return failed_call(Status::declined, "RDMA: a new queue pair", errno, kLookAtDevices);
    return {};
}

Outcome RcConnection::connect(const Address& peer, const QueuePair& theirs, std::int64_t ack_timeout_ns) {
    const std::string what = "RDMA: connecting to rank " + std::to_string(peer_);
    ibv_qp_attr attributes{};
    attributes.qp_state = IBV_QPS_RTR;
    attributes.path_mtu = static_cast<ibv_mtu>(std::min(peer.mtu, endpoint_.device().address().mtu));
    attributes.dest_qp_num = theirs.number;
    attributes.rq_psn = theirs.sequence;
    attributes.max_dest_rd_atomic = kReads;
    attributes.min_rnr_timer = kBusyTimer;
    attributes.ah_attr = endpoint_.device().path_to(peer);
    if (!change(attributes, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                                IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER))
        return failed_call(Status::declined, what, errno, kSameFabric);
    attributes = {};
    attributes.qp_state = IBV_QPS_RTS;
    attributes.timeout = timeout_exponent(ack_timeout_ns);
    attributes.retry_cnt = kRetries;
    attributes.rnr_retry = kRetryForever;
    attributes.sq_psn = sequence_;
    attributes.max_rd_atomic = kReads;
    if (!change(attributes, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
                                IBV_QP_MAX_QP_RD_ATOMIC))
        return failed_call(Status::declined, what, errno, kSameFabric);
    theirs_ = theirs;
    connected_ = true;
    return {};
}

void RcConnection::suspend() {
    suspended_ = true;
    open_ = connected_ = false;
    failure_ = IBV_WC_SUCCESS;
}

void RcConnection::stop() {
    ibv_qp_attr attributes{};
    attributes.qp_state = IBV_QPS_ERR;
    static_cast<void>(change(attributes, IBV_QP_STATE));  // a pair that has failed is in this state already
}

Outcome RcConnection::renew(std::uint32_t first_sequence) {
    open_ = connected_ = false;
    return create(first_sequence);
}

void RcConnection::resume(std::uint64_t words_received, const Transfer& nothing) {
    for (std::uint64_t number = finished_ + 1; number <= requests_; ++number) {
        Request& request = kept(number);
        // A read is not complete before its data are here, and a repeated read gives the same data.
        if (request.words > words_received || request.opcode == IBV_WR_RDMA_READ) continue;
        if (request.words == words_received && request.opcode != IBV_WR_RDMA_WRITE_WITH_IMM) continue;
        request.opcode = IBV_WR_RDMA_WRITE;
        aim(request, nothing, 0);
        request.place.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(nothing.bytes, inline_bytes_));
        request.place.lkey = 0;
        request.flags = IBV_SEND_INLINE | (request.flags & static_cast<unsigned>(IBV_SEND_SIGNALED));
        std::memcpy(request.small.data(), nothing.data, request.place.length);
    }
    again_ = finished_ + 1;
    reminders_ = 0;
    suspended_ = false;
}

/// The device lacks room for these requests only if it was full before.
Status RcConnection::post_again() {
    while (open_ && again_ <= requests_) {
        const Status status = submit(again_, kept(again_));
        if (status != Status::ok) return status;
        ++again_;
    }
    return Status::ok;
}

Status RcConnection::push(const Transfer& transfer) {
    if (pushed_ - done_ == kTransfers) return Status::again;
    Entry& next = entry(pushed_);
    static_cast<Transfer&>(next) = transfer;
    next.given = next.last = 0;
    if (transfer.bytes <= kSmallBytes && transfer.kind != Transfer::Kind::read) {
        std::memcpy(next.small.data(), transfer.data, transfer.bytes);
        next.data = next.small.data();
        next.local_key = 0;
    }
    ++pushed_;
    return Status::ok;
}

Status RcConnection::pump() {
    if (failed()) return Status::peer_lost;
    if (!open_) return waiting() ? Status::again : Status::ok;
    const Status again = post_again();
    if (again != Status::ok) return again;
    while (handed_ < pushed_) {
        const Status status = hand_over(entry(handed_));
        if (status != Status::ok) {
            retire();
            return status;
        }
        ++handed_;
    }
    retire();
    return Status::ok;
}

/// Posts the rest of one transfer, in as many work requests as necessary.
Status RcConnection::hand_over(Entry& next) {
    do {
        const std::uint64_t left = next.bytes - next.given;
        const bool small = next.data == next.small.data() && left <= inline_bytes_;
        std::byte* piece = nullptr;
        std::uint64_t bytes = std::min({left, kLargestWrite, endpoint_.device().largest_message()});
        if (in_flight() >= Endpoint::kWorkRequests || !endpoint_.take_room()) return Status::again;
        if (next.local_key == 0 && !small) {
            piece = bounce_.take();
            bytes = std::min<std::uint64_t>(left, Bounce::kPieceBytes);
            if (piece == nullptr) {
                endpoint_.give_room(1);
                return Status::again;
            }
            std::memcpy(piece, next.data + next.given, bytes);
        }
        const Status status = post(next, piece, bytes);
        if (status == Status::ok) continue;
        if (piece != nullptr) bounce_.give_back(piece);
        endpoint_.give_room(1);
        return status;
    } while (next.given < next.bytes);
    return Status::ok;
}

void RcConnection::aim(Request& request, const Transfer& transfer, std::uint64_t given) const {
    request.remote_address = transfer.remote_address + given;
    request.remote_key = transfer.remote_key;
    if (transfer.base == Transfer::Base::nothing) return;
    const bool is_window = transfer.base == Transfer::Base::window;
    request.remote_address += is_window ? memory_.window_address : memory_.aside_address;
    request.remote_key = is_window ? memory_.window_key : memory_.aside_key;
}

/// Posts one work request, from `piece` or from the transfer's own memory.
Status RcConnection::post(Entry& next, std::byte* piece, std::uint64_t bytes) {
    const std::uint64_t number = requests_ + 1;
    const bool ends = next.given + bytes == next.bytes;
    const bool awaited = piece != nullptr || (ends && (next.local_key != 0 || next.kind > Transfer::Kind::word));
    Request& request = kept(number);
    request.opcode = next.kind == Transfer::Kind::read ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE;
    aim(request, next, next.given);
    const bool is_word = next.kind == Transfer::Kind::word || next.kind == Transfer::Kind::notice;
    if (is_word) {
        request.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
        request.immediate = next.immediate;
    }
    request.words = words_posted_ + (is_word ? 1 : 0);
    const std::byte* const data = piece != nullptr ? piece : next.data + next.given;
    request.place.addr = reinterpret_cast<std::uint64_t>(data);
    request.place.length = static_cast<std::uint32_t>(bytes);
    request.place.lkey = piece != nullptr ? bounce_.key() : next.local_key;
    request.flags = request.place.lkey == 0 ? IBV_SEND_INLINE : 0;
    if (request.place.lkey == 0) std::memcpy(request.small.data(), data, bytes);
    if (awaited || number % kSignalEach == 0) request.flags |= IBV_SEND_SIGNALED;
    const Status status = submit(number, request);
    if (status != Status::ok) return status;
    words_posted_ = request.words;
    again_ = number + 1;
    requests_ = number;
    if ((request.flags & IBV_SEND_SIGNALED) != 0) last_signalled_ = number;
    next.given += bytes;
    if (piece != nullptr) pieces_.push_back({number, piece});
    if (ends && awaited && piece == nullptr) next.last = number;
    return Status::ok;
}

/// Gives a work request to the device.   Fails: again (no room), peer_lost.
Status RcConnection::submit(std::uint64_t number, Request& kept) {
    ibv_send_wr request{};
    request.wr_id = static_cast<std::uint64_t>(peer_) << 32 | static_cast<std::uint32_t>(number);
    ibv_sge place = kept.place;
    if (place.lkey == 0) place.addr = reinterpret_cast<std::uint64_t>(kept.small.data());
    request.sg_list = &place;
    request.num_sge = place.length > 0 ? 1 : 0;
    request.opcode = kept.opcode;
    request.send_flags = kept.flags;
    request.wr.rdma.remote_addr = kept.remote_address;
    request.wr.rdma.rkey = kept.remote_key;
    request.imm_data = htonl(kept.immediate);
    ibv_send_wr* bad = nullptr;
    const int error = ibv_post_send(pair_.get(), &request, &bad);
    if (error == 0) return Status::ok;
    if (error == ENOMEM) return Status::again;
    failure_ = IBV_WC_LOC_QP_OP_ERR;
    return Status::peer_lost;
}

bool RcConnection::remind(const Transfer& nothing) {
    if (!open_ || failed() || again_ <= requests_ || nothing.bytes > inline_bytes_ || reminders_ >= kReminders)
        return false;
    if (in_flight() >= Endpoint::kWorkRequests || !endpoint_.take_room()) return false;
    Entry request;
    static_cast<Transfer&>(request) = nothing;
    ++reminders_;
    if (post(request, nullptr, request.bytes) == Status::ok) return true;
    endpoint_.give_room(1);
    return false;
}

bool RcConnection::is_stuck() {
    const bool stuck = seen_owing_ && seen_finished_ == finished_;
    if (!stuck) reminders_ = 0;
    seen_owing_ = owes();
    seen_finished_ = finished_;
    return stuck;
}

void RcConnection::finish(std::uint32_t number, ibv_wc_status status) {
    // The first failure is the cause; requests queued after it are flushed. None of them has succeeded.
    if (status != IBV_WC_SUCCESS) {
        if (!suspended_ && !failed()) failure_ = status;
        return;
    }
    const std::uint64_t ended = requests_ - static_cast<std::uint32_t>(static_cast<std::uint32_t>(requests_) - number);
    if (ended <= finished_) return;
    endpoint_.give_room(ended - finished_);
    finished_ = ended;
    while (!pieces_.empty() && pieces_.front().request <= finished_) {
        bounce_.give_back(pieces_.front().memory);
        pieces_.pop_front();
    }
    retire();
}

/// Ends transfers whose memory is free again: copied ones once they are posted, others once their last work request has
/// ended.
void RcConnection::retire() {
    while (done_ < handed_ && entry(done_).last <= finished_) ++done_;
}

}  // namespace shunt::memory::verbs
