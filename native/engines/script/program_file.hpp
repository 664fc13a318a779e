#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/engines/script/buffers.hpp"
#include "native/program/program.hpp"
#include "native/script/creators.hpp"

namespace shunt::script_engine {

/// The program that a file has for one call. Both null: it leaves such calls to the host, for `reason`.
struct MadeProgram {
    std::shared_ptr<const program::Program> program;   ///< for exactly that call
    std::shared_ptr<const program::Program> to_prove;  ///< its proof also proves `program`
    std::string who;                                   ///< "ring.lua:12"
    std::vector<std::string> timed;                    ///< names for which the time of the call is counted
    std::string reason;                                ///< where there is no program
    bool is_wrong = false;                             ///< `reason` is an error
};

/// The scripts that one rule names, or one program as text. Equal files make equal programs on all members. Thread:
/// any, one at a time.   Fails: std::bad_alloc.
class ProgramFile {
public:
    /// Reads `names`: one file, or scripts with commas, the last the newest. `folders`: where relative paths begin; the
    /// first folder with the file counts. `print`: receives lines that scripts print.   Blocks: on the file system, and
    /// while the scripts run.   Fails: declined, with what is missing and the remedy.
    Outcome open(std::string_view names, std::span<const std::string> folders, const script::Topology& topology,
                 std::function<void(std::string_view)> print);

    /// The digest of all files read.
    std::uint64_t digest() const { return digest_; }
    /// The program for such calls.
    MadeProgram make(const CallKey& key, int ranks);
    /// Whether there may be a program for a call of `operation`.
    bool may_have(Operation operation) const {
        return program_ ? program_->operation == operation : creators_ && creators_->has(operation);
    }
    /// Whether a script asks for the links between nodes; then set_links() must precede make().
    bool wants_links() const { return creators_ && creators_->wants_links(); }
    void set_links(const std::vector<script::Link>& links) { creators_->set_links(links); }
    /// How often a script has run to make programs.
    std::uint64_t times_run() const { return creators_ ? creators_->times_run() : 0; }

private:
    Outcome add(std::string_view name, std::span<const std::string> folders);

    std::uint64_t digest_ = 0;
    std::unique_ptr<script::Creators> creators_;       // null: it is a text
    std::shared_ptr<const program::Program> program_;  // null: the file is a text
};

/// Whether such files can be used here: each can be read, and scripts can run. For checks before the job begins.
/// Blocks: as ProgramFile::open.   Fails: likewise.
Outcome try_program_files(std::string_view names, std::span<const std::string> folders);

}  // namespace shunt::script_engine
