// Long data by RDMA: offered, accepted, read by the receiver or written by the sender.
#include <algorithm>
#include <cstring>

#include "native/engines/remote_write/rdma_fabric.hpp"

namespace shunt::remote_write {
namespace {

/// A sender's description of its offer.
struct RdmaTicket {
    std::uint64_t handle = 0;
    std::uint64_t bytes = 0;
    memory::Place place;           ///< where the data may be read; without a key they are written
    std::uint64_t is_by_rdma = 0;  ///< else the ticket is that of an offer by TCP
};
static_assert(sizeof(RdmaTicket) <= sizeof(Ticket));

}  // namespace

Transfer* RdmaFabric::offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) {
    RdmaPeer* const peer = settled(process);
    if (!peer || peer->is_lost) return nullptr;
    ticket = {};
    if (!peer->way.may_leave()) return tcp_->offer(process, data, target, ticket);
    RdmaOutgoing& made = transfers_.add_outgoing(*peer, data);
    ++peer->offers;
    RdmaTicket told{made.handle(), data.size(), {}, 1};
    if (memory_->register_memory(data, made.registration).ok())
        told.place = {reinterpret_cast<std::uint64_t>(data.data()), made.registration.key};
    std::memcpy(ticket.bytes.data(), &told, sizeof told);
    return &made;
}

/// Registers memory for a read by the device. Memory that the program has protected is written by the processor: the
/// program may handle the fault.
bool RdmaFabric::may_read_into(std::span<std::byte> into, memory::Registration& registration) {
    if (!memory_->register_memory(into, registration).ok()) return false;
    if (!registration.is_writable) memory_->deregister(registration);
    return registration.key != 0;
}

Transfer* RdmaFabric::accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) {
    RdmaTicket told;
    std::memcpy(&told, ticket.bytes.data(), sizeof told);
    if (told.is_by_rdma == 0) return tcp_->accept(process, ticket, into, status);
    RdmaPeer* const peer = &at(process);
    const bool is_possible = peer->way.is_open() && into.size() <= told.bytes;
    status = peer->is_lost ? Status::peer_lost : is_possible ? Status::ok : Status::bug;
    if (status != Status::ok) return nullptr;
    RdmaIncoming& made = transfers_.add_incoming(*peer, into);
    made.handle = told.handle;
    if (into.empty()) {
        peer->control(RdmaCell::done, &told.handle, sizeof told.handle);
    } else if (told.place.key != 0 && may_read_into(into, made.registration)) {
        made.source = told.place;
        reads_.push_back(&made);
        begin_read(made);
    } else {
        const RdmaAccept answer{told.handle, made.id(), into.size()};
        peer->control(RdmaCell::accept, &answer, sizeof answer);
    }
    flush(*peer);
    return &made;
}

void RdmaFabric::close(Transfer& transfer) {
    if (auto* const mine = dynamic_cast<RdmaOutgoing*>(&transfer)) {
        if (mine->registration.key != 0 && memory_) memory_->deregister(mine->registration);
        mine->to().forget(*mine);
        --mine->to().offers;
        transfers_.remove_outgoing(*mine);
    } else if (auto* const incoming = dynamic_cast<RdmaIncoming*>(&transfer)) {
        std::erase(reads_, incoming);
        if (incoming->registration.key != 0 && memory_) memory_->deregister(incoming->registration);
        transfers_.remove_incoming(incoming->id());
    } else {
        tcp_->close(transfer);
    }
}

bool RdmaFabric::leave(Transfer& transfer) {
    return dynamic_cast<RdmaOutgoing*>(&transfer) == nullptr && tcp_->leave(transfer);
}

void RdmaFabric::refuse(int process, const Ticket& ticket) {
    RdmaTicket told;
    std::memcpy(&told, ticket.bytes.data(), sizeof told);
    if (told.is_by_rdma == 0) tcp_->refuse(process, ticket);
}

/// Handles a cell that is no frame.   Returns: false if the cell is impossible.
bool RdmaFabric::take(RdmaPeer& from, const RdmaCell& cell) {
    if (cell.kind == RdmaCell::data) return take_data(from, cell);
    if (cell.kind == RdmaCell::moved || cell.kind == RdmaCell::drained) return take_end(from, cell);
    RdmaAccept accept;  // begins with the handle, like the report of a read
    std::memcpy(&accept, cell.payload, sizeof accept);
    RdmaOutgoing* const mine = transfers_.outgoing(from, accept.handle);
    const bool is_read = cell.kind == RdmaCell::done;
    if (!mine || !(is_read ? mine->was_read() : mine->begin(accept.id, accept.bytes))) return false;
    transfers_.begun();
    if (!is_read) from.start(*mine);
    return true;
}

bool RdmaFabric::take_data(RdmaPeer& from, const RdmaCell& cell) {
    std::uint64_t id = 0;
    std::memcpy(&id, cell.payload, sizeof id);
    RdmaIncoming* const into = transfers_.incoming(from, id);
    if (!into || into->registration.key != 0 || cell.bytes > into->left().size()) return false;
    std::memcpy(into->left().data(), from.bytes_of(cell).data(), cell.bytes);
    into->came(cell.bytes);
    return true;
}

/// Where there is no room now, look_at_reads() tries again.
void RdmaFabric::begin_read(RdmaIncoming& transfer) {
    const int from = transfer.from().number();
    const Status status = memory_->read_at(from, transfer.source, transfer.left(), transfer.registration);
    if (status == Status::ok) transfer.number = memory_->posted(from);
    else if (status != Status::again) lose(transfer.from());
}

void RdmaFabric::look_at_reads() {
    for (std::size_t i = reads_.size(); i-- > 0;) {
        if (i >= reads_.size()) continue;  // a peer was lost
        RdmaIncoming& read = *reads_[i];
        RdmaPeer& from = read.from();
        if (read.number == 0) begin_read(read);
        if (read.number == 0 || memory_->completed(from.number()) < read.number) continue;
        reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(i));
        memory_->deregister(read.registration);
        read.came(read.left().size());
        from.control(RdmaCell::done, &read.handle, sizeof read.handle);
        flush(from);
    }
}

}  // namespace shunt::remote_write
