#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "shim/observe/record/image.hpp"

namespace shunt::tools {

/// Turns a rank's ticks into ns of one common clock, 0 near the start of the run.
/// Follows the chain of measured offsets; a rank whose chain is broken or circular keeps its own clock.
class Clocks {
public:
    explicit Clocks(std::span<const record::Image> images);
    double at(std::size_t image, std::uint64_t ticks) const;

private:
    struct Line {
        std::uint64_t first_ticks = 0;
        double base_ns = 0, rate = 1;
    };
    std::vector<Line> lines_;
};

}  // namespace shunt::tools
