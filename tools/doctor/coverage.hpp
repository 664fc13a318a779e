#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace shunt::tools {

/// How Shunt treats one function of an MPI library.
enum class CoverageClass { carried, recorded, passed, unknown };

std::string_view name_of(CoverageClass kind);

struct CoveredFunction {
    std::string name;
    CoverageClass kind = CoverageClass::unknown;
};

/// The MPI C functions among `exported` (sorted), each with its class: names MPI_X and MPIX_X, and functions that exist
/// only as PMPI_X. Fortran aliases in capitals are left out.
std::vector<CoveredFunction> classify_exports(const std::vector<std::string>& exported);

}  // namespace shunt::tools
