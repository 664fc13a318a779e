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

/// The calls that programs are wanted for, of what makes them for any call. A program's text is one call, whatever is
/// said here.
struct WantedCalls {
    std::vector<int> ranks;
    std::vector<int> roots;  ///< those below the number of ranks count; empty: the first, middle and last rank
    std::vector<std::uint64_t> bytes;  ///< of the vector, or of one block
    std::uint64_t element_bytes = 8;
    std::optional<Operation> operation;  ///< this one alone, where a script makes several
    program::Network network;            ///< whose nodes scripts see
    std::string engine;                  ///< what it makes of the operation that is named in place of a file
};

/// Takes a program and the bytes of one of its elements.
using ProgramVisitor = std::function<void(program::Program, std::uint64_t element_bytes)>;

/// Gives `visit` each program of `file`: a text of native/program, a script in Lua (its name ends in .lua), or
/// "known:NAME" for one of the known algorithms; the latter two for each of the calls wanted. Where an engine is
/// wanted, `file` is the name of an operation. Program::source says where it is from. Fails: throws std::runtime_error,
/// "FILE:LINE: reason".
void load_programs(const std::string& file, const WantedCalls& wanted, const ProgramVisitor& visit);

/// Of the ranks of a call: those wanted, or the first, the middle and the last.
std::vector<int> roots_of(const WantedCalls& wanted, int ranks);

/// A file's contents.   Fails: throws std::runtime_error.
std::string read_text_file(const std::string& path);

/// The options that say which calls and which network, common to the subcommands; `ranks` and `bytes` by default.
void add_call_options(boost::program_options::options_description& options, const char* ranks, const char* bytes);

/// What they were set to, but for the network.   Fails: throws std::runtime_error with the option and the reason.
WantedCalls wanted_calls(const Parsed& parsed);
/// That of --network, or one of a rank a node on Gigabit Ethernet.
program::Network network_of(const Parsed& parsed);

}  // namespace shunt::tools
