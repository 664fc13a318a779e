#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/operation.hpp"
#include "native/program/program.hpp"
#include "native/script/topology.hpp"

namespace shunt::script {

/// One collective call as scripts see it: its fields are equal on all ranks, or known to all.
struct Call {
    Operation operation = Operation::barrier;
    int root = 0;                       ///< 0 where the operation has none
    std::uint64_t count = 0;            ///< elements, as Program::count
    std::vector<std::uint64_t> counts;  ///< elements, as Program::counts
    std::uint64_t element_bytes = 1;
    bool commutative = true;  ///< of the reduction; no matter for other operations
};

/// Limits for scripts. A script that exceeds one fails with a clear error, which it cannot catch.
struct Limits {
    std::uint64_t memory = 64u << 20;         ///< bytes of the interpreter
    std::uint64_t work = 200'000'000;         ///< instructions for each call and for loading, approximately
    std::uint64_t work_per_rank = 1'000'000;  ///< additional instructions for each rank
    std::uint64_t steps = 65'536;             ///< of all ranks of a program
    std::uint64_t steps_per_rank = 16'384;    ///< additional steps for each rank
    std::uint64_t milliseconds = 20'000;      ///< processor time of each call and of loading
    std::uint64_t text = 256u << 10;          ///< bytes of a file
    std::uint64_t printed_lines = 100;        ///< of all calls
    std::size_t cached = 256;                 ///< programs kept
    std::uint64_t cached_steps = 4'000'000;   ///< of all ranks of all cached programs, except the last one
};

/// Result of making a program.
struct Made {
    /// For exactly the requested call. Null: `error` is the reason; if that is empty, all creators have passed the call
    /// on.
    std::shared_ptr<const program::Program> program;
    /// The program that a checker must prove: `program`, or a smaller one whose elements stand for `scale` elements
    /// each. A program does not depend on the contents of elements, so a proof of one is a proof of the other.
    std::shared_ptr<const program::Program> to_prove;
    std::uint64_t scale = 1;
    /// Its creator, as "FILE:LINE": the innermost one that has not passed the call on.
    std::string creator;
    /// Names that a script has given by `timed()`, outermost first: the engine that carries the program logs its time.
    std::vector<std::string> timed;
    std::string error;  ///< "FILE:LINE: reason"
    bool was_cached = false;
};

/// The scripts of one communicator: creators by operation, newest first, and the programs that they have made.
/// Equal scripts, topologies and calls make equal programs on all ranks and machines.
/// Owner: its maker; programs are shared and outlive it.   Threads: any, one at a time.
/// Errors: throws only std::bad_alloc; a script cannot crash, hang or write outside its own memory.
/// Source: CoMPI (Johnsen, Bjorndalen, Anshus), section 2.
class Creators {
public:
    /// `print` receives the lines that scripts print, without a line end; null: they are dropped.
    explicit Creators(Topology topology, Limits limits = {}, std::function<void(std::string_view)> print = nullptr);
    ~Creators();
    Creators(const Creators&) = delete;
    Creators& operator=(const Creators&) = delete;

    /// Runs a script, whose creators are then newer than the existing ones. Discards all programs made. `source`: the
    /// file's name for messages.   Returns: the error, as "FILE:LINE: reason", or empty. After an error its creators
    /// are removed, those of earlier scripts stay.
    [[nodiscard]] std::string add(std::string_view text, std::string_view source);

    /// Whether some creator may make a program for `operation`; it may still pass the call on.
    bool has(Operation operation) const;

    /// Whether a script has called `topology.measure()`: then Topology::links must be set before make().
    bool wants_links() const;
    /// Sets the measured links, [from * nodes + to]. Equal on all ranks. Discards all programs made.
    void set_links(std::vector<Link> links);

    /// The program of all ranks, from the cache or made now. Cache key: operation, root, count(s), whether the
    /// reduction commutes, and any other field of the call that the creator has read.
    /// Cost: a hit O(log cached + counts); otherwise that of the script.
    Made make(const Call& call);

    /// How often make() has run a script: a program from the cache runs none.
    std::uint64_t times_run() const;

private:
    class Interpreter;
    std::unique_ptr<Interpreter> interpreter_;
};

/// Whether scripts can run here. Empty: yes; otherwise the missing library and its Debian package.
/// Threads: any.
std::string why_no_scripts();

}  // namespace shunt::script
