#pragma once
#include <cfenv>

namespace shunt {

/// While it lives, floating point exceptions of this thread are not trapped, even if the program asked for traps.
/// Exceptions raised meanwhile are discarded at the end. A program may trap them (-ffpe-trap), or inspect them when it
/// ends (Fortran's STOP does). The rounding mode stays as it is.   Thread: made and destroyed on one thread.
class HeldFloats {
public:
    HeldFloats() { std::feholdexcept(&before_); }
    ~HeldFloats() { std::fesetenv(&before_); }
    HeldFloats(const HeldFloats&) = delete;
    HeldFloats& operator=(const HeldFloats&) = delete;

private:
    std::fenv_t before_;
};

}  // namespace shunt
