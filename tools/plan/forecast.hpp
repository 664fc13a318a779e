#pragma once
// How long a call would take by somebody else.
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "native/program/network.hpp"
#include "native/select/knowledge.hpp"
#include "tools/plan/network_bounds.hpp"

namespace shunt::tools {

/// Where a time comes from, the surest first.
enum class Sureness : std::uint8_t {
    measured,  ///< in a profile, by auto, or by an earlier run whose knowledge file was given
    modelled,  ///< by the engine's steps, simulated on a machine that was measured or described
    guessed,   ///< the same on a machine of which nothing was said
};
/// "measured", "modelled on a known machine", "modelled on a usual machine".   Owner: static storage.
std::string_view name_of(Sureness sureness);
/// From which ratio of times on a change is proposed: what is less sure must promise more.
double least_ratio(Sureness sureness);

/// What such calls take by one carrier.
struct Forecast {
    std::string carrier;  ///< as rules name it: "host", "pipeline", "host algorithm=chain segment=8K"
    double ns = 0;
    double most_ns = 0;  ///< with a network as slow as the profiles allow; the same where that says nothing
    Sureness sureness = Sureness::guessed;
    std::string source;  ///< a clause: "measured in fast.shunt"
};

/// What forecasts are made from.   Owner: the caller keeps what it points to.
struct ForecastBasis {
    program::Network machine;
    program::Network slowest;       ///< where no machine is known: as slow as it may be
    bool is_machine_known = false;  ///< somebody has measured or described it
    std::string machine_name;       ///< "the machine of cluster.conf"
    int cores = 1;                  ///< of a node
    /// Of the knowledge file, the sections of this MPI on as many ranks.
    std::vector<const KnowledgeSection*> knowledge;
    std::string knowledge_name;
    std::vector<int> world_nodes;  ///< node of each rank of the world; empty: not known
    std::vector<std::string> profiles;
};

/// Predicts by what was measured, and otherwise by the engines' models. Simulations are remembered, as phases and
/// communicators often have the same calls.   Thread: any one at a time.
class Forecaster {
public:
    explicit Forecaster(const ForecastBasis& basis) : basis_(basis) {}

    /// All carriers that something is known of, but for a carrier's own times in the newest profile.   `observed`: of
    /// the kind, in every profile.
    std::vector<Forecast> candidates(const CallKind& kind, const std::vector<CarriedTimes>& observed);

private:
    std::optional<double> simulated_ns(const std::string& engine, const CallKind& kind, double mean_bytes,
                                       const program::Network& network);
    void add_models(const CallKind& kind, double mean_bytes, std::vector<Forecast>& out);
    void add_knowledge(const CallKind& kind, std::vector<Forecast>& out) const;

    const ForecastBasis& basis_;
    std::map<std::tuple<std::string, Operation, std::int64_t, int, int, double>, std::optional<double>> simulated_;
};

}  // namespace shunt::tools
