#include "native/engines/phased/local_peers.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "native/node/segment_file.hpp"

namespace shunt::phased {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{256} << 20;  // of one system call: the kernel takes less than 2 GiB
enum Asked : std::uint32_t { nothing, asked, answered };

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

/// Copies between this process and another; `address` and `bytes` are then the rest of both. Returns: 0 or errno;
/// EFAULT where the program of either has protected its pages, or the other process has ended.
int copy_by_kernel(std::uint32_t pid, bool write, std::uint64_t& address, std::span<std::byte>& bytes) {
    while (!bytes.empty()) {
        iovec here{bytes.data(), std::min(bytes.size(), kMostAtOnce)};
        iovec there{reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)), here.iov_len};
        const auto who = static_cast<pid_t>(pid);
        const ssize_t count =
            write ? process_vm_writev(who, &here, 1, &there, 1, 0) : process_vm_readv(who, &here, 1, &there, 1, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count < 0 ? errno : EFAULT;
        address += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return 0;
}

}  // namespace

/// Written by the leader, except the first trouble.
struct alignas(node::kLineBytes) LocalPeers::Head {
    std::atomic<std::uint64_t> delivered{0};
    std::atomic<std::uint64_t> ended{0};
    std::atomic<std::uint32_t> status{0};         ///< of the last ended call; released by `ended`
    std::atomic<std::uint64_t> busiest_bytes{0};  ///< likewise
    alignas(node::kLineBytes) std::atomic<std::uint64_t> trouble{
        0};  ///< number of the call in the upper bits, status in the lower 8
};

/// Written by its member, except the window, which belongs to the member that holds its lock.
struct alignas(node::kLineBytes) LocalPeers::Seat {
    node::Doorbell bell;
    std::atomic<std::uint64_t> entered{0};  ///< releases `table`
    std::atomic<std::uint64_t> left_alone{0};
    CallTable table;
    std::uint32_t pid = 0;

    alignas(node::kLineBytes) std::atomic<std::uint32_t> lock{0};  ///< the asking member, plus one
    std::atomic<std::uint32_t> state{nothing};                     ///< releases the request, then the answer
    std::uint32_t asker = 0, bytes = 0;
    bool write = false;
    std::uint64_t address = 0;
    alignas(node::kLineBytes) std::byte window[kWindowBytes];
};

std::size_t LocalPeers::bytes_needed(std::uint32_t members) {
    return node::Members::bytes_needed(members) + sizeof(Head) + members * sizeof(Seat);
}

Outcome LocalPeers::create(std::uint32_t members) {
    Outcome made = node::Segment::create(bytes_needed(members), members - 1, node::Backing::automatic, segment_);
    if (!made.ok()) return made;
    std::byte* at = segment_.memory().data();
    const std::size_t first = node::Members::bytes_needed(members);
    if (node::Members::format(segment_.memory().first(first), members) != Status::ok)
        return {Status::bug, "shared memory could not be formatted"};
    new (at + first) Head;
    for (std::uint32_t i = 0; i < members; ++i) new (at + first + sizeof(Head) + i * sizeof(Seat)) Seat;
    return take_part(members, 0);
}

Outcome LocalPeers::attach(const node::SegmentTicket& ticket, std::uint32_t members, std::uint32_t index) {
    Outcome attached = node::Segment::attach(ticket, segment_);
    return attached.ok() ? take_part(members, index) : attached;
}

Outcome LocalPeers::take_part(std::uint32_t members, std::uint32_t index) {
    const std::size_t first = node::Members::bytes_needed(members);
    const bool fits = segment_.memory().size() >= bytes_needed(members);
    if (!fits || members_.attach(segment_.memory().first(first), members, index) != Status::ok)
        return {Status::bug,
                "ranks of a node disagree on their shared memory; run the same version of Shunt on all ranks"};
    head_ = reinterpret_cast<Head*>(segment_.memory().data() + first);
    seats_ = reinterpret_cast<Seat*>(segment_.memory().data() + first + sizeof(Head));
    Seat& own = seats_[index];
    own.pid = static_cast<std::uint32_t>(getpid());
    return {};
}

LocalPeers::Proof LocalPeers::proof() {
    const auto pid = static_cast<std::uint32_t>(getpid());
    word_ = node::random_key();  // no other process has this value at that address
    return {address_of(&word_), word_, pid, 0};
}

bool LocalPeers::kernel_lets(const Proof& peer) {
    std::uint64_t seen = 0;
    for (const bool write : {false, true}) {
        std::span<std::byte> bytes = std::as_writable_bytes(std::span(&seen, 1));
        std::uint64_t address = peer.address;
        if (copy_by_kernel(peer.pid, write, address, bytes) != 0 || seen != peer.value) return false;
    }
    return true;
}

void LocalPeers::ring_all() {
    for (std::uint32_t member = 0; member < count(); ++member)
        if (member != index()) seats_[member].bell.ring();
}

void LocalPeers::enter(std::uint64_t number, const CallTable& table) {
    Seat& own = seats_[index()];
    own.table = table;
    own.entered.store(number, std::memory_order_seq_cst);
    ring_all();
}

bool LocalPeers::entered(std::uint32_t member, std::uint64_t number) const {
    return seats_[member].entered.load(std::memory_order_seq_cst) >= number;
}

const CallTable& LocalPeers::table(std::uint32_t member) const { return seats_[member].table; }

Status LocalPeers::read(std::uint32_t member, std::uint64_t address, std::span<std::byte> into) {
    if (into.empty()) return Status::ok;
    if (member == index()) {
        std::memcpy(into.data(), reinterpret_cast<const void*>(static_cast<std::uintptr_t>(address)), into.size());
        return Status::ok;
    }
    return copy(member, false, address, into);
}

Status LocalPeers::write(std::uint32_t member, std::uint64_t address, std::span<const std::byte> from) {
    if (from.empty()) return Status::ok;
    if (member == index()) {
        std::memcpy(reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)), from.data(), from.size());
        return Status::ok;
    }
    return copy(member, true, address, {const_cast<std::byte*>(from.data()), from.size()});  // only read
}

/// Where the kernel may not access the pages of one of the two, each process copies its own: that raises the faults
/// that its program handles.
Status LocalPeers::copy(std::uint32_t member, bool write, std::uint64_t address, std::span<std::byte> bytes) {
    const int error =
        copy_method_ == CopyMethod::kernel ? copy_by_kernel(seats_[member].pid, write, address, bytes) : EFAULT;
    if (error == 0) return Status::ok;
    return error == EFAULT ? ask(member, write, address, bytes) : Status::peer_lost;
}

/// Waits until `ready()`, which may be called again after it returned true. Serves others meanwhile: two members that
/// ask each other would otherwise wait for ever.
template <class Ready>
Status LocalPeers::wait(Ready ready) {
    node::Doorbell& bell = seats_[index()].bell;
    std::int64_t look_at = monotonic_ns() + node::kLivenessNs;
    while (!ready()) {
        serve();
        if (aside_) aside_();
        const std::uint32_t heard = bell.announce();
        if (!ready() && seats_[index()].state.load(std::memory_order_seq_cst) != asked) bell.sleep(heard, 1'000'000);
        bell.withdraw();
        if (monotonic_ns() < look_at) continue;
        if (check() != Status::ok) return ready() ? Status::ok : Status::peer_lost;
        look_at = monotonic_ns() + node::kLivenessNs;
    }
    return Status::ok;
}

Status LocalPeers::ask(std::uint32_t member, bool write, std::uint64_t address, std::span<std::byte> bytes) {
    Seat& seat = seats_[member];
    Status status = wait([&] {
        std::uint32_t holder = 0;
        return seat.lock.compare_exchange_strong(holder, index() + 1, std::memory_order_seq_cst) ||
               holder == index() + 1;
    });
    if (status != Status::ok) return status;
    while (!bytes.empty() && status == Status::ok) {
        const std::size_t now = std::min<std::size_t>(bytes.size(), kWindowBytes);
        seat.asker = index();
        seat.bytes = static_cast<std::uint32_t>(now);
        seat.write = write;
        seat.address = address;
        if (write) std::memcpy(seat.window, bytes.data(), now);
        seat.state.store(asked, std::memory_order_seq_cst);
        seat.bell.ring();
        status = wait([&] { return seat.state.load(std::memory_order_seq_cst) == answered; });
        if (status == Status::ok && !write) std::memcpy(bytes.data(), seat.window, now);
        seat.state.store(nothing, std::memory_order_seq_cst);
        address += now;
        bytes = bytes.subspan(now);
    }
    seat.lock.store(0, std::memory_order_seq_cst);
    ring_all();  // members that wait for the lock
    return status;
}

void LocalPeers::serve() {
    Seat& own = seats_[index()];
    if (own.state.load(std::memory_order_seq_cst) != asked) return;
    auto* memory = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(own.address));
    if (own.write) std::memcpy(memory, own.window, own.bytes);
    else std::memcpy(own.window, memory, own.bytes);
    const std::uint32_t asker = own.asker;
    own.state.store(answered, std::memory_order_seq_cst);
    seats_[asker].bell.ring();
}

void LocalPeers::deliver(std::uint64_t number) {
    head_->delivered.store(number, std::memory_order_seq_cst);
    ring_all();
}

bool LocalPeers::delivered(std::uint64_t number) const {
    return head_->delivered.load(std::memory_order_seq_cst) >= number;
}

void LocalPeers::leave_alone(std::uint64_t number) {
    seats_[index()].left_alone.store(number, std::memory_order_seq_cst);
    seats_[0].bell.ring();
}

bool LocalPeers::all_left_alone(std::uint64_t number) const {
    for (std::uint32_t member = 0; member < count(); ++member)
        if (seats_[member].left_alone.load(std::memory_order_seq_cst) < number) return false;
    return true;
}

void LocalPeers::end(std::uint64_t number, Status status, std::uint64_t busiest_bytes) {
    head_->status.store(static_cast<std::uint32_t>(status), std::memory_order_relaxed);
    head_->busiest_bytes.store(busiest_bytes, std::memory_order_relaxed);
    head_->ended.store(number, std::memory_order_seq_cst);
    ring_all();
}

/// The leader ends a call only when all have left the one before, so the status is that of `number` until this member
/// enters the next.
bool LocalPeers::ended(std::uint64_t number, Status& status) const {
    if (head_->ended.load(std::memory_order_seq_cst) < number) return false;
    status = static_cast<Status>(head_->status.load(std::memory_order_relaxed));
    return true;
}

std::uint64_t LocalPeers::busiest_bytes() const { return head_->busiest_bytes.load(std::memory_order_relaxed); }

void LocalPeers::report(std::uint64_t number, Status status) {
    std::uint64_t before = head_->trouble.load(std::memory_order_acquire);
    const std::uint64_t mine = number << 8 | static_cast<std::uint64_t>(status);
    while (before >> 8 < number && !head_->trouble.compare_exchange_weak(before, mine, std::memory_order_acq_rel)) {}
}

Status LocalPeers::reported(std::uint64_t number) const {
    const std::uint64_t seen = head_->trouble.load(std::memory_order_acquire);
    return seen >> 8 == number ? static_cast<Status>(seen & 0xff) : Status::ok;
}

node::Doorbell& LocalPeers::own_bell() { return seats_[index()].bell; }

Status LocalPeers::check() {
    for (std::uint32_t member = 0; member < count(); ++member)
        if (member != index() && members_.gone(member)) return Status::peer_lost;
    return Status::ok;
}

}  // namespace shunt::phased
