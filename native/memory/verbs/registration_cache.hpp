#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "native/memory/remote_memory.hpp"
#include "native/memory/verbs/memory_watch.hpp"

namespace shunt::memory::verbs {

/// The device's keys for registered memory.
struct Pinned {
    void* handle = nullptr;
    std::uint32_t local_key = 0;
    std::uint32_t remote_key = 0;
    bool is_writable = true;
};

/// Lets a device access memory. The device implements it; tests substitute a counting one.
class Registrar {
public:
    /// Fails: no_memory (a limit), declined (this memory cannot be registered), with the remedy.
    virtual Outcome pin(std::span<const std::byte> memory, Pinned& into) = 0;
    virtual void unpin(const Pinned& pinned) = 0;

protected:
    ~Registrar() = default;
};

/// Registrations of the program's memory, shared between users of the same bytes and counted in whole pages, as the
/// kernel counts them. Bytes that no use contains may have been given back to the kernel since, unless they are
/// watched: such bytes are registered anew. With a `watch`, a registration that is requested again is kept when it is
/// not in use (PRO-MPI 5.4.2: cached registration where buffers are reused), until its room is needed or its memory is
/// given back. The least recently used one is dropped first. Thread: any one at a time.   Owner: of all registrations;
/// `registrar` and `watch` (null: unused registrations are not kept) outlive it.
class RegistrationCache {
public:
    RegistrationCache(Registrar& registrar, std::size_t limit_bytes, MemoryWatch* watch)
        : registrar_(registrar), limit_bytes_(limit_bytes), watch_(watch) {}
    ~RegistrationCache();
    RegistrationCache(const RegistrationCache&) = delete;

    /// Fails: no_memory (the limit, or the kernel's), declined; with the remedy.
    Outcome take(std::span<const std::byte> memory, Registration& into);
    /// Ends one take(); `registration` is empty afterwards. Registrations of another origin are ignored.
    void give_back(Registration& registration);
    /// Drops unused registrations of memory that has been given back to the kernel; otherwise that memory stays pinned.
    void drop_what_is_gone();

    std::size_t pinned_bytes() const { return pinned_bytes_; }
    std::size_t count() const { return entries_.size(); }
    std::uint64_t made() const { return made_; }

    static std::uint32_t local_key(const Registration& registration) {
        return static_cast<std::uint32_t>(registration.key);
    }
    static std::uint32_t remote_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

private:
    struct Entry {
        std::span<const std::byte> memory;
        Pinned pinned;
        int watched;  // by watch_; negative: not kept
        std::vector<std::span<const std::byte>> uses;
    };
    using Entries = std::list<Entry>;  // most recently used first

    bool fits(const Entry& entry, std::span<const std::byte> memory, bool is_known) const;
    bool is_gone(const Entry& entry) const { return entry.watched >= 0 && watch_->is_gone(entry.watched); }
    int watch_if_reused(std::span<const std::byte> memory);
    Entries::iterator drop(Entries::iterator entry);
    bool drop_least_recent();
    Outcome pin(std::span<const std::byte> memory, Pinned& into);

    Registrar& registrar_;
    std::size_t limit_bytes_;
    MemoryWatch* watch_;
    Entries entries_;
    struct Asked {
        std::span<const std::byte> memory;
        bool cannot_be_watched = false;
    };
    std::array<Asked, 64> asked_;  // requested recently for the first time
    std::size_t next_asked_ = 0;
    std::size_t pinned_bytes_ = 0;
    std::uint64_t made_ = 0;
};

}  // namespace shunt::memory::verbs
