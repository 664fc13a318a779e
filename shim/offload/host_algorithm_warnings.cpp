#include "shim/offload/host_algorithm_warnings.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/select/decide.hpp"
#include "shim/host/log.hpp"
#include "shim/offload/offload.hpp"

namespace shunt {
namespace {

constexpr int kMostTold = 4;

std::string names_of(std::span<const HostAlgorithm> algorithms) {
    std::string text;
    for (const HostAlgorithm& one : algorithms) text += (text.empty() ? "" : ", ") + one.name;
    return text;
}

/// The fault of the rule's choice for the operation; empty: none.
std::string complaint(const HostAlgorithms& host_has, Operation operation, const HostChoice& choice) {
    const std::string own = host_has.own_setting(operation);
    const std::string name(name_of(operation));
    if (!own.empty()) return own + " is set and takes precedence";
    const auto known = host_has.list(operation);
    if (known.empty()) return "this host lets no algorithm for " + name + " be chosen";
    if (!host_has.find(operation, choice.algorithm))
        return joined({"this host has no algorithm ", choice.algorithm, " for ", name, ", but ", names_of(known)});
    if (choice.segment != 0 && !host_has.has_segments(operation))
        return "this host's algorithms for " + name + " take no segment, which is left out";
    return {};
}

/// For a rule for `*`, only a warning if it has no effect at all.
std::string complaint(const HostAlgorithms& host_has, const config::Rule& rule) {
    const HostChoice choice = host_choice_of(rule);
    const bool names_all = rule.operations == ~std::uint64_t{0};
    std::string first;
    for (std::size_t place = 0; place < kOperationCount; ++place) {
        if ((rule.operations >> place & 1) == 0) continue;
        const std::string found = complaint(host_has, static_cast<Operation>(place), choice);
        if (names_all && found.empty()) return {};
        if (first.empty()) first = found;
    }
    return names_all ? joined({"this host has no algorithm ", choice.algorithm, " for any operation"}) : first;
}

std::string complaint_of_all(const Session& s) {
    if (const std::string& refusal = s.offload->algorithms.refusal(); !refusal.empty())
        return "the host's algorithms cannot be chosen: " + refusal;
    if (s.agreement.same_host_algorithms) return {};
    return "the host of rank " + std::to_string(s.agreement.other_algorithms_rank) +
           " lets other algorithms be chosen than that of rank 0, so none is chosen";
}

}  // namespace

void warn_of_host_algorithms(const Session& s) {
    const std::string all = complaint_of_all(s);
    int told = 0;
    for (const config::Rule& rule : s.rules.rules) {
        if (!host_choice_of(rule).is_given()) continue;
        const std::string what = all.empty() ? complaint(s.offload->algorithms, rule) : all;
        if (what.empty() || ++told > kMostTold) continue;
        SHUNT_WARN("rule '%s' (%s): %s", rule.text.c_str(), rule.where.c_str(), what.c_str());
        if (!all.empty()) return;
    }
    if (told > kMostTold) SHUNT_WARN("... and %d more rules of that kind", told - kMostTold);
}

}  // namespace shunt
