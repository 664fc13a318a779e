#pragma once

namespace shunt {

/// Tags on the private copy of MPI_COMM_WORLD, which carries all of Shunt's own messages between ranks: those of the
/// merge (shim/observe/gather_records.cpp), the receives that only end when a rank is lost, those of the background
/// work, those that measure the ports, and, with
/// kFramesTag and all tags above it, the messages of pairs that nothing but the host reaches (HostMail).
inline constexpr int kSizeTag = 1, kDataTag = 2, kClockTag = 3, kOfferTag = 4, kWatchTag = 5, kMailTag = 6,
                     kPortTag = 7, kFramesTag = 8;

}  // namespace shunt
