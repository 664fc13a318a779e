#pragma once
// How long a call would take with another carrier.
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "native/program/network.hpp"
#include "native/select/knowledge.hpp"
#include "tools/plan/network_bounds.hpp"

namespace shunt::tools {

/// The source of a time, the most reliable first.
enum class Sureness : std::uint8_t {
    measured,  ///< in a profile, by auto, or by an earlier run whose knowledge file was given
    modelled,  ///< simulation of the engine's steps on a machine that was measured or described
    guessed,   ///< the same on a usual machine, because nothing is known about the real one
};
/// "measured", "modelled on a known machine", "modelled on a usual machine".   Owner: static storage.
std::string_view name_of(Sureness sureness);
/// The smallest ratio of times at which a change is proposed. A less reliable time must promise a larger gain.
double least_ratio(Sureness sureness);

/// The time of such calls with one carrier.
struct Forecast {
    std::string carrier;  ///< in the syntax of rules: "host", "pipeline", "host algorithm=chain segment=8K"
    double ns = 0;
    double most_ns = 0;  ///< with the slowest network that the profiles allow; `ns` if that does not matter
    Sureness sureness = Sureness::guessed;
    std::string source;  ///< a clause: "measured in fast.shunt"
};

/// Input of the forecasts.   Owner: the caller keeps the objects that it points to.
struct ForecastBasis {
    program::Network machine;
    program::Network slowest;       ///< used where no machine is known: the slowest possible one
    bool is_machine_known = false;  ///< it was measured or described
    std::string machine_name;       ///< "the machine of cluster.conf"
    int cores = 1;                  ///< of a node
    /// The sections of the knowledge file for this MPI and this number of ranks.
    std::vector<const KnowledgeSection*> knowledge;
    std::string knowledge_name;
    std::vector<int> world_nodes;  ///< node of each rank of the world; empty: not known
    std::vector<std::string> profiles;
};

/// Predicts times from measurements, or else from the engines' models. Results of simulations are kept, because phases
/// and communicators often have the same calls.   Thread: any one at a time.
class Forecaster {
public:
    explicit Forecaster(const ForecastBasis& basis) : basis_(basis) {}

    /// All carriers with a known time, except a carrier's own times in the newest profile.   `observed`: the calls of
    /// this kind in all profiles.
    std::vector<Forecast> candidates(const CallKind& kind, const std::vector<CarriedTimes>& observed);

private:
    std::optional<double> simulated_ns(const std::string& engine, const CallKind& kind, double mean_bytes,
                                       const program::Network& network);
    struct Simulated {
        const std::string& engine;
        const CallKind& kind;
        const program::Network& network;
    };
    std::optional<double> program_ns(const Simulated& what, std::int64_t bytes, bool may_be_longer);
    std::optional<double> longer_program_ns(const Simulated& what, std::int64_t bytes, std::uint64_t parts);
    void add_models(const CallKind& kind, double mean_bytes, std::vector<Forecast>& out);
    void add_knowledge(const CallKind& kind, std::vector<Forecast>& out) const;

    const ForecastBasis& basis_;
    std::map<std::tuple<std::string, Operation, std::int64_t, int, int, double>, std::optional<double>> simulated_;
};

}  // namespace shunt::tools
