#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace shunt {

/// A file that only this user may have written, read as a whole.
struct OwnFile {
    std::string text;
    bool is_there = false;
    std::string problem;  ///< why the file is not used, as one clause; empty: nothing is wrong
};

/// Reads `path` if it is a regular file of this user, not writable for others, with one name, not a link, and of at
/// most `most_bytes` bytes. Its folder must belong to this user and must not be writable for others. Blocks: on the
/// file system.
/// Fails: std::bad_alloc; any other failure is reported in `problem`. A missing file or folder is not a problem.
OwnFile read_own_file(const std::string& path, std::size_t most_bytes);

/// Replaces such a file by the text that `change` returns for its present text, in one step: a reader finds the old
/// file or the new one. Creates missing folders, for this user alone. The lock `PATH.lock` excludes other writers; it
/// is tried for some tens of milliseconds. Nothing is written if `change` returns the same text. Returns: why nothing
/// could be written, as one clause; empty: success.   Blocks: on the file system. Fails: std::bad_alloc.
std::string change_own_file(const std::string& path, std::size_t most_bytes,
                            const std::function<std::string(std::string_view text)>& change);

}  // namespace shunt
