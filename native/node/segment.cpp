#include "native/node/segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "native/base/process.hpp"
#include "native/base/quiet_writes.hpp"
#include "native/node/segment_file.hpp"

namespace shunt::node {
namespace {

constexpr std::uint64_t kMagic = 0x314445444f4e4853;  // SHNODED1
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHeaderBytes = kPage;  // so that the bytes after it begin on a page
constexpr std::size_t kHugeFrom = std::size_t{2} << 20;
constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE, Linux 5.14; older kernels refuse it

/// Whether shared memory may use huge pages here. Kernels do not allow it by default; then touching all of it costs a
/// microsecond a page without a gain.
bool may_have_huge_pages() {
    static const bool may = [] {
        char modes[128] = {};
        const int file = open("/sys/kernel/mm/transparent_hugepage/shmem_enabled", O_RDONLY | O_CLOEXEC);
        if (file < 0) return true;
        const ssize_t got = read(file, modes, sizeof modes - 1);
        close(file);
        const std::string_view said(modes, got > 0 ? static_cast<std::size_t>(got) : 0);
        return said.find("[never]") == said.npos && said.find("[deny]") == said.npos;
    }();
    return may;
}

/// At the beginning of each segment. Written before the ticket is sent; afterwards only `attached` changes.
struct Header {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t attachers;
    std::uint64_t bytes;
    std::uint64_t key;
    std::atomic<std::uint32_t> attached;
};
static_assert(sizeof(Header) <= kHeaderBytes);

Outcome failed(const char* what, int error) {
    std::string reason = std::string(what) + ": " + std::strerror(error) + "; ";
    if (error == ENOSPC || error == ENOMEM)
        return {Status::no_memory,
                reason + "enlarge /dev/shm (containers: --shm-size) or the memory limit, or use smaller buffers"};
    if (error == EFBIG) return {Status::no_memory, reason + "raise ulimit -f"};
    return {Status::declined,
            reason + "raise the limit of open files, allow memfd_create, or mount a writable /dev/shm"};
}

}  // namespace

Segment::~Segment() {
    if (base_ == nullptr || owner_pid_ != static_cast<std::uint32_t>(getpid())) return;
    close_door();
    munmap(base_, ticket_.bytes);
}

void Segment::swap(Segment& other) noexcept {
    std::swap(ticket_, other.ticket_);
    std::swap(base_, other.base_);
    std::swap(file_, other.file_);
    std::swap(creator_, other.creator_);
    std::swap(owner_pid_, other.owner_pid_);
}

std::span<std::byte> Segment::memory() const {
    if (base_ == nullptr) return {};
    return {base_ + kHeaderBytes, ticket_.bytes - kHeaderBytes};
}

Outcome Segment::create(std::size_t bytes, std::uint32_t attachers, Backing backing, Segment& into) {
    sweep_leftovers();
    Segment made;
    made.creator_ = true;
    SegmentTicket& ticket = made.ticket_;
    ticket.key = random_key();
    ticket.bytes = (bytes + 2 * kHeaderBytes - 1) / kHeaderBytes * kHeaderBytes;
    ticket.pid_namespace = pid_namespace();
    ticket.pid = made.owner_pid_ = static_cast<std::uint32_t>(getpid());
    if (bytes == 0 || ticket.bytes < bytes)
        return {Status::bug, "a shared segment of no bytes, or of more than there are addresses"};
    if (exceeds_file_limit(ticket.bytes))
        return {Status::no_memory, "shared memory is larger than a file may be; raise ulimit -f"};
    if (backing != Backing::named) made.file_ = create_memory_file();
    ticket.backing = made.file_ >= 0 ? Backing::memory_file : Backing::named;
    if (made.file_ < 0) {
        if (backing == Backing::memory_file) return failed("memfd_create", errno);
        made.file_ = create_named_file(ticket);
    }
    if (made.file_ < 0) return failed("shm_open in /dev/shm", errno);
    ticket.file = ticket.backing == Backing::memory_file ? made.file_ : -1;
    const Outcome mapped = made.map_new(attachers);
    if (mapped.ok()) into = std::move(made);
    else made.close_door();
    return mapped;
}

Outcome Segment::map_new(std::size_t attachers) {
    const QuietWrites quiet;  // ulimit -f may have been lowered since it was checked
    if (ftruncate(file_, static_cast<off_t>(ticket_.bytes)) != 0)
        return failed("setting the size of shared memory", errno);
    void* address = mmap(nullptr, ticket_.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (address == MAP_FAILED) return failed("mapping shared memory", errno);
    base_ = static_cast<std::byte*>(address);
    advise(ticket_.bytes);
    // Touching the memory through the mapping uses huge pages, which fallocate alone would not do; the next line
    // reports any failure.
    if (ticket_.bytes >= kHugeFrom && may_have_huge_pages()) map_pages({base_, ticket_.bytes});
    const int error = allocate_file(file_, 0, ticket_.bytes);
    if (error != 0) return failed("taking shared memory", error);
    // From here on no process can shrink the file, so no access faults. A named file cannot be sealed; only this user
    // can open it.
    if (ticket_.backing == Backing::memory_file) fcntl(file_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    new (base_) Header{kMagic, kVersion, static_cast<std::uint32_t>(attachers), ticket_.bytes, ticket_.key, {0}};
    if (attachers == 0) unlink_name();
    return {};
}

Outcome Segment::attach(const SegmentTicket& ticket, Segment& into) {
    Segment made;
    made.ticket_ = ticket;
    made.owner_pid_ = static_cast<std::uint32_t>(getpid());
    if (ticket.bytes <= kHeaderBytes)
        return {Status::declined, "an empty shared memory ticket; run the same version of Shunt on all ranks"};
    std::string reason;
    made.file_ = open_file(ticket, reason);
    if (made.file_ < 0) return {Status::declined, std::move(reason)};
    const Outcome mapped = made.map_existing();
    close(made.file_);  // the mapping is enough
    made.file_ = -1;
    if (mapped.ok()) into = std::move(made);
    return mapped;
}

Outcome Segment::map_existing() {
    void* address = mmap(nullptr, ticket_.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (address == MAP_FAILED) return failed("mapping shared memory", errno);
    base_ = static_cast<std::byte*>(address);
    auto* header = reinterpret_cast<Header*>(base_);
    if (header->magic != kMagic || header->version != kVersion || header->bytes != ticket_.bytes ||
        header->key != ticket_.key)
        return {Status::declined,
                "shared memory with another key or version; run the same version of Shunt on all ranks"};
    advise(ticket_.bytes);
    if (header->attached.fetch_add(1, std::memory_order_acq_rel) + 1 == header->attachers) unlink_name();
    return {};
}

void Segment::advise(std::size_t bytes) const {
    madvise(base_, bytes, MADV_DONTFORK);
    if (bytes >= kHugeFrom) madvise(base_, bytes, MADV_HUGEPAGE);
}

void Segment::map_pages(std::span<std::byte> memory) {
    const auto first = reinterpret_cast<std::uintptr_t>(memory.data()) / kPage * kPage;
    const auto end = reinterpret_cast<std::uintptr_t>(memory.data() + memory.size());
    madvise(reinterpret_cast<void*>(first), end - first, kPopulateWrite);
}

void Segment::close_door() {
    if (!creator_) return;
    if (file_ >= 0) close(file_);
    file_ = -1;
    unlink_name();
}

void Segment::unlink_name() {
    // A process that is late finds no name: the last attacher or the creator has removed it.
    if (ticket_.name[0] != 0) shm_unlink(ticket_.name);
    ticket_.name[0] = 0;
}

}  // namespace shunt::node
