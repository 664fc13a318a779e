#pragma once
#include <sys/types.h>

#include <string>

namespace shunt {

/// Replaces `path`, where it is a link, by what the link leads to. In a folder that everybody may write to, such as
/// /tmp, only links of this user and of root are followed, whatever fs.protected_symlinks says. Fails: false, and errno
/// is EPERM.
bool follow_own_links(std::string& path);

/// Opens `path` for writing; it is made where it is missing, and not truncated. In a folder that everybody may write to
/// nothing is opened that another user may have put there: a link, a file, a FIFO, a second name of a file.
/// `flags` is O_APPEND or 0.
/// Returns: the descriptor, or -1 and errno; EPERM for what another user put there.
/// Blocks: on a FIFO without a reader, in a folder where only this user may write.
int open_output(std::string path, int flags, mode_t mode);

/// What to say of an EPERM of these two.
inline constexpr const char* kForeignFile = "another user put that there; name a place in a folder of yours";

}  // namespace shunt
