#include "native/script/scaled.hpp"

namespace shunt::script {

program::Program scaled(const program::Program& program, std::uint64_t factor) {
    program::Program longer = program;
    longer.count *= factor;
    for (program::RankProgram& rank : longer.ranks) {
        rank.scratch *= factor;
        for (program::Step& step : rank.steps) {
            step.from_first *= factor;
            step.to_first *= factor;
            step.count *= factor;
            step.chunk *= factor;
        }
    }
    return longer;
}

}  // namespace shunt::script
