#include "native/engines/null/engine.hpp"

namespace shunt::null {

bool NullEngine::supports(const Facts&) const { return false; }

}  // namespace shunt::null
