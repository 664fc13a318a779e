#include "native/remote/verbs/open.hpp"

#include "native/remote/verbs/verbs_memory.hpp"

namespace shunt::remote {

Outcome open_verbs(const Setup& setup, const verbs::Settings& settings, std::unique_ptr<RemoteMemory>& into) {
    auto made = std::make_unique<verbs::VerbsMemory>(setup, settings);
    Outcome outcome = agree(setup, made->open_own(setup.window_bytes));
    if (outcome.ok()) outcome = made->meet(setup);
    if (outcome.ok()) into = std::move(made);
    return outcome;
}

bool has_verbs() { return true; }

}  // namespace shunt::remote
