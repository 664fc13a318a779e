#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace shunt {

/// A file that only this user may have written, read whole.
struct OwnFile {
    std::string text;
    bool is_there = false;
    std::string problem;  ///< why it is not used, as one clause; empty: nothing is wrong
};

/// Reads `path` if it is a regular file of this user that nobody else may write to, has one name, is no link, holds
/// `most_bytes` at most, and lies in a folder of this user that nobody else may write to. Blocks: on the file system.
/// Fails: std::bad_alloc; all else is the `problem`. A file or folder that is missing is none.
OwnFile read_own_file(const std::string& path, std::size_t most_bytes);

/// Replaces such a file by what `change` makes of its text, in one step: a reader finds the old file or the new one.
/// Missing folders are made, for this user alone. `PATH.lock` keeps writers apart: it is tried for some tens of
/// milliseconds. Nothing is written where `change` returns the same text. Returns: why nothing could be written, as one
/// clause; empty: all is well.   Blocks: on the file system. Fails: std::bad_alloc.
std::string change_own_file(const std::string& path, std::size_t most_bytes,
                            const std::function<std::string(std::string_view text)>& change);

}  // namespace shunt
