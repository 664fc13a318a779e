#pragma once
#include <sys/types.h>

#include <string>

namespace shunt {

/// Replaces `path` by what it leads to where it is a link. In a folder that everybody may write to, such as /tmp, only links of this user and of
/// root are followed, whatever fs.protected_symlinks says.   Fails: false, and errno is EPERM.
bool follow_own_links(std::string& path);

/// Opens `path` for writing, made where missing; nothing is truncated. In a folder that everybody may write to it opens only what this
/// user or root made: no link, file, FIFO or second name of a file that another user put there.   `flags`: O_APPEND or 0.
/// Returns: the descriptor, or -1 and errno, EPERM for what another user put there.   Blocks: on a FIFO in a folder of this user alone.
int open_output(std::string path, int flags, mode_t mode);

/// What to say of an EPERM of these two.
inline constexpr const char* kForeignFile = "another user put that there; name a place in a folder of yours";

}  // namespace shunt
