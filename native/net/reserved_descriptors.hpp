#pragma once
#include <cstddef>
#include <utility>

#include "native/base/outcome.hpp"

namespace shunt::net {

/// Number of file descriptors left to the program beside those that it has open.
inline constexpr std::size_t kFilesOfProgram = 64;

/// Makes sure that this process can open `more` files. Counted as taken are those that are open, those set aside
/// (ReservedDescriptors), `for_host`, which the MPI may need for connections of its own, and kFilesOfProgram. If too
/// few are left, it raises the soft limit of open files, as far as the hard one allows: an engine's files must not make
/// the MPI's own connections fail.   Returns: whether that many can be opened.   Cost: one step for each open
/// descriptor.   Thread: any.
bool have_room_for_files(std::size_t more, std::size_t for_host);

/// A part of the file descriptors that this process may open, set aside for connections that are made on demand:
/// descriptors that one team will open later are not promised to the next one. The destructor gives them back.
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
    /// remedy, if that is fewer than `least`; then nothing is set aside.
    static Outcome reserve(std::size_t wanted, std::size_t least, std::size_t for_host, ReservedDescriptors& into);

    std::size_t count() const { return count_; }
    /// Reports that one of them is open from now on, or no longer open. More than count() may be open.
    void open();
    void close();

private:
    void use(std::size_t now);

    std::size_t count_ = 0, used_ = 0;
};

}  // namespace shunt::net
