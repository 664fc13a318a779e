#pragma once
#include <cerrno>

namespace shunt {

/// Restores errno when it is destroyed. System calls that Shunt makes inside a call of the program change it; the
/// program then finds the value that it would find without Shunt.   Thread: one.
class KeptErrno {
public:
    KeptErrno() = default;
    ~KeptErrno() { errno = before_; }
    KeptErrno(const KeptErrno&) = delete;
    KeptErrno& operator=(const KeptErrno&) = delete;

private:
    const int before_ = errno;
};

}  // namespace shunt
