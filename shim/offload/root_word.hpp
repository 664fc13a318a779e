#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shunt {

struct CommRecord;
struct Session;

/// What the root of a broadcast or scatter has said about something that goes on in the background on all members.
enum class RootWord : std::uint8_t { unheard, not_yet, over };

/// In a broadcast or scatter of at least one byte, for whose root all members wait anyway: the root says whether its
/// own part is over and, if it is, gives all members the bytes in `all`. At the root `is_over` and `all` are what it
/// says; elsewhere `all` gets it.   Blocks: for the root.   Fails: unheard, when the host refuses.
RootWord hear_word(const Session& s, const CommRecord& record, int root, bool is_over, std::vector<std::byte>& all);

}  // namespace shunt
