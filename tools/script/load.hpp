#pragma once
#include <boost/program_options.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/program/network.hpp"
#include "native/program/program.hpp"
#include "tools/command.hpp"

namespace shunt::tools {

/// The calls for which a script, an engine or a known algorithm is asked for programs. A program's text is for one
/// call, and ignores these.
struct WantedCalls {
    std::vector<int> ranks;
    std::vector<int> roots;            ///< only those below the number of ranks; empty: the first, middle and last rank
    std::vector<std::uint64_t> bytes;  ///< of the vector, or of one block
    std::uint64_t element_bytes = 8;
    std::optional<Operation> operation;  ///< only this operation, if a script makes several
    program::Network network;            ///< its nodes are shown to scripts
    std::string engine;                  ///< the engine to ask; an operation is then named in place of a file
};

/// Receives a program and the bytes of one of its elements.
using ProgramVisitor = std::function<void(program::Program, std::uint64_t element_bytes)>;

/// Calls `visit` with each program of `file`. This is a text of native/program, a Lua script (its name ends in .lua),
/// or "known:NAME" for one of the known algorithms; the latter two make a program for each of the calls wanted. If an
/// engine is wanted, `file` is the name of an operation. Program::source contains the origin of the program.   Fails:
/// throws std::runtime_error, "FILE:LINE: reason".
void load_programs(const std::string& file, const WantedCalls& wanted, const ProgramVisitor& visit);

/// The roots to use for a call of `ranks` ranks: those wanted, or the first, the middle and the last rank.
std::vector<int> roots_of(const WantedCalls& wanted, int ranks);

/// A file's contents.   Fails: throws std::runtime_error.
std::string read_text_file(const std::string& path);

/// Adds the options for the calls and the network, which the subcommands share. `ranks` and `bytes` are the defaults.
void add_call_options(boost::program_options::options_description& options, const char* ranks, const char* bytes);

/// The values of these options, except the network.   Fails: throws std::runtime_error with the option and the reason.
WantedCalls wanted_calls(const Parsed& parsed);
/// The network of --network; by default one rank per node, on Gigabit Ethernet.
program::Network network_of(const Parsed& parsed);

}  // namespace shunt::tools
