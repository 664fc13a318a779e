#include "native/engines/registry.hpp"

#include "native/engines/multicast/engine.hpp"
#include "native/engines/null/engine.hpp"
#include "native/engines/phased/engine.hpp"
#include "native/engines/pipeline/engine.hpp"
#include "native/engines/script/engine.hpp"

namespace shunt {
namespace {

constinit const null::NullEngine null_engine;
constinit const phased::PhasedEngine phased_engine;
constinit const multicast::MulticastEngine multicast_engine;
constinit const pipeline::PipelineEngine pipeline_engine;
constinit const script_engine::ScriptEngine script_engine_object;

// A new engine is one object above and one row here.
constinit const Engine* const rows[] = {
    &null_engine, &phased_engine, &multicast_engine, &pipeline_engine, &script_engine_object,
};

}  // namespace

std::span<const Engine* const> engines() { return rows; }

const Engine* find_engine(std::string_view name) {
    for (const Engine* engine : rows)
        if (engine->name() == name) return engine;
    return nullptr;
}

}  // namespace shunt
