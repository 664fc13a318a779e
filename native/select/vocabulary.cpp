#include "native/select/vocabulary.hpp"

#include "native/registry.hpp"

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
                if (parameter_count < kMostParameters) parameters[parameter_count++] = {parameter.name, parameter.choices};
            engines[engine_count++] = {engine->name(), {parameters + first, parameter_count - first}};
        }
        vocabulary = {config::kMpiOperations, {engines, engine_count}};
    }
};

}  // namespace

const config::Vocabulary& vocabulary() {
    static const Words words;
    return words.vocabulary;
}

}  // namespace shunt
