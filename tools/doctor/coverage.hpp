#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace shunt::tools {

/// What Shunt does with one function of an MPI library.
enum class CoverageClass { carried, recorded, passed, unknown };

std::string_view name_of(CoverageClass kind);

struct CoveredFunction {
    std::string name;
    CoverageClass kind = CoverageClass::unknown;
};

/// The C functions of MPI among `exported` (sorted), each with what Shunt does with it: names MPI_X and MPIX_X, and
/// those that only exist as PMPI_X, without the Fortran aliases in capitals.
std::vector<CoveredFunction> classify_exports(const std::vector<std::string>& exported);

}  // namespace shunt::tools
