#pragma once
#include <cstddef>
#include <cstdint>
#include <list>
#include <span>

#include "native/memory/remote_memory.hpp"

namespace shunt::memory::verbs {

/// The device's keys for registered memory.
struct Pinned {
    void* handle = nullptr;
    std::uint32_t local_key = 0;
    std::uint32_t remote_key = 0;
};

/// Lets a device reach memory. The device implements it, tests count with it.
class Registrar {
public:
    /// Fails: no_memory (a limit), declined (this memory cannot be registered), with the remedy.
    virtual Outcome pin(std::span<const std::byte> memory, Pinned& into) = 0;
    virtual void unpin(const Pinned& pinned) = 0;

protected:
    ~Registrar() = default;
};

/// Registrations of the program's memory, shared between users of the same bytes and counted in whole pages, as the
/// kernel counts them. With `keep` an unused registration stays until its room is needed; the least recently used goes
/// first. Thread: any one at a time.   Owner: of all registrations; `registrar` outlives it.
class RegistrationCache {
public:
    RegistrationCache(Registrar& registrar, std::size_t limit_bytes, bool keep)
        : registrar_(registrar), limit_bytes_(limit_bytes), keep_(keep) {}
    ~RegistrationCache();
    RegistrationCache(const RegistrationCache&) = delete;

    /// Fails: no_memory (the limit, or the kernel's), declined; with the remedy.
    Outcome take(std::span<const std::byte> memory, Registration& into);
    /// Ends one take(); `registration` is empty afterwards. What was not taken here is left alone.
    void give_back(Registration& registration);
    /// Ends what is kept and not needed of memory that was, or will be, unmapped.
    void forget(std::span<const std::byte> memory);

    std::size_t pinned_bytes() const { return pinned_bytes_; }
    std::size_t count() const { return entries_.size(); }

    static std::uint32_t local_key(const Registration& registration) {
        return static_cast<std::uint32_t>(registration.key);
    }
    static std::uint32_t remote_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

private:
    struct Entry {
        std::span<const std::byte> memory;
        Pinned pinned;
        int users = 0;
    };
    using Entries = std::list<Entry>;  // most recently used first

    Entries::iterator drop(Entries::iterator entry);
    bool drop_least_recent();
    Outcome pin(std::span<const std::byte> memory, Pinned& into);

    Registrar& registrar_;
    std::size_t limit_bytes_;
    bool keep_;
    Entries entries_;
    std::size_t pinned_bytes_ = 0;
};

}  // namespace shunt::memory::verbs
