#pragma once
#include <cstdint>
#include <mutex>

namespace shunt {

/// The part of the program's MPI_Bsend buffer that our sends have reserved. They keep their data in memory of their
/// own: the host uses the buffer itself. The sum of both is not limited, so more sends succeed than MPI promises: when
/// a send of the host gives its part of the buffer back is not known, and a send that finds no room ends the job.
/// Thread: any.   Source: MPI 4.1, 3.6.
class AttachedBuffer {
public:
    void attach(std::int64_t bytes) {
        const std::lock_guard<std::mutex> guard(mutex_);
        free_ = bytes;
    }
    /// A buffer of unlimited length (MPI_BUFFER_AUTOMATIC), until the next attach().
    void attach_automatic() { attach(kUnlimited); }
    /// A communicator or session has got a buffer of its own: from now on no send lacks room.
    void attach_another() {
        const std::lock_guard<std::mutex> guard(mutex_);
        has_others_ = true;
    }
    /// Reserves room for one send of `bytes`, MPI_BSEND_OVERHEAD included.   Returns: false if there is none.
    bool take(std::uint64_t bytes) {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (free_ < static_cast<std::int64_t>(bytes) && !has_others_) return false;
        free_ -= static_cast<std::int64_t>(bytes);
        return true;
    }
    void give_back(std::uint64_t bytes) {
        const std::lock_guard<std::mutex> guard(mutex_);
        free_ += static_cast<std::int64_t>(bytes);
    }

private:
    static constexpr std::int64_t kUnlimited = std::int64_t{1} << 62;

    std::mutex mutex_;
    std::int64_t free_ = 0;
    bool has_others_ = false;
};

}  // namespace shunt
