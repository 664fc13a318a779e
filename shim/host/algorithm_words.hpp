#pragma once
// Reads the texts in which hosts describe the variables that choose their algorithms. No MPI here: texts in, names out.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shunt {

/// One of the host's own algorithms for an operation.
struct HostAlgorithm {
    std::string name;    ///< the host's name for it
    int value = 0;       ///< of the variable, to choose this algorithm
    int ranks = 0;       ///< the only number of members that it works with; 0: any
    bool waits = false;  ///< a member may wait that the host's default does not keep waiting (algorithm_quirks.hpp)
};

/// The algorithms that MPICH names in the description of MPIR_CVAR_<OP>_INTRA_ALGORITHM, without `auto` (value 0).
/// MPI_T has no enumeration of them: the words stand in the order of their values, each before " - Force ...". MPICH
/// 4.0 has lost the line ends there ("... algorithmsmp  - Force smp"), so a word is recognised only by our list of
/// words. A word that is not listed is left out, and the words after it keep their values. Empty if the text does not
/// have that form.   Source: MPICH 4.0.2, maint/extractcvars.   Fails: std::bad_alloc.
std::vector<HostAlgorithm> algorithms_in_description(std::string_view description);

/// What Open MPI prints about a variable, one line a fact, as `ompi_info --parsable` does.
struct PrintedVariable {
    std::string value;
    bool is_default = false;  ///< the user has not set it
    bool is_writeable = false;
    std::vector<HostAlgorithm> algorithms;  ///< of its enumeration, without `ignore` (value 0)
};
/// `name`: of the variable.   Fails: std::bad_alloc.
PrintedVariable read_printed_variable(std::span<const char* const> lines, std::string_view name);

}  // namespace shunt
