#include "native/engines/script/engine.hpp"

#include "native/engines/script/buffers.hpp"
#include "native/engines/script/options.hpp"
#include "native/engines/script/program_file.hpp"
#include "native/engines/script/team.hpp"
#include "native/memory/verbs/options.hpp"

namespace shunt::script_engine {
namespace {

constexpr Parameter accepted[] = {
    {"file", "", "The scripts or the program, in the form of the option `script`; without it, that option's value."},
};

constinit const OptionGroup* const option_groups[] = {&kOptions, &memory::verbs::kOptions};

}  // namespace

std::span<const Parameter> ScriptEngine::parameters() const { return accepted; }

std::string ScriptEngine::flaw_of_text(std::string_view text, const OptionValues& options,
                                       std::span<const std::string> folders) const {
    return try_program_files(text.empty() ? options.get<ScriptOptions>().file : text, folders).reason;
}

std::span<const OptionGroup* const> ScriptEngine::options() const { return option_groups; }

std::optional<std::string_view> ScriptEngine::network(const OptionValues& options) const {
    return options.get<ScriptOptions>().interface;
}

bool ScriptEngine::begins(Operation operation) const {
    switch (operation) {
        case Operation::barrier:
        case Operation::bcast:
        case Operation::gather:
        case Operation::scatter:
        case Operation::allgather:
        case Operation::allgatherv:
        case Operation::alltoall: return true;
        default: return combines(operation);
    }
}

bool ScriptEngine::supports(const Facts& facts) const {
    return facts.nodes >= 1 && facts.ranks >= 2 && (begins(facts.operation) || has_unknown_sizes(facts.operation));
}

std::unique_ptr<Team> ScriptEngine::join(const TeamSetup& setup) const { return join_script(setup); }

}  // namespace shunt::script_engine
