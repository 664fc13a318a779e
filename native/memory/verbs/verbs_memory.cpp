#include "native/memory/verbs/verbs_memory.hpp"

#include <algorithm>

#include "native/node/wait.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr std::int64_t kLookNs = 20'000'000;  // how often a waiting member checks its connections
constexpr int kLooksToPeers = 50;             // every this many checks, also whether its peers live

std::byte* writable(std::span<const std::byte> data) { return const_cast<std::byte*>(data.data()); }

}  // namespace

Traits VerbsMemory::traits() const {
    Traits traits;
    traits.name = "verbs";
    traits.reads_peers = true;
    traits.inline_bytes = RcConnection::kSmallBytes;
    traits.registration_limit = settings_.options.registration_limit;
    return traits;
}

/// The window is registered already. A limit is reported once; unregistered data are sent through copies.
Outcome VerbsMemory::register_memory(std::span<const std::byte> memory, Registration& into) {
    const Guard guard(mutex_);
    if (!memory.empty() && memory.data() >= window_.data() &&
        memory.data() + memory.size() <= window_.data() + window_.size()) {
        into = {memory, std::uint64_t{window_region()->rkey} << 32 | window_region()->lkey};
        return {};
    }
    Outcome outcome = cache_->take(memory, into);
    if (outcome.status == Status::no_memory && !has_refused_) {
        has_refused_ = true;
        if (settings_.warn) settings_.warn(joined({outcome.reason, "; data is copied meanwhile"}));
    }
    return outcome;
}

void VerbsMemory::deregister(Registration& registration) {
    const Guard guard(mutex_);
    cache_->give_back(registration);
}

Status VerbsMemory::inside(int peer, std::uint64_t offset, std::uint64_t bytes) const {
    if (!is_peer(peer)) return Status::bug;
    const std::uint64_t size = cards_[index(peer)].window_bytes;
    return offset <= size && bytes <= size - offset ? Status::ok : Status::bug;
}

Status VerbsMemory::put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) {
    const Guard guard(mutex_);
    const Status status = inside(peer, offset, data.size());
    if (status != Status::ok || data.empty()) return status;
    Transfer transfer;
    transfer.base = Transfer::Base::window;
    transfer.remote_address = offset;
    return put_from(peer, transfer, data, from);
}

Status VerbsMemory::put_at(int peer, Place to, std::span<const std::byte> data, const Registration* from, bool wakes) {
    const Guard guard(mutex_);
    if (!is_peer(peer) || data.empty()) return is_peer(peer) ? Status::ok : Status::bug;
    Transfer transfer;
    transfer.remote_address = to.address;
    transfer.remote_key = RegistrationCache::remote_key(to.key);
    if (wakes) transfer.kind = Transfer::Kind::word, transfer.immediate = immediate_of(Wake::word, 0);
    return put_from(peer, transfer, data, from);
}

Status VerbsMemory::read_at(int peer, Place from, std::span<std::byte> into, const Registration& of) {
    const Guard guard(mutex_);
    if (!is_peer(peer) || into.empty()) return Status::bug;
    Transfer transfer;
    transfer.kind = Transfer::Kind::read;
    transfer.remote_address = from.address;
    transfer.remote_key = RegistrationCache::remote_key(from.key);
    transfer.data = into.data();
    transfer.bytes = into.size();
    transfer.local_key = RegistrationCache::local_key(of);
    return send(peer, transfer);
}

std::uint64_t VerbsMemory::room(int peer) {
    const Guard guard(mutex_);
    if (!is_peer(peer) || ways_[index(peer)] == nullptr) return RcConnection::kTransfers;
    RcConnection& way = *ways_[index(peer)];
    if (way.posted() - way.completed() > RcConnection::kTransfers / 2) advance();
    return RcConnection::kTransfers - (way.posted() - way.completed());
}

int VerbsMemory::next_writer() {
    if (!has_writers_.load(std::memory_order_relaxed)) return -1;
    const Guard guard(mutex_);
    if (writers_.empty()) return -1;
    const int peer = writers_.front();
    writers_.pop_front();
    has_written_[index(peer)] = false;
    has_writers_.store(!writers_.empty(), std::memory_order_relaxed);
    return peer;
}

int VerbsMemory::next_declined() {
    const Guard guard(mutex_);
    if (declining_.empty()) return -1;
    const int peer = declining_.front();
    declining_.pop_front();
    return peer;
}

/// Sends `data` to the destination in `transfer`.
Status VerbsMemory::put_from(int peer, Transfer transfer, std::span<const std::byte> data, const Registration* from) {
    transfer.data = writable(data);
    transfer.bytes = data.size();
    if (from != nullptr) {
        const std::byte* const start = from->memory.data();
        if (data.data() < start || data.data() + data.size() > start + from->memory.size()) return Status::bug;
        transfer.local_key = RegistrationCache::local_key(*from);
    }
    const Status sent = send(peer, transfer);
    if (sent != Status::ok) return sent;
    ++traffic_.puts;
    traffic_.bytes += data.size();
    if (from == nullptr && data.size() > RcConnection::kSmallBytes) traffic_.copied_bytes += data.size();
    return sent;
}

Status VerbsMemory::put_word(int peer, std::uint64_t offset, std::uint64_t value) {
    const Guard guard(mutex_);
    const Status status = offset % sizeof value == 0 ? inside(peer, offset, sizeof value) : Status::bug;
    if (status != Status::ok) return status;
    Transfer transfer;
    transfer.kind = Transfer::Kind::word;
    transfer.base = Transfer::Base::window;
    transfer.remote_address = offset;
    transfer.data = reinterpret_cast<std::byte*>(&value);
    transfer.bytes = sizeof value;
    transfer.immediate = immediate_of(Wake::word, 0);
    const Status sent = send(peer, transfer);
    if (sent == Status::ok) ++traffic_.words;
    return sent;
}

void VerbsMemory::expect(int peer) {
    const Guard guard(mutex_);
    if (is_peer(peer) && lost_ != peer && !left_[index(peer)] && !declined_[index(peer)])
        static_cast<void>(reach(peer));
}

/// The connection to `peer`, made and called for if it does not exist; null if it cannot be made.
RcConnection* VerbsMemory::reach(int peer) {
    RcConnection* way = ways_[index(peer)].get();
    if (way == nullptr) {
        const Outcome made = make_way(peer, way);
        if (!made.ok()) {
            no_way_to(peer, made.reason);
            return nullptr;
        }
    }
    if (!way->is_open() && !way->is_suspended()) start_calling(peer);
    return way;
}

Status VerbsMemory::send(int peer, const Transfer& transfer) {
    if (lost_ == peer || left_[index(peer)]) return Status::peer_lost;
    if (declined_[index(peer)]) return Status::declined;
    RcConnection* const way = reach(peer);
    if (way == nullptr) return declined_[index(peer)] ? Status::declined : Status::peer_lost;
    Status status = way->push(transfer);
    if (status == Status::again) {
        advance();  // requests may have completed
        status = way->push(transfer);
    }
    if (status != Status::ok) return lost_ == peer ? Status::peer_lost : status;
    if (way->pump() == Status::peer_lost) found_broken(peer);
    return lost_ == peer ? Status::peer_lost : Status::ok;
}

Status VerbsMemory::read(int peer, Place from, std::span<std::byte> into) {
    Transfer transfer;
    transfer.kind = Transfer::Kind::read;
    transfer.remote_address = from.address;
    transfer.remote_key = RegistrationCache::remote_key(from.key);
    return transfer_now(peer, transfer, into);
}

Status VerbsMemory::write(int peer, Place to, std::span<const std::byte> data) {
    Transfer transfer;
    transfer.remote_address = to.address;
    transfer.remote_key = RegistrationCache::remote_key(to.key);
    return transfer_now(peer, transfer, {writable(data), data.size()});
}

/// Moves `memory` in one registered transfer and waits until it ends.
Status VerbsMemory::transfer_now(int peer, Transfer transfer, std::span<std::byte> memory) {
    const Guard guard(mutex_);
    if (!is_peer(peer)) return Status::bug;
    if (memory.empty()) return Status::ok;
    Registration registration;
    if (!cache_->take(memory, registration).ok()) return Status::declined;
    if (transfer.kind == Transfer::Kind::read && !registration.is_writable) {
        cache_->give_back(registration);
        return Status::declined;
    }
    transfer.data = memory.data();
    transfer.bytes = memory.size();
    transfer.local_key = RegistrationCache::local_key(registration);
    Status status = send(peer, transfer);
    if (status == Status::again) {
        const auto sent = [&] { return (status = send(peer, transfer)) != Status::again; };
        const Status waited = wait(sent, node::kForever);
        if (waited != Status::ok) status = waited;
    }
    const std::uint64_t number = posted(peer);
    if (status == Status::ok) status = wait([&] { return completed(peer) >= number; }, node::kForever);
    cache_->give_back(registration);
    const RcConnection* const way = ways_[index(peer)].get();
    return way != nullptr && way->failure() == IBV_WC_REM_ACCESS_ERR ? Status::bug : status;
}

std::uint64_t VerbsMemory::posted(int peer) const {
    const Guard guard(mutex_);
    return is_peer(peer) && ways_[index(peer)] != nullptr ? ways_[index(peer)]->posted() : 0;
}

std::uint64_t VerbsMemory::completed(int peer) {
    const Guard guard(mutex_);
    if (!is_peer(peer) || ways_[index(peer)] == nullptr) return 0;
    RcConnection& way = *ways_[index(peer)];
    if (way.completed() != way.posted()) advance();
    return way.completed();
}

Traffic VerbsMemory::traffic() const {
    const Guard guard(mutex_);
    Traffic traffic = traffic_;
    traffic.registrations = cache_->made();
    return traffic;
}

Status VerbsMemory::progress() {
    const Guard guard(mutex_);
    advance();
    // The requests of a failed queue pair need this member again.
    for (const int peer : known_) {
        const RcConnection& way = *ways_[index(peer)];
        if (way.failed() || left_[index(peer)]) continue;
        if (way.waiting() || (way.is_suspended() && way.in_flight() > 0)) return Status::again;
    }
    return Status::ok;
}

/// Processes arrivals and completions.   Returns: whether there were any.
bool VerbsMemory::take_all() {
    ibv_wc completions[32];
    int count = endpoint_->poll(completions);
    const bool moved = count > 0;
    if (moved) events_.fetch_add(1, std::memory_order_release);
    while (count > 0) {
        for (int i = 0; i < count; ++i) take(completions[i]);
        count = count == 32 ? endpoint_->poll(completions) : 0;
    }
    if (count < 0 || endpoint_->gone()) lose_device("does not answer any more");
    if (used_receives_ > 0 && endpoint_->post_receives(used_receives_)) used_receives_ = 0;
    return moved;
}

/// Processes arrivals and completions and posts as much as there is room for.   Returns: whether there were any.
bool VerbsMemory::advance() {
    const bool moved = take_all();
    if (!calling_.empty()) call_again(monotonic_ns());
    for (const int peer : known_) {
        RcConnection& way = *ways_[index(peer)];
        if (way.waiting() && way.pump() == Status::peer_lost) found_broken(peer);
    }
    return moved;
}

std::array<int, 2> VerbsMemory::arm(std::int64_t& most_ns) {
    const Guard guard(mutex_);
    check_peers();
    if (!endpoint_->arm()) lose_device("takes no requests any more");
    for (const Calling& each : calling_) most_ns = std::clamp<std::int64_t>(each.next_ns - monotonic_ns(), 0, most_ns);
    return endpoint_->descriptors();
}

void VerbsMemory::disarm() {
    const Guard guard(mutex_);
    if (endpoint_->sleep(0)) look_at_events();
}

bool VerbsMemory::serve() {
    const Guard guard(mutex_);
    constexpr int kServes = 64;  // without an arrival, between two readings of the clock
    const bool moved = advance();
    if (moved || ++serves_ % kServes == 0) check_peers();
    return moved;
}

void VerbsMemory::check_peers() {
    const Guard guard(mutex_);
    const std::int64_t now = monotonic_ns();
    if (now < next_look_ns_) return;
    next_look_ns_ = now + kLookNs;
    for (const int peer : known_)
        if (ways_[index(peer)]->is_stuck() && ways_[index(peer)]->remind(aside(Transfer::Kind::probe)))
            ++traffic_.reminders;
    if (++looks_ % kLooksToPeers == 0) look_at_peers();
    if (side_ != nullptr) look_at_side();
}

Status VerbsMemory::wait(Condition ready, std::int64_t timeout_ns) {
    const Guard guard(mutex_);
    const std::int64_t start = monotonic_ns();
    std::int64_t now = start;
    check_peers();
    bool armed = false;
    for (;;) {
        advance();
        if (ready()) return Status::ok;
        if (lost_ >= 0) return trouble_;
        now = monotonic_ns();
        if (now - start >= timeout_ns) return Status::timeout;
        if (now - start < spin_ns_) {
            node::relax();
            continue;
        }
        if (!armed) {
            armed = endpoint_->arm();
            if (!armed) lose_device("takes no requests any more");
            continue;  // check once more for earlier arrivals
        }
        std::int64_t until = next_look_ns_;
        for (const Calling& each : calling_) until = std::min(until, each.next_ns);
        if (endpoint_->sleep(std::clamp<std::int64_t>(std::min(until - now, timeout_ns - (now - start)), 0, kLookNs)))
            look_at_events();
        armed = false;
        check_peers();
    }
}

}  // namespace shunt::memory::verbs
