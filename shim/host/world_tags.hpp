#pragma once

namespace shunt {

/// Tags on the private copy of MPI_COMM_WORLD, where all of Shunt's own messages between ranks go: those of the merge
/// (shim/observe/gather_records.cpp), the receives that only end when a rank is lost, what goes on in the
/// background, and measuring the ports.
inline constexpr int kSizeTag = 1, kDataTag = 2, kClockTag = 3, kOfferTag = 4, kWatchTag = 5, kMailTag = 6,
                     kPortTag = 7;

}  // namespace shunt
