#pragma once
#include <cfenv>

namespace shunt {

/// While it lives, floating point exceptions of this thread are not trapped, whatever the program wants; those that
/// were raised then are forgotten afterwards. A program may trap them (-ffpe-trap), or look at them when it ends
/// (Fortran's STOP does). Rounding stays as it is.   Thread: that which made it.
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
