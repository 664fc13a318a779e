#pragma once
#include <sys/types.h>

#include <string>

namespace shunt::record {

/// What to do about a missing folder: make it (its last part only), or fail.
enum class Missing { make, fail };

/// Opens the folder that spools are kept in, if no user can exchange files in it whom the owner does not trust:
///  - The default place (not `is_named`): a folder of this user to which no group and no other user may write.
///  - A folder that the user named: one of this user or of root, or of a group of this user that may write to it. If
///    everybody may write to it, it must be this user's or root's, and sticky as /tmp is.
///  - A link in its place is followed if this user or root made it; its target must be such a folder.
/// Returns: a descriptor for openat (O_PATH), or -1; then `error` tells whose folder it is or what is wrong.
int open_spool_folder(const std::string& path, bool is_named, Missing missing, std::string& error);

/// The file that a name or descriptor refers to.
struct FileIdentity {
    dev_t device = 0;
    ino_t inode = 0;  ///< 0: none
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

FileIdentity identity_of(int file);
/// The same by name; links are not followed.
FileIdentity identity_of(const std::string& path);

/// Opens a spool for reading. It must be a file of this user, or of the owner of `folder` (a descriptor) if no group
/// and no other user may write to that folder. Links are not followed. Returns: the descriptor, or -1 and `error`.
/// Blocks: never, not even on a FIFO.
int open_spool(int folder, const char* name, std::string& error);

}  // namespace shunt::record
