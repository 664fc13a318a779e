#include "tools/script/engine_programs.hpp"

#include <stdexcept>

#include "config/names.hpp"
#include "config/value.hpp"
#include "native/program/goal.hpp"
#include "native/select/written.hpp"

namespace shunt::tools {
namespace {

program::Program written(const WrittenCall& call, const WantedCalls& wanted) {
    program::Program made;
    const std::string error = write_engine_program(wanted.engine, call, made);
    if (!error.empty()) throw std::runtime_error(error);
    made.source = wanted.engine;
    return made;
}

void load_call(WrittenCall call, const WantedCalls& wanted, const ProgramVisitor& visit) {
    std::vector<std::uint64_t> counts;
    for (std::uint64_t i = 0; i < program::counts_of(call.operation, call.node_of.size()); ++i)
        counts.push_back(call.count * (i % 3));
    if (!counts.empty()) call.count = 0;
    call.counts = counts;
    call.commutative = false;
    program::Program ordered = written(call, wanted);
    if (combines(call.operation)) {
        call.commutative = true;
        program::Program commuting = written(call, wanted);
        commuting.commutative = false;
        const bool differ = !program::equal(commuting, ordered);
        commuting.commutative = true;
        if (differ) visit(std::move(commuting), call.element_bytes);
    }
    visit(std::move(ordered), call.element_bytes);
}

}  // namespace

void load_engine_programs(const std::string& name, const WantedCalls& wanted, const ProgramVisitor& visit) {
    const auto operation = operation_named(name);
    if (!operation || !program::is_known(*operation))
        throw std::runtime_error(config::printable(name) + " is no operation that programs are made for");
    for (const int ranks : wanted.ranks) {
        std::vector<int> node_of;
        for (int rank = 0; rank < ranks; ++rank)
            node_of.push_back(static_cast<int>(wanted.network.node_of(static_cast<std::uint64_t>(rank))));
        const bool has_root = program::has_root(*operation);
        for (const int root : has_root ? roots_of(wanted, ranks) : std::vector<int>{0})
            for (const std::uint64_t bytes : wanted.bytes) {
                WrittenCall call;
                call.operation = *operation;
                call.root = root;
                call.element_bytes = combines(*operation) ? wanted.element_bytes : 1;
                call.count = bytes / call.element_bytes;
                call.node_of = node_of;
                load_call(call, wanted, visit);
            }
    }
}

}  // namespace shunt::tools
