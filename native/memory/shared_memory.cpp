#include "native/memory/shared_memory.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace shunt::memory {
namespace {

constexpr std::uint32_t kVersion = 2;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46;  // of a window: sums over all members cannot overflow

constexpr std::uint64_t pages(std::uint64_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

/// Whether this process has found that others may not open its descriptors: its segments then get names from the start.
std::atomic<bool> needs_names{false};

}  // namespace

/// The first data that every member sends; plain bytes.
struct SharedMemory::Hello {
    std::uint32_t version = kVersion;
    std::uint32_t unused = 0;
    std::uint64_t window_bytes = 0;
    CrossMemory::Trial trial;
    node::SegmentTicket ticket;  // of the first member of a node
};

/// State of a member in shared memory beside its window: what wakes it.
struct SharedMemory::Seat {
    node::Doorbell bell;
    std::atomic<std::uint32_t> in_poll{0};  // it sleeps in poll, or is about to; only the wakeup socket wakes it there
};

/// Consequences of the setup, alike on all members of a node.
struct SharedMemory::Plan {
    explicit Plan(const Setup& setup);

    std::vector<Hello> hellos;              // by rank, once they were exchanged
    std::vector<int> here;                  // ranks of this node
    std::uint32_t own = 0;                  // index of this member among them
    std::uint64_t seats_at = 0;             // offsets in the segment
    std::vector<std::uint64_t> windows_at;  // by place among `here`
    std::uint64_t bytes = 0;

    std::uint32_t members() const { return static_cast<std::uint32_t>(here.size()); }
    bool leads() const { return own == 0; }
};

/// A member's result with the offers of the others; plain bytes.
struct SharedMemory::Result {
    int attach_error = 0;  ///< the errno with which the kernel refuses this member the memory of others; 0: allowed
    int trial_error = 0;   ///< not 0: the piggyback's trial has failed
};

SharedMemory::Plan::Plan(const Setup& setup) : hellos(index(setup.size)) {
    for (int rank = 0; rank < setup.size; ++rank)
        if (setup.same_node(rank)) here.push_back(rank);
    while (here[own] != setup.rank) ++own;
    seats_at = pages(node::Members::bytes_needed(members()));
    bytes = seats_at + pages(members() * sizeof(Seat));
    for (const int rank : here) {
        windows_at.push_back(bytes);
        bytes += pages(setup.window_of(rank));
    }
}

Outcome SharedMemory::open(const Setup& setup, bool with_wakeup_sockets, Piggyback* piggyback,
                           std::unique_ptr<SharedMemory>& into) {
    auto made = std::make_unique<SharedMemory>();
    made->rank_ = setup.rank;
    for (int rank = 0; rank < setup.size; ++rank)
        if (setup.window_of(rank) > kMostBytes)
            return {Status::declined, "a window larger than memory; set a smaller ring"};
    Plan plan(setup);
    Outcome opened =
        made->open_segment(setup, plan, needs_names ? node::Backing::named : node::Backing::automatic, piggyback);
    // If a process may not open a descriptor of another one, a name may still work.
    const auto is_unnamed = [](const Hello& hello) {
        return hello.ticket.bytes > 0 && hello.ticket.backing != node::Backing::named;
    };
    if (opened.status == Status::declined && std::any_of(plan.hellos.begin(), plan.hellos.end(), is_unnamed)) {
        opened = made->open_segment(setup, plan, node::Backing::named, piggyback);
        if (opened.ok()) needs_names = true;
    }
    if (!opened.ok()) return opened;
    made->take_places(setup, plan);
    made->spin_ = node::Spin(node::WaitPolicy::for_cores(static_cast<int>(plan.members()), setup.cores));
    // A member without a wakeup socket checks for words often by itself.
    if (with_wakeup_sockets)
        (void)made->wakeup_socket_.open(plan.hellos[index(plan.here.front())].trial.value, plan.own);
    into = std::move(made);
    return {};
}

/// Makes two exchanges: the offers of all members, and their results with these.
Outcome SharedMemory::open_segment(const Setup& setup, Plan& plan, node::Backing backing, Piggyback* piggyback) {
    members_.leave();
    segment_ = {};
    WireUp wire_up(setup.size, setup.all_gather);
    if (plan.leads()) wire_up.fail(create(plan, backing));
    Hello hello;
    hello.window_bytes = setup.own_window();
    hello.trial = cross_memory_.trial();
    if (wire_up.ok() && plan.leads()) hello.ticket = segment_.ticket();
    if (!tell(wire_up, hello, plan, piggyback)) return wire_up.outcome();
    for (int rank = 0; rank < setup.size; ++rank) {
        const Hello& other = plan.hellos[index(rank)];
        if (other.version != kVersion || other.window_bytes != setup.window_of(rank))
            return {Status::declined, "the members differ; run the same version of Shunt on all ranks"};
    }
    wire_up.fail(take_part(plan, plan.hellos[index(plan.here.front())].ticket));
    const bool tries = piggyback && piggyback->opening->tries(piggyback->cards);
    Outcome tried;
    if (tries)
        tried = piggyback->opening->try_out(piggyback->cards,
                                            wire_up.ok() ? own_window(setup, plan) : std::span<std::byte>{});
    std::vector<Result> results;
    const bool opened = wire_up.exchange(Result{try_attach(plan), tried.ok() ? 0 : 1}, results);
    segment_.close_door();
    if (!opened) return wire_up.outcome();
    use_attach(plan, results);
    const bool has_failed = std::any_of(results.begin(), results.end(), [](const Result& r) { return r.trial_error; });
    if (has_failed) piggyback->tried = agree(setup, tried);
    return {};
}

/// The first of the two exchanges.
bool SharedMemory::tell(WireUp& wire_up, const Hello& hello, Plan& plan, Piggyback* piggyback) {
    if (!piggyback) return wire_up.exchange(hello, plan.hellos);
    piggyback->opening = piggyback->make();
    piggyback->tried = {};
    wire_up.fail(piggyback->opening->outcome());
    const std::span<const std::byte> card = piggyback->opening->card();
    const std::size_t more = card.size(), each = sizeof hello + more;
    std::vector<std::byte> mine(each), all(each * plan.hellos.size());
    std::memcpy(mine.data(), &hello, sizeof hello);
    std::copy(card.begin(), card.end(), mine.begin() + sizeof hello);
    const bool told = wire_up.exchange(mine.data(), each, all.data());
    piggyback->cards.resize(more * plan.hellos.size());
    for (std::size_t rank = 0; rank < plan.hellos.size(); ++rank) {
        const std::byte* const theirs = all.data() + rank * each;
        std::memcpy(&plan.hellos[rank], theirs, sizeof hello);
        std::copy(theirs + sizeof hello, theirs + each, piggyback->cards.data() + rank * more);
    }
    return told;
}

Outcome SharedMemory::create(const Plan& plan, node::Backing backing) {
    Outcome made = node::Segment::create(plan.bytes, plan.members() - 1, backing, segment_);
    if (!made.ok()) return made;
    if (node::Members::format(segment_.memory(), plan.members()) != Status::ok)
        return {Status::bug, "shared memory came out too small; please report this"};
    for (std::uint32_t i = 0; i < plan.members(); ++i)
        new (segment_.memory().data() + plan.seats_at + i * sizeof(Seat)) Seat;
    return {};
}

Outcome SharedMemory::take_part(const Plan& plan, const node::SegmentTicket& ticket) {
    if (!plan.leads()) {
        Outcome attached = node::Segment::attach(ticket, segment_);
        if (!attached.ok()) return attached;
    }
    if (segment_.memory().size() < plan.bytes ||
        members_.attach(segment_.memory(), plan.members(), plan.own) != Status::ok)
        return {Status::declined,
                "shared memory was made for another group; run the same version of Shunt on all ranks"};
    return {};
}

std::span<std::byte> SharedMemory::own_window(const Setup& setup, const Plan& plan) const {
    return segment_.memory().subspan(plan.windows_at[plan.own], setup.own_window());
}

void SharedMemory::take_places(const Setup& setup, const Plan& plan) {
    places_.resize(plan.hellos.size());
    ranks_ = plan.here;
    std::byte* const base = segment_.memory().data();
    for (std::uint32_t i = 0; i < plan.members(); ++i) {
        const std::size_t rank = index(plan.here[i]);
        auto* const seat = reinterpret_cast<Seat*>(base + plan.seats_at + i * sizeof(Seat));
        places_[rank] = {{base + plan.windows_at[i], setup.window_of(plan.here[i])}, seat, i, 0};
    }
}

/// Returns: 0, or the errno with which the kernel refuses this member.
int SharedMemory::try_attach(const Plan& plan) const {
    int error = 0;
    for (const int rank : plan.here)
        if (rank != rank_ && error == 0) error = CrossMemory::attempt(plan.hellos[index(rank)].trial);
    return error;
}

/// `results`: by rank. Either all members may access each other's memory, or none does.
void SharedMemory::use_attach(const Plan& plan, const std::vector<Result>& results) {
    const auto refused = std::find_if(results.begin(), results.end(), [](const Result& r) { return r.attach_error; });
    if (refused != results.end()) {
        remark_ = joined(
            {"rank ", std::to_string(refused - results.begin()), ": ", CrossMemory::remedy(refused->attach_error)});
        return;
    }
    std::vector<pid_t> pids;
    for (const Hello& hello : plan.hellos) pids.push_back(static_cast<pid_t>(hello.trial.pid));
    cross_memory_.allow(std::move(pids));
}

Traits SharedMemory::traits() const {
    Traits traits;
    traits.name = "shm";
    traits.maps_peers = true;
    traits.reads_peers = cross_memory_.allowed();
    traits.inline_bytes = std::numeric_limits<std::size_t>::max();
    return traits;
}

std::byte* SharedMemory::mapped(int peer) { return reaches(peer) ? places_[index(peer)].window.data() : nullptr; }

Outcome SharedMemory::register_memory(std::span<const std::byte> memory, Registration& into) {
    into = {memory, 0};
    return {};
}

Status SharedMemory::outside(int peer, std::uint64_t offset, std::uint64_t bytes) const {
    if (!reaches(peer)) return Status::bug;
    const std::uint64_t size = places_[index(peer)].window.size();
    return offset <= size && bytes <= size - offset ? members_.trouble() : Status::bug;
}

Status SharedMemory::put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration*) {
    const Status status = outside(peer, offset, data.size());
    if (status != Status::ok) return status;
    MemberPlace& to = places_[index(peer)];
    std::memcpy(to.window.data() + offset, data.data(), data.size());
    ++to.posted;
    return Status::ok;
}

Status SharedMemory::put_word(int peer, std::uint64_t offset, std::uint64_t value) {
    const Status status = offset % sizeof(Word) == 0 ? outside(peer, offset, sizeof(Word)) : Status::bug;
    if (status != Status::ok) return status;
    MemberPlace& to = places_[index(peer)];
    // seq_cst, for the bell (see node::Doorbell) and for `in_poll`, which works like it.
    reinterpret_cast<Word*>(to.window.data() + offset)->store(value, std::memory_order_seq_cst);
    wake(peer);
    ++to.posted;
    return Status::ok;
}

void SharedMemory::wake(int peer) {
    if (!reaches(peer)) return;
    MemberPlace& to = places_[index(peer)];
    to.seat->bell.ring();
    if (wakeup_socket_.is_open() && to.seat->in_poll.load(std::memory_order_seq_cst) != 0)
        wakeup_socket_.send(to.member);
}

int SharedMemory::arm() {
    if (!wakeup_socket_.is_open()) return -1;
    places_[index(rank_)].seat->in_poll.store(1, std::memory_order_seq_cst);
    return wakeup_socket_.descriptor();
}

void SharedMemory::disarm() {
    if (!wakeup_socket_.is_open()) return;
    places_[index(rank_)].seat->in_poll.store(0, std::memory_order_relaxed);
    wakeup_socket_.drain();
}

Status SharedMemory::read(int peer, Place from, std::span<std::byte> into) {
    return reaches(peer) ? reached(peer, cross_memory_.read(index(peer), from.address, into)) : Status::bug;
}

Status SharedMemory::write(int peer, Place to, std::span<const std::byte> data) {
    return reaches(peer) ? reached(peer, cross_memory_.write(index(peer), to.address, data)) : Status::bug;
}

/// Passes on the status of an access to `peer`; its loss is reported to all members.
Status SharedMemory::reached(int peer, Status status) {
    if (status == Status::peer_lost) lose(peer, status);
    return status;
}

Status SharedMemory::wait(Condition ready, std::int64_t timeout_ns) {
    const auto poll = [&] {
        if (ready()) return Status::ok;
        const Status trouble = members_.trouble();
        if (trouble == Status::ok) return Status::again;
        return ready() ? Status::ok : trouble;  // arrivals before the failure count
    };
    return node::await(places_[index(rank_)].seat->bell, spin_, timeout_ns, poll, [&] { return check_peers(); });
}

Status SharedMemory::check_peers() {
    for (std::uint32_t i = 0; i < members_.count(); ++i) {
        if (i == members_.index() || !members_.gone(i)) continue;
        lose(ranks_[i], Status::peer_lost);
        break;
    }
    return members_.trouble();
}

// A member of another node is numbered by its rank, after the members of this node.
void SharedMemory::lose(int peer, Status status) {
    (void)members_.report(
        status, reaches(peer) ? places_[index(peer)].member : members_.count() + static_cast<std::uint32_t>(peer));
    wake_all();
}

void SharedMemory::wake_all() {
    for (const int rank : ranks_) wake(rank);
}

int SharedMemory::lost_peer() const {
    const int member = members_.troubled_member(), here = static_cast<int>(ranks_.size());
    return member < 0 ? -1 : member < here ? ranks_[index(member)] : member - here;
}

Outcome open_shared_memory(const Setup& setup, std::unique_ptr<RemoteMemory>& into) {
    std::unique_ptr<SharedMemory> made;
    for (int rank = 0; rank < setup.size; ++rank)
        if (!setup.same_node(rank))
            return {Status::declined, "shared memory needs all members on one node; use TCP or both"};
    const Outcome opened = SharedMemory::open(setup, false, nullptr, made);
    if (opened.ok()) into = std::move(made);
    return opened;
}

}  // namespace shunt::memory
