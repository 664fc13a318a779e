#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "native/base/outcome.hpp"
#include "native/node/segment.hpp"

namespace shunt::node {

/// Makes a file without a name.   Returns: the descriptor, or -1 and errno.
int create_memory_file();

/// Makes a file with a random name in /dev/shm that identifies its creator, and writes that name into `ticket`.
/// Returns: as above.
int create_named_file(SegmentTicket& ticket);

/// Opens the file of a ticket.   Returns: the descriptor, or -1 and the reason.
int open_file(const SegmentTicket& ticket, std::string& reason);

/// Removes the names in /dev/shm that dead processes of this user and pid namespace have left behind.   Returns: how
/// many.
int sweep_leftovers();

/// 64 random bits from the kernel; 0 if it gives none.
std::uint64_t random_key();

}  // namespace shunt::node
