#pragma once
#include <string>

#include "native/base/status.hpp"

namespace shunt::node {

/// How a call ended; `reason` is empty for ok, else one sentence that says what failed and the remedy.
struct [[nodiscard]] Outcome {
    Status status = Status::ok;
    std::string reason;
    bool ok() const { return status == Status::ok; }
};

}  // namespace shunt::node
