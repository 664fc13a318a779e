#pragma once
#include <cstdint>
#include <mutex>

namespace shunt {

/// How much of the buffer that the program has attached for MPI_Bsend our sends hold. They keep their data in memory of
/// their own: the buffer itself is the host's. What both hold together is not counted, which lets more through than MPI
/// promises.   Thread: any.   Source: MPI 4.0, 3.6.
class AttachedBuffer {
public:
    void attach(std::int64_t bytes) {
        const std::lock_guard<std::mutex> guard(mutex_);
        free_ = bytes;
    }
    /// Room for one send of `bytes`, MPI_BSEND_OVERHEAD included.   Returns: false where there is none.
    bool take(std::uint64_t bytes) {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (free_ < static_cast<std::int64_t>(bytes)) return false;
        free_ -= static_cast<std::int64_t>(bytes);
        return true;
    }
    void give_back(std::uint64_t bytes) {
        const std::lock_guard<std::mutex> guard(mutex_);
        free_ += static_cast<std::int64_t>(bytes);
    }

private:
    std::mutex mutex_;
    std::int64_t free_ = 0;
};

}  // namespace shunt
