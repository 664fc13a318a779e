#pragma once
// Records made by hand for tests of the readers and the tools: no MPI, no clock, the same bytes every time.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "shim/observe/record/format.hpp"
#include "shim/observe/record/profile_file.hpp"
#include "shim/observe/record/spool.hpp"

namespace shunt::record::synthetic {

/// Everything an image holds, as plain containers that a test may change before it builds the bytes.
struct Parts {
    SpoolHeader header{};                ///< regions, counts and sizes are filled in by build()
    std::vector<std::string> functions;  ///< "MPI_Send send"
    std::vector<std::string> engines;
    std::vector<CommEntry> comms;
    std::vector<PhaseEntry> phases;
    std::vector<Cell> cells;
    std::vector<OverflowEntry> overflow;  ///< empty: as many zeros as functions
    std::vector<CollectiveSample> samples;
    std::vector<BufferEntry> buffers;
    std::vector<CounterEntry> counters;
    std::vector<MessageEntry> messages;
    std::vector<TimeBin> bins;
    std::vector<LoopEntry> loops;
    std::vector<LoopPart> loop_parts;
    std::vector<LoopRun> loop_runs;
    std::string strings = std::string(1, '\0');
    std::string options;

    /// The index of function `name` ("MPI_Send"); it must be there.
    std::uint16_t function(const std::string& name) const;
};

inline constexpr std::uint64_t kRunId = 0x1122334455667788u;
inline constexpr double kNsPerTick = 0.5;  ///< of every synthetic clock

/// The record of rank `rank` of a run of `size` ranks, on nodes of 4 (finished; 2 s long; host and engine names, two
/// communicators, phases 0 and 7). On each rank:
///   MPI_Send to the right neighbour 100 x 1024 B and 10 x 65536 B, MPI_Recv from the left the same (80 looked for, 20
///   unexpected), MPI_Isend 5 x 8 B to rank 0 in phase 1 with wait time, MPI_Allreduce 50 x 8 B, MPI_Bcast 4 x 1 MiB,
///   MPI_Alltoall 20 x 4096 B on engine "phased" and 20 on the host, MPI_Comm_rank 1000 calls of which 10 timed, one
///   callsite. Four time bins, the last of which ends after the run.
/// Time grows with the rank number.
Parts make_parts(int rank, int size);

/// 40 steps of a solver that takes 3 to 7 iterations, and a Bcast.
void add_loops(Parts& parts);

/// The bytes of `parts`, compacted as in a profile, or (`live`) with room to grow, a cell index and hash-table buffers.
std::vector<std::byte> build(const Parts& parts, bool live = false);

/// build(make_parts(rank, size)).
std::vector<std::byte> make_image(int rank, int size, bool live = false);

/// A whole profile of `size` ranks, each passed through `change` (may be null) before it is built.
std::vector<std::byte> make_profile_bytes(int size, void (*change)(Parts&) = nullptr, std::uint32_t flags = 0);
/// The same, loaded.   Fails: throws std::runtime_error if it cannot be loaded.
ProfileFile make_profile(int size, void (*change)(Parts&) = nullptr, std::uint32_t flags = 0);

/// Opens a live record in memory, of a program that may call `functions` ("MPI_Send send"), of which engines carry
/// none.   Fails: throws std::runtime_error if it cannot.
void open_in_memory(Spool& spool, const std::vector<std::string>& functions);

/// The image of a live record, and the image of its merged form.   Owner: the spool outlives it.   Fails: throws
/// std::runtime_error if one of them is not right.
struct LiveAndMerged {
    explicit LiveAndMerged(Spool& spool);
    Image live, merged;
    std::vector<std::byte> bytes;  ///< of `merged`
};

/// A directory under /tmp that is removed with its contents at the end of the test.
class TemporaryDirectory {
public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    const std::string& path() const { return path_; }
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

/// Writes `bytes` to `path`; throws std::runtime_error on failure.
void write_file(const std::string& path, const std::vector<std::byte>& bytes);

}  // namespace shunt::record::synthetic
