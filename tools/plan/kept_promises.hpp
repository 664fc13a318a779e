#pragma once
// Whether a plan's promises were kept in a run that used it.
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "shim/observe/record/profile_file.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// The calls of one operation that one line of a plan decided about.
struct KeptPromise {
    int line = 0;
    std::string operation, carriers;         ///< "pipeline", "pipeline 90 %, host 10 %"
    double calls = 0;                        ///< of a rank
    double expected_ns = 0, instead_ns = 0;  ///< of a call, from the plan; 0: the plan does not contain it
    double call_ns = 0;                      ///< measured time of a call (CarriedTimes::call_ns)
    bool is_taken_back = false;              ///< `auto` has measured, and chose another carrier
    /// 0 if the plan has no times.
    double promised_gain_ns() const { return expected_ns > 0 ? calls * (instead_ns - expected_ns) : 0; }
    double gain_ns() const { return calls * (instead_ns - call_ns); }
};

/// By line; empty if the run used no plan.   Cost: one pass over the rows.
std::vector<KeptPromise> kept_promises(const record::ProfileFile& file);

/// The same as a table under a heading; prints nothing if there are none.
void print_promises(const std::vector<KeptPromise>& promises, const TextStyle& style, std::ostream& out);

/// Messages of one phase, within nodes or between them, in two runs: the share of them, 0 to 1, that a channel of two
/// ranks carried (between nodes: RDMA).
struct KeptChannels {
    std::optional<std::int32_t> label;  ///< of MPI_Pcontrol; none: the run has no phases
    bool between_nodes = false;
    double messages = 0;  ///< of the later run
    double before = -1;   ///< below 0: not known
    double planned = -1;  ///< by the channels of a plan made from the earlier run
    double after = -1;
};

/// By phase; empty if the channels of ranks in the later run were not limited, or if no channel was used.
std::vector<KeptChannels> kept_channels(const record::ProfileFile& before, const record::ProfileFile& after);

/// The same as a table under a heading; prints nothing if there are none.
void print_channels(const std::vector<KeptChannels>& phases, const TextStyle& style, std::ostream& out);

}  // namespace shunt::tools
