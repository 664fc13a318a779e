#include "native/select/written.hpp"

#include "native/engines/registry.hpp"
#include "native/select/vocabulary.hpp"

namespace shunt {

std::string write_engine_program(std::string_view engine, const WrittenCall& call, program::Program& into) {
    const Engine* const found = find_engine(engine);
    if (!found) return "there is no engine '" + std::string(engine) + "'";
    const std::string why = found->write_program(call, default_engine_options(), into);
    return why.empty() ? why : joined({engine, ": ", why});
}

}  // namespace shunt
