#include <iostream>
#include <set>

#include "shim/observe/record/profile_file.hpp"
#include "tools/analysis/analysis.hpp"
#include "tools/command.hpp"
#include "tools/output_stream.hpp"
#include "tools/plan/proposal.hpp"
#include "tools/report/html.hpp"
#include "tools/report/summary.hpp"
#include "tools/report/terminal.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

namespace po = boost::program_options;

constexpr HelpPage kReportPage = {
    "report",
    "show a profile on the terminal or as HTML",
    "shunt report FILE [--functions] [--ranks] [--matrix] ...\n"
    "shunt report FILE --html OUT",
    "Shows how the program used its time in MPI: by function, by rank, by pair of ranks, by message size, by "
    "collective operation, over the run; each time split into transfer and wait; and the largest costs, each with a "
    "remedy. Without a section option the most useful sections are shown.\n\n"
    "How waits are found: the whole time of MPI_Wait*, MPI_Test*, MPI_Probe and the like is wait. For collectives of "
    "which arrival times were sampled on all ranks, a rank waits from its arrival to the last one's. For other "
    "blocking calls the fastest call with the same bytes and peer on the same rank counts as pure transfer, and the "
    "time above it as wait. The functions table shows the method used.\n\n"
    "The HTML report is one file that needs no network: heat map of the communication, charts, all tables; light and "
    "dark; readable without JavaScript as tables.",
    "0  shown\n1  the profile cannot be read, or OUT cannot be written\n2  the command line was wrong",
    "shunt report app.shunt\n"
    "shunt report app.shunt --collectives --ranks\n"
    "shunt report app.shunt --html app.html",
};

int write_html(Analysis run, const record::ProfileFile& profile, const Parsed& parsed) {
    const std::string path = parsed.text("html");
    run.plan = plan_for_report(profile, std::string(base_name(parsed.text("file"))));
    std::ofstream file = output_stream(path);
    write_html_report(run, file);
    if (!file.flush()) return complain("report", "cannot write " + path, kFailed);
    std::cout << "wrote " << path << '\n';
    return kDone;
}

std::vector<std::string> sections_asked(const Parsed& parsed) {
    std::vector<std::string> names;
    for (const ReportSection& section : report_sections())
        if (parsed.has("all") || parsed.has(std::string(section.name).c_str())) names.emplace_back(section.name);
    return names;
}

}  // namespace

int report_command(const Arguments& arguments) {
    po::options_description options;
    options.add_options()("html", po::value<std::string>()->value_name("FILE"),
                          "write a self-contained HTML report to this file");
    std::set<std::string> texts;  // owns the texts: program_options keeps pointers to them
    for (const ReportSection& section : report_sections())
        options.add_options()(texts.insert(std::string(section.name)).first->c_str(),
                              std::string(section.title).c_str());
    options.add_options()("all", "every section")("width", po::value<std::size_t>()->value_name("N"),
                                                  "columns to use; default: those of the terminal, else 120");
    const Parsed parsed = parse_command_line(kReportPage, options, {"file"}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("file"))
        return complain("report", "which profile? shunt report FILE (see shunt report --help)", kUsage);
    record::ProfileFile profile;
    std::string error;
    if (!record::ProfileFile::load(parsed.text("file"), profile, error)) return complain("report", error, kFailed);
    const Analysis run = analyze(view_of(profile));
    const std::vector<std::string> names = sections_asked(parsed);
    if (parsed.has("html")) {
        const int status = write_html(run, profile, parsed);
        if (status != kDone || names.empty()) return status;
    }
    TextStyle style = style_of_stdout();
    if (parsed.has("width")) style.width = std::max<std::size_t>(40, parsed.values["width"].as<std::size_t>());
    print_report(run, names, std::cout, style);
    return kDone;
}

}  // namespace shunt::tools
