#pragma once

namespace shunt {

struct CommRecord;
struct Session;

/// Measures the hosts' ports (Session::ports) if a rule says `auto`, which predicts from them the times of the host's
/// algorithms.
/// Blocks: collective over the world.   Fails: std::bad_alloc.
void measure_ports_first(Session& s);

/// Makes teams of MPI_COMM_WORLD: if a rule says `auto`, those whose engines are expected to carry some of its calls
/// faster than the host; and those that a plan names for it. In MPI_Init all ranks meet; without this, a program that
/// only broadcasts would leave its first dozens of calls to the host. If an engine's team cannot be made, that engine
/// is not tried again. Blocks: collective over MPI_COMM_WORLD, two of the host's collectives a team.   Fails:
/// std::bad_alloc.
void make_first_teams(Session& s, CommRecord& world);

}  // namespace shunt
