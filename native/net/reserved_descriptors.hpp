#pragma once
#include <cstddef>
#include <utility>

#include "native/base/outcome.hpp"

namespace shunt::net {

/// So many file descriptors are left to the program beside those that it has open.
inline constexpr std::size_t kFilesOfProgram = 64;

/// Sees to it that this process can open `more` files beside those that are open, those set aside
/// (ReservedDescriptors), `for_host`, which the MPI may want for connections of its own, and kFilesOfProgram. Where too
/// few are left the soft limit of open files is raised, as far as the hard one allows: what an engine opens must not
/// make the MPI's own connections fail.   Returns: whether that many can be opened.   Cost: a look at each open
/// descriptor.   Thread: any.
bool have_room_for_files(std::size_t more, std::size_t for_host);

/// A part of the file descriptors that this process may open, set aside for connections that are made when they are
/// needed: what one team will open later is not promised to the next one. Given back by the destructor.
/// Thread: reserve() and the destructor any; the rest one at a time.
class ReservedDescriptors {
public:
    ReservedDescriptors() = default;
    ReservedDescriptors(ReservedDescriptors&& other) noexcept
        : count_(std::exchange(other.count_, 0)), used_(std::exchange(other.used_, 0)) {}
    ReservedDescriptors& operator=(ReservedDescriptors&& other) noexcept {
        std::swap(count_, other.count_);
        std::swap(used_, other.used_);
        return *this;
    }
    ~ReservedDescriptors();

    /// Sets `wanted` aside, or as many as there is room for (have_room_for_files()).   Fails: declined, with the
    /// remedy, where that is fewer than `least`; nothing is set aside then.
    static Outcome reserve(std::size_t wanted, std::size_t least, std::size_t for_host, ReservedDescriptors& into);

    std::size_t count() const { return count_; }
    /// One of them is open from now on, or is not any more. More than count() may be open.
    void open();
    void close();

private:
    void use(std::size_t now);

    std::size_t count_ = 0, used_ = 0;
};

}  // namespace shunt::net
