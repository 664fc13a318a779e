#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/base/status.hpp"

namespace shunt::memory {

/// Copies between the memory of this process and of others on its node. It takes one step where the kernel allows it.
/// It takes two steps where this process's pages are protected, because its own access to them calls the program's
/// handler. Thread: any.   Source: process_vm_readv(2), ptrace(2) "Ptrace access mode checking".
class CrossMemory {
public:
    /// Published by each member so that others can try to read and write its memory.   Plain bytes.
    struct Trial {
        std::uint64_t address = 0;  ///< of a word of the member
        std::uint64_t value = 0;    ///< stored in that word
        std::uint32_t pid = 0;
        std::uint32_t unused = 0;
    };

    /// The data with which others try this member. The word lives as long as this object, which must not move
    /// meanwhile.
    Trial trial();
    /// Reads the word of another member and writes it back unchanged.   Returns: 0, or the errno of the failure.
    static int attempt(const Trial& peer);
    /// One sentence with the remedy for `error`, which attempt() returned.
    static std::string remedy(int error);

    /// Enables read() and write() with these peers; `pids`: by peer.
    void allow(std::vector<pid_t> pids) { pids_ = std::move(pids); }
    bool allowed() const { return !pids_.empty(); }

    /// Blocks: until done.
    /// Fails: declined (not allowed, or memory that only its owner can copy), peer_lost (no such process).
    Status read(std::size_t peer, std::uint64_t address, std::span<std::byte> into) const;
    Status write(std::size_t peer, std::uint64_t address, std::span<const std::byte> data) const;

private:
    std::vector<pid_t> pids_;
    std::uint64_t word_ = 0;
};

}  // namespace shunt::memory
