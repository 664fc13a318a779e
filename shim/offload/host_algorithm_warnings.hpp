#pragma once

namespace shunt {

struct Session;

/// Warns of rules that name an algorithm which cannot be chosen in this host, and lists those that can be.   Fails:
/// std::bad_alloc.
void warn_of_host_algorithms(const Session& s);

}  // namespace shunt
