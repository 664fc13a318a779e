#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/program/checker.hpp"
#include "native/program/goal.hpp"
#include "native/program/known.hpp"
#include "native/program/parts.hpp"
#include "native/program/simulator.hpp"
#include "native/select/vocabulary.hpp"
#include "native/select/written.hpp"
#include "tools/report/table.hpp"
#include "tools/report/units.hpp"
#include "tools/script/commands.hpp"
#include "tools/script/load.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kCheckPage{
    "script check",
    "prove that programs are right, and predict how long they take",
    "shunt script check FILE... [--ranks N..M,...] [--bytes N,...] [--root N,...] [--operation NAME] [--element-bytes "
    "N] [--network FILE]",
    "Proves for all ranks together that each program gives the result that its operation requires, whatever the order "
    "in which steps that do not wait for one another are done, and even if no message is buffered. The first error is "
    "reported with file and line, rank, step and range.\n\n"
    "Some programs overwrite their input too early with MPI_IN_PLACE: \"copied\" in the column IN PLACE. Shunt then "
    "copies the input first.\n\n"
    "The time is predicted from a description of the machine, and shown beside that of the fastest of the algorithms "
    "that MPI libraries use for the operation, and that of the fastest of Shunt's engines, by the steps that its "
    "program "
    "has there. A description is a few lines, of which each may be left out:\n\n"
    "    ranks-per-node 4               or, for each rank: nodes 0 0 1 1\n"
    "    port rate 1Gbit/s latency 25us each node's, in each direction\n"
    "    port burst 16KiB               that an idle port lets pass at once, as in `shunt cluster`\n"
    "    message 3us                    of both processors, for a message between nodes\n"
    "    eager 64KiB                    longer messages wait for their receive\n"
    "    local rate 4GB/s latency 500ns between ranks of a node\n"
    "    combine 2GB/s                  of one processor; likewise copy\n"
    "    switch nodes 0-3 rate 10Gbit/s latency 400us    the uplink that these nodes share\n\n"
    "The file that `shunt tune` writes is accepted too: it describes one rank per node on the measured network.\n\n"
    "FILE is a script in Lua (its name ends in .lua; several with commas, the newest last), a program's text, or "
    "known:NAME. A script is asked for every operation that it has creators for, with the sizes, roots and ranks of "
    "the options, and for reductions that do not commute as well. It sees the nodes of the network; the address of "
    "node N is 10.S.0.N, S being its switch, from 1 on. With --engine, FILE is the name of an operation: the engine's "
    "program for it is checked (see shunt script show).",
    "0  all programs are right\n"
    "1  one is wrong, or cannot be read\n"
    "2  wrong command line",
    "shunt script check ring.lua --ranks 2..17 --bytes 0,8,64K\n"
    "shunt script check known:ring-allreduce --ranks 2..64 --bytes 8,64K,1M --network lab.network\n"
    "shunt script check bcast --engine pipeline --ranks 2..17",
};

/// The known algorithm with the shortest simulated time for the same call: "binomial 12.3 us".
std::string fastest_known(const program::Program& mine, const program::Network& network, std::uint64_t element_bytes) {
    std::optional<std::uint64_t> least;
    std::string text = "-";
    for (const auto& known : program::known_algorithms()) {
        if (known.operation != mine.operation) continue;
        const program::Program other = known.make(mine.size(), mine.root, mine.count);
        if (other.commutative && !mine.commutative) continue;  // it must not carry calls that are not commutative
        const std::uint64_t time = program::simulate(other, network, element_bytes).time;
        if (least && *least <= time) continue;
        least = time;
        text = std::string(known.name.substr(0, known.name.rfind('-'))) + " " + show_time(static_cast<double>(time));
    }
    return text;
}

/// The engine whose steps for the same call have the shortest simulated time: "pipeline 12.3 us". "-": no engine has a
/// program for it, or only one of very many parts.
std::string fastest_engine(const program::Program& mine, const program::Network& network, std::uint64_t element_bytes) {
    constexpr std::uint64_t kMostParts = 400'000;
    std::vector<int> node_of;
    for (int rank = 0; rank < mine.size(); ++rank)
        node_of.push_back(static_cast<int>(network.node_of(static_cast<std::uint64_t>(rank))));
    WrittenCall call;
    call.operation = mine.operation;
    call.root = mine.root;
    call.element_bytes = combines(mine.operation) ? element_bytes : 1;  // engines count bytes elsewhere
    call.count = mine.count * element_bytes / call.element_bytes;
    call.commutative = mine.commutative;
    call.node_of = node_of;
    std::optional<std::uint64_t> least;
    std::string text = "-";
    for (const config::EngineWord& engine : vocabulary().engines) {
        program::Program written;
        if (!write_engine_program(engine.name, call, written).empty()) continue;
        if (program::Parts::count_of(written) > kMostParts) continue;
        const std::uint64_t time = program::simulate(written, network, call.element_bytes).time;
        if (least && *least <= time) continue;
        least = time;
        text = std::string(engine.name) + " " + show_time(static_cast<double>(time));
    }
    return text;
}

class Checking {
public:
    explicit Checking(const program::Network& network) : network_(network) {}

    void look_at(const program::Program& each, std::uint64_t element_bytes) {
        ++programs_;
        any_commutes_ |= each.commutative;
        const auto apart = program::check(each, program::Memory::apart);
        if (!apart.right()) {
            ++wrong_;
            std::cout << apart.error << '\n';
        }
        const auto in_place = program::check(each, program::Memory::in_place);
        const bool has_in_place = each.operation != Operation::barrier && each.operation != Operation::bcast;
        std::uint64_t steps = 0;
        for (const auto& rank : each.ranks) steps += rank.steps.size();
        const auto bytes = [&](std::uint64_t elements) {
            return show_bytes(static_cast<double>(elements * element_bytes));
        };
        table_.add({std::string(name_of(each.operation)) + (each.commutative ? "*" : ""), std::to_string(each.size()),
                    program::has_root(each.operation) ? std::to_string(each.root) : "-",
                    each.counts.empty() ? bytes(each.count) : "by rank", show_count(steps),
                    apart.right() ? "right" : "WRONG",
                    !apart.right() || !has_in_place ? "-"
                    : in_place.right()              ? "right"
                                                    : "copied",
                    apart.right() ? predicted(each, element_bytes) : "-",
                    apart.right() && each.counts.empty() ? fastest_known(each, network_, element_bytes) : "-",
                    apart.right() && each.counts.empty() ? fastest_engine(each, network_, element_bytes) : "-"});
    }

    int finish() const {
        table_.print(std::cout, style_of_stdout());
        if (any_commutes_) std::cout << "* for operations that commute\n";
        std::cout << '\n'
                  << plural(programs_, "program") << ", "
                  << (programs_ == 0 ? "made"
                      : wrong_ == 0  ? "proved right"
                                     : std::to_string(wrong_) + " wrong")
                  << '\n';
        return wrong_ == 0 && programs_ > 0 ? kDone : kFailed;
    }

private:
    std::string predicted(const program::Program& each, std::uint64_t element_bytes) const {
        return show_time(static_cast<double>(program::simulate(each, network_, element_bytes).time));
    }

    const program::Network& network_;
    TextTable table_{{"OPERATION", "RANKS", "ROOT", "SIZE", "STEPS", "RESULT", "IN PLACE", "PREDICTED", "FASTEST KNOWN",
                      "FASTEST ENGINE"}};
    std::uint64_t programs_ = 0;
    std::uint64_t wrong_ = 0;
    bool any_commutes_ = false;
};

}  // namespace

int script_check(const Arguments& arguments) {
    boost::program_options::options_description options;
    add_call_options(options, "2..9,16", "8,64K,1M");
    const Parsed parsed = parse_command_line(kCheckPage, options, {"file..."}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("file")) return complain("script check", "name a file (see shunt script check --help)", kUsage);
    std::optional<WantedCalls> wanted;
    try {
        wanted = wanted_calls(parsed);
    } catch (const std::runtime_error& problem) { return complain("script check", problem.what(), kUsage); }
    wanted->network = network_of(parsed);
    Checking checking(wanted->network);
    bool could_read = true;
    for (const std::string& file : parsed.texts("file")) {
        try {
            load_programs(file, *wanted, [&](const program::Program& each, std::uint64_t element_bytes) {
                checking.look_at(each, element_bytes);
            });
        } catch (const std::runtime_error& problem) {
            could_read = false;
            complain("script check", problem.what(), kFailed);
        }
    }
    const int status = checking.finish();
    return could_read ? status : kFailed;
}

}  // namespace shunt::tools
