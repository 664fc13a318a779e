#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "shim/observe/record/image.hpp"
#include "tools/analysis/analysis.hpp"
#include "tools/analysis/clocks.hpp"
#include "tools/analysis/over_time.hpp"

namespace shunt::tools {

/// Statistics of the sampled collectives of one function on one kind of communicator.
struct ArrivalGroup {
    std::uint64_t operations = 0;
    double spread_ns = 0, max_spread_ns = 0;
    std::vector<std::uint64_t> last_by_rank;  ///< position of the image -> how often that rank arrived last
};

/// One rank's sampled calls of one function on one of its communicators.
struct RankSamples {
    std::uint64_t calls = 0;
    double wait_ns = 0, duration_ns = 0;
    double wait_share() const { return duration_ns > 0 ? wait_ns / duration_ns : 0; }
};

struct CommKind {
    std::string name;
    std::int32_t size = 0;
    friend auto operator<=>(const CommKind&, const CommKind&) = default;
};

struct Arrivals {
    std::map<std::pair<std::string, CommKind>, ArrivalGroup> groups;
    std::map<std::tuple<std::size_t, std::string, std::uint64_t>, RankSamples> samples;  ///< (image, function, comm id)
    std::vector<ArrivalRank> ranks;                                                      ///< by position of the image
    std::vector<SampledWait> over_time;                                                  ///< by slice of the grid
    double clock_error_ns = 0;
    std::uint64_t operations = 0;
};

/// Joins the samples of the same collective from all ranks: which rank arrived last, and how long each one waited.
/// Source: wait of a rank = last arrival - own arrival, at most its time inside the call.
Arrivals find_arrivals(std::span<const record::Image> images, const Clocks& clocks, const TimeGrid& grid);

}  // namespace shunt::tools
