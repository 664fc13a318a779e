#pragma once
#include <unistd.h>

#include <utility>

namespace shunt::net {

/// Owns one file descriptor and closes it. Empty (-1) if default-constructed or moved from.   Thread: any one at a
/// time.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            reset();
            number_ = std::exchange(other.number_, -1);
        }
        return *this;
    }
    ~Descriptor() { reset(); }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    void reset() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }

private:
    int number_ = -1;
};

}  // namespace shunt::net
