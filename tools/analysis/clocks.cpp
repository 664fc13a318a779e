#include "tools/analysis/clocks.hpp"

#include <unordered_map>

namespace shunt::tools {

using record::Image;

Clocks::Clocks(std::span<const Image> images) {
    std::unordered_map<std::int32_t, const Image*> by_rank;
    for (const Image& image : images) by_rank.emplace(image.header().world_rank, &image);
    const std::int64_t zero = images.empty() ? 0 : images[0].header().clock_first.monotonic_ns;
    for (const Image& image : images) {
        const record::SpoolHeader& own = image.header();
        // Unsigned, so that numbers of a damaged or hostile file wrap around instead of overflowing with undefined
        // behaviour. Real differences are small.
        std::uint64_t offset = 0;
        const record::SpoolHeader* at = &own;
        for (std::size_t steps = 0; at->clock_parent >= 0 && at->clock_parent != at->world_rank; ++steps) {
            offset += static_cast<std::uint64_t>(at->clock_offset_ns);
            const auto parent = by_rank.find(at->clock_parent);
            if (parent == by_rank.end() || steps > images.size()) break;
            at = &parent->second->header();
        }
        const auto base =
            static_cast<std::uint64_t>(own.clock_first.monotonic_ns) - static_cast<std::uint64_t>(zero) + offset;
        lines_.push_back(
            {own.clock_first.ticks, static_cast<double>(static_cast<std::int64_t>(base)), image.ns_per_tick()});
    }
}

double Clocks::at(std::size_t image, std::uint64_t ticks) const {
    const Line& line = lines_[image];
    return line.base_ns + static_cast<double>(static_cast<std::int64_t>(ticks - line.first_ticks)) * line.rate;
}

}  // namespace shunt::tools
