#pragma once
// What hosts say of the variables by which their algorithms are chosen. No MPI here: texts in, names out.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shunt {

/// One of the host's own algorithms for an operation.
struct HostAlgorithm {
    std::string name;    ///< the host's word
    int value = 0;       ///< of the variable
    int ranks = 0;       ///< the only number of members that it is for; 0: any
    bool waits = false;  ///< a member may wait that is not kept waiting by the host's default (algorithm_quirks.hpp)
};

/// The algorithms that MPICH names in the description of MPIR_CVAR_<OP>_INTRA_ALGORITHM, `auto` (value 0) left out.
/// MPI_T has no enumeration of them: the words stand in the order of their values, each before " - Force ...".
/// MPICH 4.0 has lost the ends of lines there ("... algorithmsmp  - Force smp"), so that a word is known only by our
/// list of words; one that is not listed is left out, and those after it keep their values. Empty where the text is not
/// of that form.   Source: MPICH 4.0.2, maint/extractcvars.   Fails: std::bad_alloc.
std::vector<HostAlgorithm> algorithms_in_description(std::string_view description);

/// What Open MPI prints of a variable, a line for each fact, as `ompi_info --parsable` does.
struct PrintedVariable {
    std::string value;
    bool is_default = false;  ///< nobody has set it
    bool is_writeable = false;
    std::vector<HostAlgorithm> algorithms;  ///< of its enumeration, but `ignore` (value 0)
};
/// `name`: of the variable.   Fails: std::bad_alloc.
PrintedVariable read_printed_variable(std::span<const char* const> lines, std::string_view name);

}  // namespace shunt
