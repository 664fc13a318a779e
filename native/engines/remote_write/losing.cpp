// Ends all operations that only a process that is gone could have ended.
#include <algorithm>

#include "native/engines/remote_write/core.hpp"

namespace shunt::remote_write {

std::vector<Send*> SendNames::of_process(int process) const {
    std::vector<Send*> found;
    for (const Slot& slot : slots_)
        if (slot.send && slot.send->process == process) found.push_back(slot.send);
    return found;
}

bool SendNames::has_context(Context context) const {
    return std::ranges::any_of(slots_, [=](const Slot& slot) {
        const Send* const send = slot.send;
        return send && send->envelope.context == context && send->stage != static_cast<std::uint8_t>(Stage::dropped);
    });
}

void Messenger::Core::look_for_lost() {
    end_left();
    for (int number = fabric.next_lost(); number >= 0; number = fabric.next_lost()) lose(peer_of(number));
}

/// Ends the offers whose data the fabric has copied since they were made.
void Messenger::Core::end_left() {
    for (int number = fabric.next_left(); number >= 0; number = fabric.next_left())
        for (Send* const send : names.of_process(number))
            if (send->stage == static_cast<std::uint8_t>(Stage::offered)) {
                send->way = fabric.way_to(number);
                leave(*send);
            }
}

void Messenger::Core::lose(Peer& peer) {
    peer.is_lost = has_lost = true;
    peer.controls.clear();
    const bool has_lost_sends = lose_sends(peer);
    const bool has_lost_receives = lose_receives(peer);
    if (has_lost_sends || has_lost_receives) fabric.tell_lost(peer.process);
}

/// Sends under way end with their transfers.
bool Messenger::Core::lose_sends(Peer& peer) {
    bool any = false;
    while (Send* const send = peer.waiting.first) {
        const bool is_copy = send->is_copy;  // end() gives any other back to its owner
        peer.stop_waiting(*send);
        any = true;
        end(*send, Ending::lost);
        if (is_copy) delete static_cast<CopiedSend*>(send);
    }
    for (Send* const send : names.of_process(peer.process)) {
        if (send->transfer) fabric.close(*send->transfer);
        send->transfer = nullptr;
        names.remove(send->id);
        any = true;
        end(*send, Ending::lost);
    }
    return any;
}

/// Ends the posted receives that only this peer could match. Its messages that have arrived can still be received.
bool Messenger::Core::lose_receives(const Peer& peer) {
    bool any = false;
    for (auto& [context, queues] : contexts) {
        for (Queued *entry = queues->posted.oldest(), *newer; entry; entry = newer) {
            newer = entry->newer;
            auto& receive = static_cast<Receive&>(*entry);
            if (receive.process != peer.process) continue;
            unpost(*queues, receive);
            any = true;
            end(receive, Ending::lost);
        }
    }
    return any;
}

}  // namespace shunt::remote_write
