// How a rank gets a broadcast: a leader from the network, the other ranks of its node through shared memory, and a
// leader from a root on its own node also through shared memory.
#include <algorithm>
#include <new>

#include "native/base/clock.hpp"
#include "native/engines/multicast/reception.hpp"
#include "native/engines/multicast/team_drive.hpp"

namespace shunt::multicast {
namespace {

constexpr std::size_t kDroppedAtOnce = 4096;

}  // namespace

Status MulticastTeam::receive(std::uint64_t number, int root_node, std::span<std::byte> data, bool announced) {
    Link& link = *parts_.link;
    const auto node = static_cast<std::size_t>(root_node);
    Reception reception(link, data,
                        {ring_operation(number),
                         parts_.payload_bytes,
                         has_local_ranks_ ? &parts_.local_group->ring() : nullptr,
                         {word(number), own_node(), static_cast<std::uint32_t>(root_node), parts_.recovery_of[node],
                          parts_.address, 0, patience(), sick_}});
    Status begun;
    {
        const std::lock_guard<std::mutex> guard(link.mutex);
        begun = reception.begin(announced);
    }
    const Status status = begun != Status::ok ? begun : drive(number, root_node, [&](std::int64_t now) {
        reception.advance(now);
        // Before local_group can have everything.
        if (checkpoint_ != number && link.channel.asks_checkpoint(word(number))) note_checkpoint(number);
        const Status handed = reception.hand_over();
        if (handed != Status::ok && handed != Status::again) return handed;
        if (reception.over() && reception.ended() != Status::ok) return reception.ended();
        // An acknowledgement that is due in a moment is sent from here: the service would send it late.
        const bool owes = link.channel.next_timeout() - now < kHostPauseNs;
        return reception.over() && handed == Status::ok && !owes ? Status::ok : Status::again;
    });
    note_recoveries(reception.fetched());
    {
        const std::lock_guard<std::mutex> guard(link.mutex);
        deaf_in_a_row_ = link.channel.is_deaf() ? deaf_in_a_row_ + 1 : 0;
        if (status != Status::ok) link.channel.abandon(word(number));
    }
    if (status != Status::ok) {
        reception.give_up();
        return status;
    }
    root_bytes_ = reception.root_bytes();
    return reception.finish();
}

/// Reads all of `data`; less only on failure.
Status MulticastTeam::read_bytes(std::span<std::byte> data) {
    WakefulWait wakeful(parts_.exchange->has_work(), parts_.has_core);
    for (std::size_t done = 0;;) {
        std::size_t got = 0;
        const Status status = parts_.local_group->ring().read(data.subspan(done), got, wakeful.sleep_ns(kHostPauseNs));
        done += got;
        if (status != Status::timeout) return status;
        if (is_given_up()) return Status::peer_lost;
        wakeful.let_progress(*parts_.exchange);
    }
}

/// Reads the operation of the ring that has begun.   Fails: as read_from_local_rank(), and declined; in each case it is
/// over.
Status MulticastTeam::read_operation(std::span<std::byte> data, std::unique_ptr<std::byte[]>* whole) {
    Status status = read_bytes(data);
    if (status != Status::other_length) return status;
    node::BroadcastRing& ring = parts_.local_group->ring();
    std::uint64_t left = root_bytes_ = ring.total();
    const bool needs_whole = whole != nullptr && left > data.size();
    if (needs_whole) whole->reset(new (std::nothrow) std::byte[left]);
    const bool lacks_memory = needs_whole && !*whole;
    std::span<std::byte> kept = data.first(std::min<std::uint64_t>(left, data.size()));
    if (needs_whole && !lacks_memory) kept = {whole->get(), left};
    status = read_bytes(kept);
    left -= kept.size();
    std::byte dropped[kDroppedAtOnce];
    for (; status == Status::ok && left > 0; left -= std::min<std::uint64_t>(left, kDroppedAtOnce))
        status = read_bytes(std::span(dropped).first(std::min<std::uint64_t>(left, kDroppedAtOnce)));
    if (status != Status::ok) return status;
    if (needs_whole && !lacks_memory) std::copy_n(whole->get(), data.size(), data.begin());
    return lacks_memory ? Status::no_memory : Status::other_length;
}

Status MulticastTeam::read_from_local_rank(std::uint64_t number, int writer, std::span<std::byte> data,
                                           std::unique_ptr<std::byte[]>* whole) {
    if (parts_.link)
        parts_.link->in_call.store(false,
                                   std::memory_order_relaxed);  // the service pumps the rest of earlier operations
    for (const std::uint64_t operation : {ring_operation(number), ring_operation(number) + 1}) {
        node::BroadcastRing& ring = parts_.local_group->ring();
        const Status begun = ring.begin_read(operation, data.size(), parts_.places.local_index(writer));
        if (begun != Status::ok) return begun;
        if (const Status status = read_operation(data, whole); status != Status::declined) return status;
    }
    return Status::bug;  // a leader, or root, that cannot hand over this call's data
}

Status MulticastTeam::relay(std::uint64_t number, int root, std::span<std::byte> data, const Recipients* recipients) {
    std::unique_ptr<std::byte[]> whole;
    const Status status = read_from_local_rank(number, root, data, &whole);
    // The root has refused, or this node has no memory for its data: no receiver must wait for it.
    if (status == Status::no_memory || (status == Status::bug && recipients)) (void)send(number, {}, false, recipients);
    if (status != Status::ok && status != Status::other_length) return status;
    if (!recipients && is_asked_by_local_rank(number)) checkpoint_ = number;
    std::span<const std::byte> all = data;
    if (status == Status::other_length)
        all = whole ? std::span<const std::byte>(whole.get(), root_bytes_) : data.first(root_bytes_);
    const Status sent = send(number, all, false, recipients);
    return sent == Status::ok ? status : sent;
}

}  // namespace shunt::multicast
