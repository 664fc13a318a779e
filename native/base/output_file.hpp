#pragma once
#include <sys/types.h>

#include <string>

namespace shunt {

/// Resolves `path` while it is a link. In a folder that everybody may write to, such as /tmp, it follows only links of
/// this user and of root, whatever fs.protected_symlinks says. Fails: false, and errno is EPERM.
bool follow_own_links(std::string& path);

/// Opens `path` for writing; creates a missing file, and does not truncate an existing one. In a folder that everybody
/// may write to it opens nothing that another user may have put there: a link, a file, a FIFO, a second name of a file.
/// `flags` is O_APPEND or 0.
/// Returns: the descriptor, or -1 and errno; EPERM for a file or link that another user put there.
/// Blocks: on a FIFO without a reader, in a folder where only this user may write.
int open_output(std::string path, int flags, mode_t mode);

/// Explanation for users of an EPERM from these two functions.
inline constexpr const char* kForeignFile = "another user made that file; name a file in a folder of your own";

}  // namespace shunt
