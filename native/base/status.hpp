#pragma once
#include <utility>

namespace shunt {

/// How an operation of ours ended. `again` is not an error: call once more later. `bug` is a broken promise of our own
/// code. `other_length`: the operation ended, but another member used another length. `left_to_host`: nothing was done;
/// the members let the host carry the call.
enum class [[nodiscard]] Status{ok, again, declined, timeout, no_memory, peer_lost, bug, other_length, left_to_host};

/// The lower-case name of `status`, for messages.   Owner: static storage.
constexpr const char* name_of(Status status) {
    switch (status) {
        case Status::ok: return "ok";
        case Status::again: return "again";
        case Status::declined: return "declined";
        case Status::timeout: return "timeout";
        case Status::no_memory: return "no memory";
        case Status::peer_lost: return "peer lost";
        case Status::bug: return "bug";
        case Status::other_length: return "other length";
        case Status::left_to_host: return "left to the host";
    }
    return "unknown status";
}

/// A value, or the status that says why there is none. `value()` is meaningful only when `ok()`.
template <class Value>
class [[nodiscard]] Result {
public:
    Result(Value value) : value_(std::move(value)) {}
    Result(Status failure) : status_(failure) {}
    bool ok() const { return status_ == Status::ok; }
    Status status() const { return status_; }
    Value& value() { return value_; }
    const Value& value() const { return value_; }

private:
    Value value_{};
    Status status_ = Status::ok;
};

}  // namespace shunt
