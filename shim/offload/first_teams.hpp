#pragma once

namespace shunt {

struct CommRecord;
struct Session;

/// Measures the hosts' ports (Session::ports) where a rule says `auto`, which expects by them what the host's
/// algorithms take.
/// Blocks: collective over the world.   Fails: std::bad_alloc.
void measure_ports_first(Session& s);

/// Makes the teams of MPI_COMM_WORLD whose engines are expected to carry some of its calls faster than the host, where
/// a rule says `auto`, and of those that a plan names for it: in MPI_Init all ranks meet, and a program that only
/// broadcasts would have the host carry its first dozens of calls. An engine whose team cannot be made is asked no
/// more. Blocks: collective over MPI_COMM_WORLD, two of the host's collectives a team.   Fails: std::bad_alloc.
void make_first_teams(Session& s, CommRecord& world);

}  // namespace shunt
