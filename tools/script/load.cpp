#include "tools/script/load.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "config/names.hpp"
#include "config/value.hpp"
#include "native/program/goal.hpp"
#include "native/program/known.hpp"
#include "tools/script/creators.hpp"
#include "tools/script/engine_programs.hpp"
#include "tools/script/machine.hpp"

namespace shunt::tools {
namespace {

constexpr std::string_view kKnown = "known:";

[[noreturn]] void refuse(const char* option, const std::string& why) {
    throw std::runtime_error(std::string("--") + option + ": " + why);
}

/// Reads numbers from `low` to `high` in the form "2..5,8,64K".
std::vector<std::int64_t> numbers(const Parsed& parsed, const char* option, std::int64_t low, std::int64_t high) {
    std::vector<std::int64_t> found;
    const std::string text = parsed.text(option);
    for (const std::string_view piece : config::split(text, ',')) {
        const auto range = config::parse_range(config::Kind::integer, piece);
        if (!range || range->low < low || range->high > high)
            refuse(option, config::printable(piece) + " is no number or range such as 2..64, from " +
                               std::to_string(low) + " to " + std::to_string(high));
        if (range->high - range->low > 4096) refuse(option, "too many numbers");
        for (std::int64_t number = range->low; number <= range->high; ++number) found.push_back(number);
    }
    return found;
}

const program::KnownAlgorithm& known_algorithm(const std::string& file) {
    const std::string name = file.substr(kKnown.size());
    if (const auto* found = program::find_known(name)) return *found;
    std::vector<std::string_view> names;
    for (const auto& known : program::known_algorithms()) names.push_back(known.name);
    std::string all;
    for (const auto each : names) all += "\n    " + std::string(kKnown) + std::string(each);
    throw std::runtime_error((name.empty()
                                  ? "known algorithms are:"
                                  : "no known algorithm is called '" + config::printable(name) + "'; the nearest is '" +
                                        std::string(config::nearest(name, names)) + "'. All of them:") +
                             all);
}

void load_known(const std::string& file, const WantedCalls& wanted, const ProgramVisitor& visit) {
    const program::KnownAlgorithm& known = known_algorithm(file);
    for (const int ranks : wanted.ranks) {
        for (const int root : program::has_root(known.operation) ? roots_of(wanted, ranks) : std::vector<int>{0}) {
            for (const std::uint64_t bytes : wanted.bytes) {
                program::Program made = known.make(ranks, root, bytes / wanted.element_bytes);
                made.source = file;
                visit(std::move(made), wanted.element_bytes);
                if (known.operation == Operation::barrier) break;
            }
        }
    }
}

}  // namespace

std::vector<int> roots_of(const WantedCalls& wanted, int ranks) {
    std::vector<int> roots = wanted.roots;
    if (roots.empty()) roots = {0, ranks / 2, ranks - 1};
    std::erase_if(roots, [ranks](int root) { return root >= ranks; });
    std::ranges::sort(roots);
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    return roots;
}

std::string read_text_file(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw std::runtime_error("cannot read " + path + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
    return text.str();
}

void load_programs(const std::string& file, const WantedCalls& wanted, const ProgramVisitor& visit) {
    if (!wanted.engine.empty()) return load_engine_programs(file, wanted, visit);
    if (file.starts_with(kKnown)) return load_known(file, wanted, visit);
    if (is_script(file)) return load_script(file, wanted, visit);
    program::Parsed parsed = program::parse(read_text_file(file), file);
    if (!parsed.program) throw std::runtime_error(parsed.error);
    visit(std::move(*parsed.program), wanted.element_bytes);
}

void add_call_options(boost::program_options::options_description& options, const char* ranks, const char* bytes) {
    namespace po = boost::program_options;
    options.add_options()("ranks", po::value<std::string>()->default_value(ranks)->value_name("N..M,..."),
                          "numbers of ranks, for scripts, engines and known algorithms")(
        "bytes", po::value<std::string>()->default_value(bytes)->value_name("N,..."),
        "likewise, bytes of the vector or of one block")("root", po::value<std::string>()->value_name("N,..."),
                                                         "likewise, roots; default: first, middle and last rank")(
        "operation", po::value<std::string>()->value_name("NAME"), "only the script's programs for this operation")(
        "element-bytes", po::value<std::string>()->default_value("8")->value_name("N"), "bytes of one element")(
        "engine", po::value<std::string>()->value_name("NAME"),
        "in place of FILE name an operation: how this engine of Shunt's carries it, phased or pipeline")(
        "network", po::value<std::string>()->value_name("FILE"),
        "the machine that times are predicted for; default: a rank a node on Gigabit Ethernet");
}

WantedCalls wanted_calls(const Parsed& parsed) {
    WantedCalls wanted;
    for (const auto ranks : numbers(parsed, "ranks", 1, program::kMostRanks))
        wanted.ranks.push_back(static_cast<int>(ranks));
    for (const auto bytes : numbers(parsed, "bytes", 0, std::int64_t{1} << 40))
        wanted.bytes.push_back(static_cast<std::uint64_t>(bytes));
    if (parsed.has("root"))
        for (const auto root : numbers(parsed, "root", 0, program::kMostRanks))
            wanted.roots.push_back(static_cast<int>(root));
    const auto element = config::parse_integer(parsed.text("element-bytes"));
    if (!element || *element < 1 || *element > 1 << 20) refuse("element-bytes", "from 1 to 1M");
    wanted.element_bytes = static_cast<std::uint64_t>(*element);
    wanted.engine = parsed.text("engine");
    if (parsed.has("operation")) {
        wanted.operation = operation_named(parsed.text("operation"));
        if (!wanted.operation || !program::is_known(*wanted.operation))
            refuse("operation", config::printable(parsed.text("operation")) + " is none that programs are made for");
    }
    return wanted;
}

program::Network network_of(const Parsed& parsed) {
    if (!parsed.has("network")) return {};
    return machine_of(read_text_file(parsed.text("network")), parsed.text("network"));
}

}  // namespace shunt::tools
