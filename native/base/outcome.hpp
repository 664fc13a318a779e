#pragma once
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "native/base/status.hpp"

namespace shunt {

/// How a call ended. On failure `reason` is one sentence that names the failed action and the remedy.
/// `reason` is empty for `ok` and for an `again` that means ordinary waiting, so that neither allocates.
struct [[nodiscard]] Outcome {
    Status status = Status::ok;
    std::string reason;
    bool ok() const { return status == Status::ok; }
};

/// Result of an open function: the opened object, or a closed one and the outcome that says why.
template <class Value>
struct [[nodiscard]] Opened {
    Outcome outcome;
    Value value;
    bool ok() const { return outcome.ok(); }
};

/// Concatenates the pieces.
inline std::string joined(std::initializer_list<std::string_view> pieces) {
    std::string text;
    for (const auto piece : pieces) text.append(piece);
    return text;
}

/// The outcome of a system call that failed with `error` (an errno): "WHAT: text of the error; REMEDY".
inline Outcome failed_call(Status status, std::string_view what, int error, std::string_view remedy) {
    const char* text = strerrordesc_np(error);  // static text, unlike strerror's
    return {status, joined({what, ": ", text != nullptr ? text : "unknown error", "; ", remedy})};
}

}  // namespace shunt
