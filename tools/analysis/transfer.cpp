#include "tools/analysis/transfer.hpp"

#include <algorithm>

#include "native/select/decide.hpp"
#include "native/select/vocabulary.hpp"
#include "tools/analysis/collective_traffic.hpp"
#include "tools/analysis/machine.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr double kLeastTransferShare = 0.1;  // of all MPI time, for the transfer of one function
constexpr double kDominatingShare = 0.4;     // of all MPI time, for one function whose time is mostly transfer

double transfer_ns(const Split& split) { return split.time_ns - split.wait_ns; }

Finding::Place place_of(const Analysis& run, const Split& split) {
    const bool dominates =
        split.time_ns >= kDominatingShare * run.mpi.time_ns && transfer_ns(split) >= 0.5 * split.time_ns;
    return dominates ? Finding::Place::transfer : Finding::Place::by_cost;
}

bool is_worth_saying(const Analysis& run, const Split& split) {
    return transfer_ns(split) >= kLeastTransferShare * run.mpi.time_ns;
}

std::string moved_text(const std::string& where, const Split& split) {
    return where + " moves data for " + show_time(transfer_ns(split)) + ": " +
           show_bytes(static_cast<double>(split.bytes)) + " in " + plural(split.calls, "call") + ".";
}

/// The engine that carried most calls of `function`; empty: the host did.
std::string carrier_of(const Analysis& run, const std::string& function) {
    const auto row = std::find_if(run.functions.begin(), run.functions.end(),
                                  [&](const FunctionRow& one) { return one.name == function; });
    if (row == run.functions.end() || row->carried.empty() || 2 * row->carried[0].calls < row->total.calls) return "";
    return row->carried[0].engine;
}

/// The engine that is expected to carry such calls faster than the host, or nullptr.
const Engine* helper_for(const Analysis& run, const CollectiveRow& row) {
    const auto operation = operation_of(row.function);
    if (!operation) return nullptr;
    const std::int64_t block_bytes =
        are_bytes_equal(*operation) ? static_cast<std::int64_t>(row.block_bytes) : kBytesDiffer;
    const shunt::Facts facts{*operation, row.comm_size, row.nodes, block_bytes, std::max(1, cores_of_node(run))};
    const Engine* const engine = engine_that_wins(facts, default_engine_options());
    return engine && is_nonblocking(row.function) && !engine->begins(*operation) ? nullptr : engine;
}

std::string remedy_for(const Analysis& run, const CollectiveRow& row) {
    if (const std::string engine = carrier_of(run, row.function); !engine.empty())
        return shorten(engine, 24) + " carries it already: move less, or overlap it with work.";
    if (const Engine* engine = helper_for(run, row)) {
        const std::string name(engine->name()), operation(name_of(*operation_of(row.function)));
        return "A rule that sends it to an engine may help: shunt run --rules '" + operation + " -> " + name + "'.";
    }
    return "No engine is expected to be faster here: move less, or overlap it with work (a nonblocking call).";
}

void add_collectives(const Analysis& run, std::vector<Finding>& out) {
    const std::string rate = rate_text(run);
    for (const CollectiveRow& row : run.collectives) {
        if (row.comm_size < 2 || row.block_bytes <= kSmallBytes || !is_worth_saying(run, row.total)) continue;
        const std::string comm = row.comm == "MPI_COMM_WORLD" ? "" : " on " + shorten(row.comm, 24);
        std::string text = moved_text(row.function + comm, row.total);
        if (row.nodes > 1 && !rate.empty()) text += " Over the whole run " + rate + ".";
        out.push_back(
            {std::move(text), remedy_for(run, row), transfer_ns(row.total), 0, false, place_of(run, row.total)});
    }
}

void add_messages(const Analysis& run, std::vector<Finding>& out) {
    for (const FunctionRow& row : run.functions) {
        const bool message = row.kind == FunctionClass::send || row.kind == FunctionClass::receive;
        if (!message || is_nonblocking(row.name) || row.total.bytes <= kSmallBytes * row.total.calls ||
            !is_worth_saying(run, row.total))
            continue;
        out.push_back({moved_text(row.name, row.total), "Send less, or overlap it with work (MPI_Isend, MPI_Irecv).",
                       transfer_ns(row.total), 0, false, place_of(run, row.total)});
    }
}

}  // namespace

std::string rate_text(const Analysis& run) {
    const auto busiest = std::max_element(run.nodes.begin(), run.nodes.end(), [](const NodeRow& a, const NodeRow& b) {
        return a.bytes_per_s() < b.bytes_per_s();
    });
    if (busiest == run.nodes.end() || !(busiest->bytes_per_s() > 0)) return "";
    std::string text = "a node reached " + show_bytes(busiest->bytes_per_s()) + "/s while in MPI";
    if (busiest->link_bytes_per_s > 0)
        text += ", its link (" + shorten(busiest->link, 24) + ") " + show_bytes(busiest->link_bytes_per_s) + "/s";
    return text;
}

void find_transfers(const Analysis& run, std::vector<Finding>& out) {
    add_collectives(run, out);
    add_messages(run, out);
}

}  // namespace shunt::tools
