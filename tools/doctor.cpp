#include <array>
#include <iostream>

#include "tools/command.hpp"
#include "tools/doctor/checks.hpp"
#include "tools/doctor/coverage.hpp"
#include "tools/doctor/elf_symbols.hpp"
#include "tools/launch/installed_mpi.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kDoctorPage{
    "doctor",
    "check whether this machine is ready, and what to do if not",
    "shunt doctor\nshunt doctor --coverage [--mpi LIBRARY] [--unknown]",
    "Checks everything that Shunt needs and that can slow MPI programs down: the libraries of Shunt and of MPI, "
    "launchers, cores, the spool directory, shared memory, multicast, RDMA, settings. One line each: ok, warn or "
    "FAIL, with what to do.\n\n"
    "With --coverage it lists for each MPI library found (or the one given) every MPI function it exports, and what "
    "Shunt does with it: carried (an engine may carry it), recorded, passed through (local functions without "
    "communication), or unknown (Shunt does not intercept it; calls go directly to the host).",
    "0  no line says FAIL; with --coverage: no function is unknown\n"
    "1  otherwise\n"
    "2  wrong command line",
    "shunt doctor\n"
    "shunt doctor --coverage --mpi /opt/mpi/lib/libmpi.so.40 | grep -v recorded",
};

/// Lists one library's functions.   Returns: the number of unknown ones.
std::size_t show_coverage(const MpiLibrary& library, bool only_unknown) {
    std::array<std::size_t, 4> counts{};
    std::cout << name_of(library.family) << ": " << library.path << '\n';
    for (const CoveredFunction& function : classify_exports(library.exported)) {
        ++counts[static_cast<std::size_t>(function.kind)];
        if (only_unknown && function.kind != CoverageClass::unknown) continue;
        std::string kind(name_of(function.kind));
        kind.resize(15, ' ');
        std::cout << "  " << kind << ' ' << function.name << '\n';
    }
    std::cout << "  in all:";
    for (std::size_t i = 0; i < counts.size(); ++i)
        std::cout << (i == 0 ? " " : ", ") << counts[i] << ' ' << name_of(static_cast<CoverageClass>(i));
    std::cout << "\n\n";
    return counts[static_cast<std::size_t>(CoverageClass::unknown)];
}

int coverage(const std::string& path, bool only_unknown) {
    std::vector<MpiLibrary> libraries;
    if (path.empty()) {
        libraries = installed_mpis();
    } else {
        MpiLibrary library;
        std::string error;
        library.path = path;
        if (!exported_functions_of(path, library.exported, error)) return complain("doctor", error, kFailed);
        library.family = family_of(path, library.exported);
        libraries.push_back(std::move(library));
    }
    if (libraries.empty()) return complain("doctor", "no MPI library was found; name one with --mpi", kFailed);
    std::size_t unknown = 0;
    for (const MpiLibrary& library : libraries) {
        if (classify_exports(library.exported).empty())
            return complain("doctor", library.path + " exports no MPI function", kFailed);
        unknown += show_coverage(library, only_unknown);
    }
    return unknown == 0 ? kDone : kFailed;
}

}  // namespace

int doctor_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("coverage", "list how Shunt treats each function of the MPI libraries")(
        "mpi", po::value<std::string>()->value_name("LIBRARY"),
        "with --coverage: this library instead of all that are installed")(
        "unknown", "with --coverage: list only the unknown ones");
    const Parsed parsed = parse_command_line(kDoctorPage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("coverage") && (parsed.has("mpi") || parsed.has("unknown")))
        return complain("doctor", "--mpi and --unknown go with --coverage", kUsage);
    if (parsed.has("coverage")) return coverage(parsed.text("mpi"), parsed.has("unknown"));
    const auto checks = check_machine(gather_machine());
    print_checks(checks, std::cout);
    for (const Check& check : checks)
        if (check.result == CheckResult::fail) return kFailed;
    return kDone;
}

}  // namespace shunt::tools
