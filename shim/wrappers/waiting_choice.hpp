#pragma once

namespace shunt {

struct Session;

/// Decides how blocking calls wait in this session, and begins to watch the load if the load may change that. To be
/// called after the ranks have agreed.
void decide_waiting(Session& s);

}  // namespace shunt
