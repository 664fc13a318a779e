#include "native/memory/cross_memory.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "native/node/segment_file.hpp"

namespace shunt::memory {
namespace {

using Transfer = ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);

/// Moves all bytes: the kernel may stop after any page. After a failure `remote`, `local` and `bytes` describe the
/// rest.
/// Returns: 0 or errno.
int move_all(Transfer transfer, pid_t pid, std::uint64_t& remote, std::byte*& local, std::size_t& bytes) {
    while (bytes > 0) {
        const iovec here{local, bytes};
        const iovec there{reinterpret_cast<void*>(remote), bytes};
        const ssize_t moved = transfer(pid, &here, 1, &there, 1, 0);
        if (moved < 0 && errno == EINTR) continue;
        if (moved < 0) return errno;
        if (moved == 0) return EFAULT;
        remote += static_cast<std::uint64_t>(moved);
        local += moved;
        bytes -= static_cast<std::size_t>(moved);
    }
    return 0;
}

Status status_of(int error) {
    switch (error) {
        case 0: return Status::ok;
        case ESRCH: return Status::peer_lost;
        case EPERM:
        case EFAULT:
        case ENOSYS: return Status::declined;
        case ENOMEM: return Status::no_memory;
        default: return Status::bug;
    }
}

/// Moves one piece through memory of ours, as the kernel may not access this program's pages.   Returns: 0 or errno.
int move_through_copy(Transfer transfer, pid_t pid, std::uint64_t& remote, std::byte*& local, std::size_t& bytes) {
    std::array<std::byte, 16 << 10> copy;
    const std::size_t piece = std::min(bytes, copy.size());
    const bool reads = transfer == process_vm_readv;
    if (!reads) std::memcpy(copy.data(), local, piece);
    std::byte* at = copy.data();
    std::size_t left = piece;
    const int error = move_all(transfer, pid, remote, at, left);
    if (reads) std::memcpy(local, copy.data(), piece - left);
    local += piece - left;
    bytes -= piece - left;
    return error;
}

/// Moves all bytes, even if this program has protected its pages.   Returns: 0 or errno; EFAULT if the peer has
/// protected its own.
int move(Transfer transfer, pid_t pid, std::uint64_t remote, std::byte* local, std::size_t bytes) {
    int error = 0;
    while (bytes > 0 && error == 0) {
        error = move_all(transfer, pid, remote, local, bytes);
        if (error == EFAULT) error = move_through_copy(transfer, pid, remote, local, bytes);
    }
    return error;
}

}  // namespace

CrossMemory::Trial CrossMemory::trial() {
    word_ = node::random_key();
    return {reinterpret_cast<std::uint64_t>(&word_), word_, static_cast<std::uint32_t>(getpid()), 0};
}

int CrossMemory::attempt(const Trial& peer) {
    std::uint64_t found = 0;
    auto* bytes = reinterpret_cast<std::byte*>(&found);
    int error = move(process_vm_readv, static_cast<pid_t>(peer.pid), peer.address, bytes, sizeof found);
    // In containers another process may have that number: reading it may succeed, and shows nothing.
    if (error == 0 && found != peer.value) error = ESRCH;
    if (error != 0) return error;
    return move(process_vm_writev, static_cast<pid_t>(peer.pid), peer.address, bytes, sizeof found);
}

std::string CrossMemory::remedy(int error) {
    const std::string what =
        std::string("large messages are copied twice: process_vm_readv: ") + strerrordesc_np(error) + "; ";
    if (error == EPERM)
        return what +
               "set kernel.yama.ptrace_scope=0, or give containers CAP_SYS_PTRACE or a seccomp profile that allows it";
    if (error == ENOSYS)
        return what + "allow it in the seccomp profile, or use a kernel with CONFIG_CROSS_MEMORY_ATTACH";
    return what + "run all ranks of a node in one pid namespace (containers: --pid=host)";
}

Status CrossMemory::read(std::size_t peer, std::uint64_t address, std::span<std::byte> into) const {
    if (!allowed()) return Status::declined;
    return status_of(move(process_vm_readv, pids_[peer], address, into.data(), into.size()));
}

Status CrossMemory::write(std::size_t peer, std::uint64_t address, std::span<const std::byte> data) const {
    if (!allowed()) return Status::declined;
    // The kernel only reads the data: iovec has no const.
    return status_of(move(process_vm_writev, pids_[peer], address, const_cast<std::byte*>(data.data()), data.size()));
}

}  // namespace shunt::memory
