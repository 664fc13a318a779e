#include "native/select/vocabulary.hpp"

#include <algorithm>

#include "native/engines/registry.hpp"

namespace shunt {
namespace {

constexpr std::size_t kMostEngines = 16;
constexpr std::size_t kMostParameters = 32;

/// The registry's engines in the rule reader's terms; filled once, before the first thread of ours.
struct Words {
    config::ParameterWord parameters[kMostParameters];
    config::EngineWord engines[kMostEngines];
    config::Vocabulary vocabulary;

    Words() {
        std::size_t engine_count = 0, parameter_count = 0;
        for (const Engine* engine : shunt::engines()) {
            if (engine_count == kMostEngines) break;
            const std::size_t first = parameter_count;
            for (const Parameter& parameter : engine->parameters())
                if (parameter_count < kMostParameters)
                    parameters[parameter_count++] = {parameter.name, parameter.choices};
            engines[engine_count++] = {engine->name(), {parameters + first, parameter_count - first}};
        }
        vocabulary = {config::kMpiOperations, {engines, engine_count}};
    }
};

/// In the order of their keys.
std::vector<const OptionGroup*> groups_of_engines() {
    std::vector<const OptionGroup*> groups;
    for (const Engine* engine : engines())
        for (const OptionGroup* group : engine->options())
            if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
    std::ranges::sort(groups, {}, [](const OptionGroup* group) { return group->rows.front().key; });
    return groups;
}

}  // namespace

const config::OptionTable& option_table() {
    static const config::OptionTable table(groups_of_engines());
    return table;
}

OptionValues default_engine_options() { return config::default_options(option_table()).engines; }

const config::Vocabulary& vocabulary() {
    static const Words words;
    return words.vocabulary;
}

}  // namespace shunt
