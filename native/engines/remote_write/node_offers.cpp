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
    if (free_offers_.empty()) {
        free_offers_.push_back(static_cast<std::uint32_t>(offers_.size()));
        offers_.emplace_back();
    }
    const std::uint32_t which = free_offers_.back();
    OfferSlot& slot = offers_[which];
    const std::uint64_t handle = both(++slot.generation, which);
    auto made = std::make_unique<OutgoingTransfer>(to, around_, handle, data);
    OfferTicket offer{handle, reinterpret_cast<std::uint64_t>(data.data()), data.size(), OfferTicket::kNoRecord, 0, 0};
    if (target != nullptr) {
        offer.record = low_of(target->gate);
        offer.serial = high_of(target->gate);
        const std::uint64_t bytes = std::min<std::uint64_t>(data.size(), target->bytes);
        if (!made->begin(offer.record, offer.serial, target->address, bytes)) return nullptr;
    } else if (which < Inbox::kOfferGates) {
        inbox_.offer_gate(which).open(slot.generation);
    }
    offer.check = offer.right_check();
    std::memcpy(ticket.bytes.data(), &offer, sizeof offer);
    to.open_ring(around_.fences);
    free_offers_.pop_back();
    slot.transfer = std::move(made);
    return slot.transfer.get();
}

bool NodeFabric::withdraw(Transfer& transfer) {
    auto& mine = static_cast<OutgoingTransfer&>(transfer);
    const std::uint32_t which = low_of(mine.handle());
    return !mine.has_begun() && which < Inbox::kOfferGates && inbox_.offer_gate(which).withdraw(high_of(mine.handle()));
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
    if (!mine.is_exposed) free_record(mine);
}

// ---- the receiver ---------------------------------------------------------------------------------------------------

IncomingTransfer* NodeFabric::open_record(NodePeer& from, std::span<std::byte> into, std::uint32_t keep_free) {
    if (free_records_.size() <= keep_free) return nullptr;
    const std::uint32_t which = free_records_.back();
    free_records_.pop_back();
    if (++serial_ == 0) ++serial_;
    incoming_[which] = std::make_unique<IncomingTransfer>(from, around_, which, serial_, into);
    incoming_[which]->open(inbox_.record(which));
    return incoming_[which].get();
}

void NodeFabric::free_record(IncomingTransfer& transfer) {
    const std::uint32_t which = transfer.record();
    transfer.close_record();
    inbox_.record(which).gate.shut();
    incoming_[which].reset();
    free_records_.push_back(which);
}

IncomingTransfer* NodeFabric::exposed(const Target& target) const {
    const std::uint32_t which = low_of(target.gate);
    IncomingTransfer* const found = which < Inbox::kRecords ? incoming_[which].get() : nullptr;
    return found != nullptr && found->is_exposed && found->serial() == high_of(target.gate) ? found : nullptr;
}

Transfer* NodeFabric::accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) {
    NodePeer& from = *peers_[static_cast<std::size_t>(process)];
    OfferTicket offer;
    std::memcpy(&offer, ticket.bytes.data(), sizeof offer);
    status = Status::again;
    if (offer.check != offer.right_check()) return fail("an offer", process), nullptr;
    IncomingTransfer* transfer = nullptr;
    if (offer.record != OfferTicket::kNoRecord) {
        transfer = exposed({0, 0, both(offer.serial, offer.record)});
        const bool fits = transfer != nullptr && &transfer->peer() == &from && transfer->into().data() == into.data() &&
                          into.size() == std::min<std::uint64_t>(transfer->into().size(), offer.bytes);
        if (!fits) return fail("an offer for exposed memory", process), nullptr;
    } else {
        transfer = open_record(from, into, 0);
        if (transfer == nullptr) return nullptr;
        const std::uint32_t which = low_of(offer.handle);
        if (which < Inbox::kOfferGates && !from.inbox().offer_gate(which).claim(high_of(offer.handle))) {
            free_record(*transfer);
            status = Status::declined;
            return nullptr;
        }
    }
    transfer->is_accepted = true;
    status = Status::ok;
    if (!transfer->begin(offer, into.size(), offer.record == OfferTicket::kNoRecord))
        return fail("the length of an offer", process), nullptr;
    return transfer;
}

bool NodeFabric::handle_block(NodePeer& from, std::span<const std::byte> payload) {
    BlockHead head;
    if (payload.size() < sizeof head) return false;
    std::memcpy(&head, payload.data(), sizeof head);
    if (from.was_lost()) return true;  // what it left behind
    IncomingTransfer* const transfer = head.record < Inbox::kRecords ? incoming_[head.record].get() : nullptr;
    return transfer != nullptr && &transfer->peer() == &from && transfer->take(head, payload.subspan(sizeof head));
}

bool NodeFabric::expose(int process, std::span<std::byte> into, Target& target) {
    NodePeer& from = *peers_[static_cast<std::size_t>(process)];
    IncomingTransfer* const made = from.has_cross_memory() ? open_record(from, into, kForAccepts) : nullptr;
    if (made == nullptr) return false;
    made->is_exposed = true;
    inbox_.record(made->record()).gate.open(made->serial());
    target = {reinterpret_cast<std::uint64_t>(into.data()), into.size(), both(made->serial(), made->record())};
    return true;
}

bool NodeFabric::withdraw(const Target& target) {
    IncomingTransfer* const mine = exposed(target);
    if (mine == nullptr || !inbox_.record(mine->record()).gate.withdraw(mine->serial())) return false;
    free_record(*mine);
    return true;
}

void NodeFabric::conclude(const Target& target) {
    IncomingTransfer* const mine = exposed(target);
    if (mine == nullptr) return;
    mine->is_exposed = false;
    if (!mine->is_accepted) free_record(*mine);
}

}  // namespace shunt::remote_write
