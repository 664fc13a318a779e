#include "native/null/engine.hpp"

namespace shunt::null {

bool NullEngine::supports(const Facts&) const { return false; }

Status NullEngine::carry(const Facts&, const Group&, BlockPort&) const { return Status::declined; }

}  // namespace shunt::null
