#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shunt {

struct CommRecord;
struct Session;

/// What the root of a broadcast or scatter has reported about work in the background of all members.
enum class RootWord : std::uint8_t { unheard, not_yet, over };

/// In a broadcast or scatter of at least one byte, for whose root all members wait anyway: the root reports whether its
/// own part has ended. If so, it sends all members the bytes in `all`. At the root `is_over` and `all` are its report;
/// elsewhere `all` receives it.   Blocks: for the root.   Fails: unheard, if the host refuses.
RootWord hear_word(const Session& s, const CommRecord& record, int root, bool is_over, std::vector<std::byte>& all);

}  // namespace shunt
