#pragma once

namespace shunt {

struct Session;

/// Decides how blocking calls wait in this session, and begins to watch the load where that may change it. After the
/// ranks have agreed.
void decide_waiting(Session& s);

}  // namespace shunt
