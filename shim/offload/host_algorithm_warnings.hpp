#pragma once

namespace shunt {

struct Session;

/// Says which rules name an algorithm that this host does not let be chosen, and which there are.   Fails:
/// std::bad_alloc.
void warn_of_host_algorithms(const Session& s);

}  // namespace shunt
