#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace shunt::config {

/// A communicator as rules may name it; equal on all its members.   Owner: the caller.
struct CommunicatorName {
    /// How it was made from MPI_COMM_WORLD. `world/split#0/dup#2` is the third communicator made from the first one
    /// that was made from the world. Empty: unknown.
    std::string_view path;
    std::uint64_t id = 0;  ///< as shown in the record; 0: not known to be the same on all members
};

/// The communicators that a rule names: one by its id, or all with a matching path. An element of the pattern's path
/// without a number matches any number.
struct CommunicatorPattern {
    std::string path;
    std::uint64_t id = 0;

    bool is_any() const { return id == 0 && path.empty(); }
    /// Pure, and allocates nothing: alike on all members.
    bool fits(const CommunicatorName& name) const;
};

/// Parses `world/split#0`, `world/split`, or an id such as `0x00f3a9...`. Returns: why it was refused; empty: success.
/// Fails: std::bad_alloc.
std::string parse_communicator(std::string_view word, CommunicatorPattern& pattern);

/// The pattern in canonical form; empty for any.   Fails: std::bad_alloc.
std::string to_text(const CommunicatorPattern& pattern);

/// A path that the pattern matches, and few other patterns do; empty if the pattern names an id.
std::string example_path(const CommunicatorPattern& pattern);

}  // namespace shunt::config
