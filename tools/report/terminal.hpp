#pragma once
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "tools/analysis/analysis.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// A part of the terminal report that can be selected by name.
struct ReportSection {
    std::string_view name;  ///< "functions": the command line has --functions
    std::string_view title;
    bool by_default;
    void (*print)(const Analysis& run, std::ostream& out, const TextStyle& style);
};

/// All sections in the order they are shown.   Owner: static storage.
const std::vector<ReportSection>& report_sections();

/// Prints facts, warnings and findings, then the sections in `names`; without names, the default sections.
void print_report(const Analysis& run, const std::vector<std::string>& names, std::ostream& out,
                  const TextStyle& style);

/// Note on how the traffic of collectives in a matrix was computed.
inline constexpr std::string_view kCollectivesComputed =
    "The traffic of collectives is computed, as if each block went straight to its owner; how the MPI really moves "
    "it is not visible.";
/// Whether any pair has traffic of collectives.
bool has_collectives(const Analysis& run);

/// The label of a phase in words: "0 (start)", "3 (loop A)".
std::string phase_name(const Analysis& run, std::int32_t label);
/// How waits in this row were found, in a few words: "arrivals", "fastest call".
std::string basis_name(std::uint8_t basis);

}  // namespace shunt::tools
