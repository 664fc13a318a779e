#include <algorithm>
#include <bit>
#include <cstring>

#include "native/engines/remote_write/node_fabric.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::uint32_t kForAccepts = 64;  // records that exposed memory leaves to offers

constexpr std::uint64_t both(std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; }
constexpr std::uint32_t low_of(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
constexpr std::uint32_t high_of(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }

}  // namespace

// ---- the sender -----------------------------------------------------------------------------------------------------

OutgoingTransfer* NodeFabric::outgoing(std::uint64_t handle) const {
    const std::uint32_t which = low_of(handle);
    if (which >= offers_.size()) return nullptr;
    const OfferSlot& slot = offers_[which];
    return slot.generation == high_of(handle) ? slot.transfer.get() : nullptr;
}

Transfer* NodeFabric::offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) {
    NodePeer& to = *peers_[static_cast<std::size_t>(process)];
    to.want_ring();
    if (free_offers_.empty()) {
        free_offers_.push_back(static_cast<std::uint32_t>(offers_.size()));
        offers_.emplace_back();
    }
    const std::uint32_t which = free_offers_.back();
    OfferSlot& slot = offers_[which];
    const std::uint64_t handle = both(++slot.generation, which);
    auto made = std::make_unique<OutgoingTransfer>(to, around_, handle, data);
    OfferTicket offer{handle, reinterpret_cast<std::uint64_t>(data.data()), data.size(), OfferTicket::kNoRecord, 0, 0,
                      0};
    if (target != nullptr) {
        offer.record = low_of(target->gate);
        offer.serial = high_of(target->gate);
        const std::uint64_t bytes = std::min<std::uint64_t>(data.size(), target->bytes);
        made->has_target = true;
        if (!made->begin(offer.record, offer.serial, target->address, bytes)) return nullptr;
    } else if (which < Inbox::kOfferGates) {
        inbox_.offer_gate(which).open(slot.generation);
    }
    offer.check = offer.right_check();
    std::memcpy(ticket.bytes.data(), &offer, sizeof offer);
    free_offers_.pop_back();
    slot.transfer = std::move(made);
    return slot.transfer.get();
}

bool NodeFabric::withdraw(Transfer& transfer) {
    auto& mine = static_cast<OutgoingTransfer&>(transfer);
    // For a target, the claim decides. Of very many offers at once some have no gate, and cannot be withdrawn.
    if (mine.has_target) return !mine.has_its_target();
    const std::uint32_t which = low_of(mine.handle());
    return which < Inbox::kOfferGates && inbox_.offer_gate(which).withdraw(high_of(mine.handle()));
}

bool NodeFabric::handle_accept(NodePeer& from, std::span<const std::byte> payload) {
    AcceptFrame frame;
    if (payload.size() != sizeof frame) return false;
    std::memcpy(&frame, payload.data(), sizeof frame);
    if (frame.check != frame.right_check()) return false;
    OutgoingTransfer* const transfer = outgoing(frame.handle);
    return transfer != nullptr && &transfer->peer() == &from &&
           transfer->begin(frame.record, frame.serial, frame.address, frame.bytes);
}

bool NodeFabric::claim(int process, const Target& target) {
    NodePeer& to = *peers_[static_cast<std::size_t>(process)];
    const std::uint32_t record = low_of(target.gate);
    return record < Inbox::kRecords && to.inbox().record(record).gate.claim(high_of(target.gate));
}

void NodeFabric::close(Transfer& transfer) {
    if (static_cast<NodeTransfer&>(transfer).is_outgoing) {
        const std::uint32_t which = low_of(static_cast<OutgoingTransfer&>(transfer).handle());
        if (which < Inbox::kOfferGates) inbox_.offer_gate(which).shut();
        offers_[which].transfer.reset();
        free_offers_.push_back(which);
        return;
    }
    auto& mine = static_cast<IncomingTransfer&>(transfer);
    mine.is_accepted = false;
    if (!mine.has_record()) std::erase_if(waiting_, [&](const IncomingSlot& slot) { return slot.get() == &mine; });
    else if (!mine.is_exposed) free_record(mine.record());
}

// ---- the receiver ---------------------------------------------------------------------------------------------------

/// Gives the transfer a record, or makes it wait for one.
IncomingTransfer* NodeFabric::open_record(std::unique_ptr<IncomingTransfer> transfer) {
    IncomingTransfer* const it = transfer.get();
    if (free_records_.empty()) {
        waiting_.push_back(std::move(transfer));
        return it;
    }
    const std::uint32_t which = free_records_.back();
    free_records_.pop_back();
    if (++serial_ == 0) ++serial_;
    incoming_[which] = std::move(transfer);
    it->open(which, inbox_.record(which), serial_);
    return it;
}

void NodeFabric::free_record(std::uint32_t which) {
    inbox_.record(which).close();
    inbox_.record(which).gate.shut();
    incoming_[which].reset();
    free_records_.push_back(which);
    if (waiting_.empty()) return;
    std::unique_ptr<IncomingTransfer> first = std::move(waiting_.front());
    waiting_.pop_front();
    open_record(std::move(first));
}

IncomingTransfer* NodeFabric::exposed(const Target& target) const {
    const std::uint32_t which = low_of(target.gate);
    IncomingTransfer* const found = which < Inbox::kRecords ? incoming_[which].get() : nullptr;
    return found != nullptr && found->is_exposed && found->serial() == high_of(target.gate) ? found : nullptr;
}

/// Whether this process has claimed the offer's gate: then its sender cannot withdraw it.
bool NodeFabric::is_held(const NodePeer& from, const OfferTicket& offer) {
    const std::uint32_t which = low_of(offer.handle), generation = high_of(offer.handle);
    if (offer.record != OfferTicket::kNoRecord || which >= Inbox::kOfferGates) return true;
    Gate& gate = from.inbox().offer_gate(which);
    return gate.claim(generation) || gate.is_claimed(generation);
}

bool NodeFabric::hold(int process, const Ticket& ticket) {
    const auto offer = std::bit_cast<OfferTicket>(ticket.bytes);
    return offer.check == offer.right_check() && is_held(*peers_[static_cast<std::size_t>(process)], offer);
}

bool NodeFabric::is_withdrawn(int process, const Ticket& ticket) {
    const auto offer = std::bit_cast<OfferTicket>(ticket.bytes);
    const std::uint32_t which = low_of(offer.handle);
    const bool has_gate = offer.check == offer.right_check() && which < Inbox::kOfferGates;
    return has_gate &&
           !peers_[static_cast<std::size_t>(process)]->inbox().offer_gate(which).stands(high_of(offer.handle));
}

Transfer* NodeFabric::accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) {
    NodePeer& from = *peers_[static_cast<std::size_t>(process)];
    const auto offer = std::bit_cast<OfferTicket>(ticket.bytes);
    status = Status::bug;
    if (offer.check != offer.right_check() || into.size() > offer.bytes) return nullptr;
    const bool is_written = offer.record != OfferTicket::kNoRecord;
    IncomingTransfer* transfer = is_written ? exposed({0, 0, both(offer.serial, offer.record)}) : nullptr;
    if (is_written) {
        const bool fits = transfer != nullptr && &transfer->peer() == &from && transfer->into().data() == into.data() &&
                          into.size() == std::min<std::uint64_t>(transfer->into().size(), offer.bytes);
        if (!fits) return nullptr;
    }
    if (!is_held(from, offer)) {
        status = Status::declined;
        return nullptr;
    }
    if (!is_written) transfer = open_record(std::make_unique<IncomingTransfer>(from, around_, into));
    if (!transfer->begin(offer, into.size(), !is_written)) return nullptr;
    transfer->is_accepted = true;
    status = Status::ok;
    return transfer;
}

bool NodeFabric::handle_block(NodePeer& from, std::span<const std::byte> payload) {
    BlockHead head;
    if (payload.size() < sizeof head) return false;
    std::memcpy(&head, payload.data(), sizeof head);
    if (from.was_lost()) return true;  // a frame it left behind
    IncomingTransfer* const transfer = head.record < Inbox::kRecords ? incoming_[head.record].get() : nullptr;
    return transfer != nullptr && &transfer->peer() == &from && transfer->take(head, payload.subspan(sizeof head));
}

bool NodeFabric::expose(int process, std::span<std::byte> into, Target& target) {
    NodePeer& from = *peers_[static_cast<std::size_t>(process)];
    if (!from.has_cross_memory() || free_records_.size() <= kForAccepts) return false;
    IncomingTransfer* const made = open_record(std::make_unique<IncomingTransfer>(from, around_, into));
    made->is_exposed = true;
    inbox_.record(made->record()).gate.open(made->serial());
    target = {reinterpret_cast<std::uint64_t>(into.data()), into.size(), both(made->serial(), made->record())};
    return true;
}

bool NodeFabric::withdraw(const Target& target) {
    IncomingTransfer* const mine = exposed(target);
    if (mine == nullptr || !inbox_.record(mine->record()).gate.withdraw(mine->serial())) return false;
    free_record(mine->record());
    return true;
}

void NodeFabric::conclude(const Target& target) {
    IncomingTransfer* const mine = exposed(target);
    if (mine == nullptr) return;
    mine->is_exposed = false;
    if (!mine->is_accepted) free_record(mine->record());
}

}  // namespace shunt::remote_write
