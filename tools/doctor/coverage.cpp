#include "tools/doctor/coverage.hpp"

#include <algorithm>

#include "shim/table/generated/function_table.hpp"

namespace shunt::tools {
namespace {

/// MPI_X and MPIX_X are C names when X is spelled as C does: a capital first, a small letter somewhere, no trailing
/// underscore (MPI_INIT and mpi_init_ are Fortran's). Predefined functions such as MPI_NULL_COPY_FN are in capitals in
/// C too.
bool is_c_name(std::string_view name) {
    for (const std::string_view prefix : {"MPI_", "MPIX_"}) {
        if (!name.starts_with(prefix)) continue;
        const std::string_view rest = name.substr(prefix.size());
        const bool has_small = std::any_of(rest.begin(), rest.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        return !rest.empty() && rest[0] >= 'A' && rest[0] <= 'Z' && has_small && rest.back() != '_';
    }
    return false;
}

CoverageClass class_of(std::string_view name) {
    for (const record::FunctionInfo& info : record::kFunctions) {
        if (info.name != name) continue;
        switch (info.coverage) {
            case record::Coverage::carried: return CoverageClass::carried;
            case record::Coverage::recorded: return CoverageClass::recorded;
            case record::Coverage::passed: return CoverageClass::passed;
        }
    }
    return CoverageClass::unknown;
}

}  // namespace

std::string_view name_of(CoverageClass kind) {
    switch (kind) {
        case CoverageClass::carried: return "carried";
        case CoverageClass::recorded: return "recorded";
        case CoverageClass::passed: return "passed through";
        case CoverageClass::unknown: return "unknown";
    }
    return "unknown";
}

std::vector<CoveredFunction> classify_exports(const std::vector<std::string>& exported) {
    std::vector<CoveredFunction> functions;
    for (const std::string& symbol : exported) {
        const bool profiling = symbol.starts_with("PMPI");
        const std::string name = profiling ? symbol.substr(1) : symbol;
        if (!is_c_name(name)) continue;
        if (profiling && std::binary_search(exported.begin(), exported.end(), name)) continue;
        functions.push_back({name, class_of(name)});
    }
    return functions;
}

}  // namespace shunt::tools
