#pragma once
#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/analysis/analysis.hpp"
#include "tools/analysis/arrivals.hpp"
#include "tools/analysis/collective_traffic.hpp"

namespace shunt::tools {

/// Sums the cells, image by image, into those tables of an Analysis that can be filled one image at a time.
/// Owner: keeps references to `out` and `arrivals`.   Thread: any one at a time.
class CellSums {
public:
    CellSums(Analysis& out, const Arrivals& arrivals, std::span<const record::Image> images)
        : out_(out), arrivals_(arrivals), traffic_(images) {}

    /// Adds image number `position`, which is also its place in `out.ranks`; that row must exist.
    void add_image(const record::Image& image, std::size_t position);
    /// Moves the sums from the maps to `out` and sorts them.
    void finish();

private:
    struct Place;  // tables that the cells of the current image are added to
    void open_tables(const record::Image& image, Place& place);
    void add_cell(const Place& place, const record::Cell& cell);
    void add_call(const Place& place, const record::Cell& cell, double wait_ns);
    std::uint64_t bytes_of_call(const Place& place, const record::Cell& cell, const FunctionRow& row);
    void add_traffic(const Place& place, const record::Cell& cell);
    void add_waits(const Place& place, const record::Cell& cell, double wait_ns, double later_ns);
    void add_overflow(const Place& place);
    double wait_of(const Place& place, const record::Cell& cell, double time_ns);
    FunctionRow& function_row(std::string_view name, std::size_t position);
    CommRow& comm_row(const Place& place, std::uint16_t index);
    void finish_pairs();
    void finish_collectives();
    void finish_engines();
    void finish_sizes();

    struct Engine {
        std::uint64_t calls = 0;
        double time_ns = 0;
        std::map<std::string, std::uint64_t> why;  ///< calls by reason
    };
    Analysis& out_;
    const Arrivals& arrivals_;
    CollectiveTraffic traffic_;
    std::unordered_map<std::string, std::size_t> functions_;
    std::map<std::tuple<std::string, std::int32_t, std::int32_t>, std::size_t> comms_;
    std::set<std::tuple<std::size_t, std::uint64_t, std::int32_t>> instances_;
    std::map<std::int32_t, std::size_t> phases_;
    std::map<std::pair<std::int32_t, std::int32_t>, PairTraffic> pairs_;
    struct Collective {
        Split total;
        double block_bytes = 0;  ///< of all calls together
    };
    std::map<std::pair<std::string, CommKind>, Collective> collectives_;
    std::map<std::tuple<std::string, std::uint64_t, std::string>, Engine> engines_;
    std::array<SizeBucket, 65> sizes_{};
};

}  // namespace shunt::tools
