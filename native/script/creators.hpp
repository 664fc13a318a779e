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

/// One collective call as scripts see it: what is equal on all ranks, or known to all.
struct Call {
    Operation operation = Operation::barrier;
    int root = 0;                       ///< 0 where the operation has none
    std::uint64_t count = 0;            ///< elements, as Program::count
    std::vector<std::uint64_t> counts;  ///< elements, as Program::counts
    std::uint64_t element_bytes = 1;
    bool commutative = true;  ///< of the reduction; no matter for other operations
};

/// What scripts may use. Whoever goes beyond fails with a clear error; nothing in a script can catch it.
struct Limits {
    std::uint64_t memory = 64u << 20;         ///< bytes of the interpreter
    std::uint64_t work = 200'000'000;         ///< instructions for each call and for loading, roughly
    std::uint64_t work_per_rank = 1'000'000;  ///< more of them for each rank
    std::uint64_t steps = 65'536;             ///< of all ranks of a program
    std::uint64_t steps_per_rank = 16'384;    ///< more of them for each rank
    std::uint64_t milliseconds = 20'000;      ///< processor time of each call and of loading
    std::uint64_t text = 256u << 10;          ///< bytes of a file
    std::uint64_t printed_lines = 100;        ///< of all calls
    std::size_t cached = 256;                 ///< programs that are kept
    std::uint64_t cached_steps = 4'000'000;   ///< of all ranks of all of them, but for the last one
};

/// How a program was made.
struct Made {
    /// For exactly the call that was asked for. Null: `error` says why; where that is empty, all creators have passed
    /// on.
    std::shared_ptr<const program::Program> program;
    /// What a checker has to prove: `program`, or a smaller one whose elements stand for `scale` elements each. A
    /// program says nothing of what is in an element, so that the proof of the one is one of the other.
    std::shared_ptr<const program::Program> to_prove;
    std::uint64_t scale = 1;
    /// Who made it, as "FILE:LINE": the innermost creator that has not passed on.
    std::string creator;
    /// Names that a script has given by `timed()`, outermost first: the engine that carries it logs how long it takes.
    std::vector<std::string> timed;
    std::string error;  ///< "FILE:LINE: reason"
    bool was_cached = false;
};

/// The scripts of one communicator: creators per operation, newest first, and the programs that they have made.
/// Equal scripts, topologies and calls make equal programs on all ranks and machines.
/// Owner: its maker; programs are shared and outlive it.   Threads: any, one at a time.
/// Errors: nothing is thrown but std::bad_alloc; a script cannot crash, hang or write outside of its own memory.
/// Source: CoMPI (Johnsen, Bjorndalen, Anshus), section 2.
class Creators {
public:
    /// `print` takes the lines that scripts print, without a line end; null: they are dropped.
    explicit Creators(Topology topology, Limits limits = {}, std::function<void(std::string_view)> print = nullptr);
    ~Creators();
    Creators(const Creators&) = delete;
    Creators& operator=(const Creators&) = delete;

    /// Runs a script, whose creators are then newer than those that are there. Forgets all programs made.
    /// `source`: the file's name for messages.   Returns: why not, as "FILE:LINE: reason", or empty. After an error its
    /// creators are gone, those of the scripts before it stay.
    [[nodiscard]] std::string add(std::string_view text, std::string_view source);

    /// Whether some creator may make a program for `operation`; it may still pass on.
    bool has(Operation operation) const;

    /// Whether a script has asked for `topology.measure()`: then Topology::links must be given before make().
    bool wants_links() const;
    /// What was measured, [from * nodes + to]. Equal on all ranks. Forgets all programs made.
    void set_links(std::vector<Link> links);

    /// The program of all ranks, from the cache or made now. Cached by operation, root, count(s), whether the reduction
    /// commutes, and whatever else of the call the creator has looked at.
    /// Cost: a hit O(log cached + counts); else that of the script.
    Made make(const Call& call);

    /// How often a script was run by make(): what came from the cache has run none.
    std::uint64_t times_run() const;

private:
    class Interpreter;
    std::unique_ptr<Interpreter> interpreter_;
};

/// Whether scripts can run here. Empty: yes; else why not: the library that is missing and its Debian package.
/// Threads: any.
std::string why_no_scripts();

}  // namespace shunt::script
