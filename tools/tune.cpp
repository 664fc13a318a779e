#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "tools/command.hpp"
#include "tools/tune_measure.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kPage{
    "tune",
    "measure this machine, and write what is found to a file of options",
    "shunt tune [--output FILE] [--rate MBIT] [--latency US]",
    "Measures what it costs on this machine to tell another process of a block, to move data to it, and to combine two vectors: the numbers from "
    "which pipelines choose the size of their blocks. Takes about two seconds, with two cores. What a network takes cannot be seen from one host: "
    "give its rate, and the time of a short message.\n\n"
    "The file is one of options, to be read and changed: SHUNT_CONFIG names it, or lines of it go into a file that is there already. All ranks must "
    "have the same.",
    "0  written\n"
    "1  it could not be measured or written\n"
    "2  wrong command line",
    "shunt tune\n"
    "shunt tune --output cluster.conf --rate 1000 --latency 40",
};

constexpr double kSeconds = 2;
constexpr double kMiB = 1 << 20;

std::string text_of(const NodeCosts& costs, double rate_mbit, double latency_us) {
    char host[256] = "this machine";
    static_cast<void>(gethostname(host, sizeof host - 1));
    std::ostringstream out;
    out << "# shunt tune on " << host << ". Times: of a word from process to process; of moving, and of combining, 1 MiB.\n"
        << "[pipeline]\n"
        << lines_of(costs)
        << "tcp-combine = " << costs.combine_ns << "ns\n";
    if (rate_mbit > 0) out << "tcp-move = " << static_cast<std::int64_t>(kMiB * 8 / rate_mbit * 1e3) << "ns\n";
    if (latency_us > 0) out << "tcp-latency = " << static_cast<std::int64_t>(latency_us * 1e3) << "ns\n";
    return out.str();
}

}  // namespace

int tune_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("output", po::value<std::string>()->value_name("FILE"), "write there instead of to the terminal")(
        "rate", po::value<double>()->value_name("MBIT"), "the network's rate, in Mbit/s")("latency", po::value<double>()->value_name("US"),
                                                                                         "time of a short message between nodes, in us");
    const Parsed parsed = parse_command_line(kPage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    const double rate = parsed.has("rate") ? parsed.values["rate"].as<double>() : 0;
    const double latency = parsed.has("latency") ? parsed.values["latency"].as<double>() : 0;
    if ((parsed.has("rate") && !(rate > 0)) || (parsed.has("latency") && !(latency > 0)))
        return complain("tune", "a rate and a latency are above 0", kUsage);
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) complain("tune", "one core alone: the times are those of two processes that take turns on it", kDone);
    const std::string text = text_of(measure_node(kSeconds), rate, latency);
    if (!parsed.has("output")) {
        std::cout << text;
        return kDone;
    }
    std::ofstream file(parsed.text("output"));
    if (!(file << text) || !file.flush()) return complain("tune", "cannot write " + parsed.text("output") + "; name a file in a folder you may write to", kFailed);
    std::cout << "shunt tune: " << parsed.text("output") << " written; set SHUNT_CONFIG to it on all ranks\n";
    return kDone;
}

}  // namespace shunt::tools
