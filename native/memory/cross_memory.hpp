#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/base/status.hpp"

namespace shunt::memory {

/// Copies between this process and others of its node: in one step where the kernel allows it, in two where this
/// process's pages are protected, because its own access to them raises the program's handler. Thread: any.   Source:
/// process_vm_readv(2), ptrace(2) "Ptrace access mode checking".
class CrossMemory {
public:
    /// What a member publishes so that others can try to read and write its memory.   Plain bytes.
    struct Trial {
        std::uint64_t address = 0;  ///< of a word of the member
        std::uint64_t value = 0;    ///< that stands there
        std::uint32_t pid = 0;
        std::uint32_t unused = 0;
    };

    /// What the others need to try this member. The word lives as long as this object, which must not move meanwhile.
    Trial trial();
    /// Reads the word of another member and writes it again, as it is.   Returns: 0, or the errno that says why not.
    static int attempt(const Trial& peer);
    /// One sentence with the remedy, after attempt() gave `error`.
    static std::string remedy(int error);

    /// From now on read() and write() work with these peers, by the pid of each.
    void allow(std::vector<pid_t> pids) { pids_ = std::move(pids); }
    bool allowed() const { return !pids_.empty(); }

    /// Blocks: until done.
    /// Fails: declined (not allowed, or not this memory: only its owner can copy it), peer_lost (no such process).
    Status read(std::size_t peer, std::uint64_t address, std::span<std::byte> into) const;
    Status write(std::size_t peer, std::uint64_t address, std::span<const std::byte> data) const;

private:
    std::vector<pid_t> pids_;
    std::uint64_t word_ = 0;
};

}  // namespace shunt::memory
