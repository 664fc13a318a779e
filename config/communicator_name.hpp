#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace shunt::config {

/// A communicator as rules may name it; equal on all its members.   Owner: the caller.
struct CommunicatorName {
    /// How it was made from MPI_COMM_WORLD, `world/split#0/dup#2`: the third communicator made from the first one that
    /// was made from the world. Empty: not known.
    std::string_view path;
    std::uint64_t id = 0;  ///< that the record shows; 0: not known to be the same on all members
};

/// Which communicators a rule means: one by its id, or those whose path fits. An element of a pattern's path without a
/// number fits any number.
struct CommunicatorPattern {
    std::string path;
    std::uint64_t id = 0;

    bool is_any() const { return id == 0 && path.empty(); }
    /// Pure, and allocates nothing: alike on all members.
    bool fits(const CommunicatorName& name) const;
};

/// Reads `world/split#0`, `world/split`, or an id such as `0x00f3a9...`. Answers why it was refused, or nothing.
/// Fails: std::bad_alloc.
std::string parse_communicator(std::string_view word, CommunicatorPattern& pattern);

/// The pattern in its one written form; empty for any.   Fails: std::bad_alloc.
std::string to_text(const CommunicatorPattern& pattern);

/// The path of a communicator that the pattern fits, and hardly any other; empty where the pattern names an id.
std::string example_path(const CommunicatorPattern& pattern);

}  // namespace shunt::config
