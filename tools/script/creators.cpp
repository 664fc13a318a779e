#include "native/script/creators.hpp"

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "config/names.hpp"
#include "config/value.hpp"
#include "native/program/goal.hpp"
#include "tools/script/creators.hpp"

namespace shunt::tools {
namespace {

/// The switch of a node, from 0 on; nodes without one count as being on the last switch.
std::size_t switch_of(const program::Network& network, std::uint32_t node) {
    const auto has = [node](const program::Network::Switch& each) { return std::ranges::count(each.nodes, node) > 0; };
    return static_cast<std::size_t>(std::ranges::find_if(network.switches, has) - network.switches.begin());
}

/// The nodes as scripts number them: from 0 in order of their first ranks.
std::vector<std::uint32_t> nodes_of(const program::Network& network, int ranks) {
    std::vector<std::uint32_t> nodes;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::uint32_t node = network.node_of(static_cast<std::uint64_t>(rank));
        if (std::ranges::count(nodes, node) == 0) nodes.push_back(node);
    }
    return nodes;
}

script::Link link_between(const program::Network& network, std::uint32_t from, std::uint32_t to) {
    constexpr double kNanosecond = 1e-9;
    if (from == to) return {static_cast<double>(network.local_latency) * kNanosecond, network.local_rate};
    script::Link link{static_cast<double>(network.port_latency + 2 * network.message) * kNanosecond, network.port_rate};
    const std::size_t switches[] = {switch_of(network, from), switch_of(network, to)};
    if (switches[0] == switches[1]) return link;
    for (const std::size_t each : switches) {
        if (each == network.switches.size()) continue;
        link.latency += static_cast<double>(network.switches[each].latency) * kNanosecond;
        if (network.switches[each].rate > 0) link.rate = std::min(link.rate, network.switches[each].rate);
    }
    return link;
}

script::Topology topology_of(const program::Network& network, int ranks) {
    const std::vector<std::uint32_t> nodes = nodes_of(network, ranks);
    script::Topology topology;
    std::vector<int> on_node(nodes.size());
    for (int rank = 0; rank < ranks; ++rank) {
        const std::uint32_t node = network.node_of(static_cast<std::uint64_t>(rank));
        const std::string subnet = "10." + std::to_string(switch_of(network, node) + 1) + ".0.";
        script::Place place;
        place.node = static_cast<int>(std::ranges::find(nodes, node) - nodes.begin());
        place.core = on_node[static_cast<std::size_t>(place.node)]++;
        place.address = subnet + std::to_string(node);
        place.subnet = subnet + "0/24";
        place.switch_name = "switch" + std::to_string(switch_of(network, node) + 1);
        topology.places.push_back(place);
    }
    return topology;
}

std::vector<script::Link> links_of(const program::Network& network, int ranks) {
    const std::vector<std::uint32_t> nodes = nodes_of(network, ranks);
    std::vector<script::Link> links;
    for (const auto from : nodes)
        for (const auto to : nodes) links.push_back(link_between(network, from, to));
    return links;
}

bool same_steps(const program::Program& a, const program::Program& b) {
    program::Program other = b;
    other.commutative = a.commutative;
    return program::equal(a, other);
}

struct Script {
    std::string file, text;
};

std::vector<Script> scripts_of(const std::string& file) {
    std::vector<Script> scripts;
    for (const std::string_view each : config::split(file, ','))
        scripts.push_back({std::string(each), read_text_file(std::string(each))});
    return scripts;
}

/// Makes the programs of scripts for one number of ranks.
class ScriptedPrograms {
public:
    ScriptedPrograms(const std::vector<Script>& scripts, const WantedCalls& wanted, int ranks,
                     const ProgramVisitor& visit)
        : wanted_(wanted), visit_(visit), ranks_(ranks), creators_(topology_of(wanted.network, ranks), {}, &print) {
        for (const auto& [file, text] : scripts) {
            const std::string error = creators_.add(text, file);
            if (!error.empty()) throw std::runtime_error(error);
        }
        if (creators_.wants_links()) creators_.set_links(links_of(wanted.network, ranks));
    }

    void make_all() {
        for (std::size_t i = 0; i < kOperationCount; ++i) {
            const auto operation = static_cast<Operation>(i);
            if (!creators_.has(operation) || (wanted_.operation && *wanted_.operation != operation)) continue;
            const bool has_root = program::has_root(operation);
            for (const int root : has_root ? roots_of(wanted_, ranks_) : std::vector<int>{0})
                for (const std::uint64_t bytes : wanted_.bytes) {
                    make(operation, root, bytes);
                    if (operation == Operation::barrier) break;
                }
        }
    }

private:
    static void print(std::string_view line) { std::cerr << line << '\n'; }

    /// Asks for a program as the engine does: elements are bytes if the operation combines nothing.
    void make(Operation operation, int root, std::uint64_t bytes) {
        script::Call call;
        call.operation = operation;
        call.root = root;
        call.element_bytes = combines(operation) ? wanted_.element_bytes : 1;
        call.count = operation == Operation::barrier ? 0 : bytes / call.element_bytes;
        const auto counts = program::counts_of(operation, static_cast<std::uint64_t>(ranks_));
        for (std::uint64_t i = 0; i < counts; ++i) call.counts.push_back(call.count * (i % 3));
        if (counts != 0) call.count = 0;
        call.commutative = true;
        const auto commuting = made(call);
        call.commutative = false;
        const auto ordered = combines(operation) ? made(call) : nullptr;
        if (commuting && !(ordered && same_steps(*commuting, *ordered))) visit_(*commuting, call.element_bytes);
        if (ordered) visit_(*ordered, call.element_bytes);
    }

    std::shared_ptr<const program::Program> made(const script::Call& call) {
        const script::Made made = creators_.make(call);
        if (!made.error.empty()) throw std::runtime_error(made.error);
        return made.program;
    }

    const WantedCalls& wanted_;
    const ProgramVisitor& visit_;
    int ranks_;
    script::Creators creators_;
};

}  // namespace

bool is_script(const std::string& file) { return file.ends_with(".lua"); }

std::vector<Operation> operations_of_script(const std::string& file) {
    script::Creators creators(script::one_node(2));
    for (const auto& [name, text] : scripts_of(file))
        if (const std::string error = creators.add(text, name); !error.empty()) throw std::runtime_error(error);
    std::vector<Operation> operations;
    for (std::size_t i = 0; i < kOperationCount; ++i)
        if (creators.has(static_cast<Operation>(i))) operations.push_back(static_cast<Operation>(i));
    return operations;
}

void load_script(const std::string& file, const WantedCalls& wanted, const ProgramVisitor& visit) {
    const std::vector<Script> scripts = scripts_of(file);
    for (const int ranks : wanted.ranks) ScriptedPrograms(scripts, wanted, ranks, visit).make_all();
}

}  // namespace shunt::tools
