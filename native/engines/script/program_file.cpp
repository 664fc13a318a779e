#include "native/engines/script/program_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "native/base/siphash.hpp"
#include "native/net/descriptor.hpp"
#include "native/program/goal.hpp"

namespace shunt::script_engine {
namespace {

constexpr std::size_t kMostFileBytes = 64 << 20;
constexpr std::string_view kTextEnding = ".program";

bool is_text(std::string_view name) { return name.ends_with(kTextEnding); }

std::vector<std::string_view> names_in(std::string_view list) {
    std::vector<std::string_view> names;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        if (end > at) names.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

std::string error_text(int error) {
    const char* text = strerrordesc_np(error);
    return text ? text : "unknown error";
}

/// Fails: declined; `is_missing` where there is no such file.
Outcome read_all(const std::string& path, std::string& into, bool& is_missing) {
    // Nonblocking, so that a FIFO by this name cannot block the program before it is recognised as no file.
    const net::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    is_missing = !file.is_open() && (errno == ENOENT || errno == ENOTDIR);
    const auto refused = [&](const std::string& why) { return Outcome{Status::declined, joined({path, ": ", why})}; };
    if (!file.is_open()) return refused(error_text(errno));
    struct stat status {};
    if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return refused("not a regular file");
    if (static_cast<std::size_t>(status.st_size) > kMostFileBytes) return refused("larger than 64 MiB");
    into.resize(static_cast<std::size_t>(status.st_size));
    for (std::size_t filled = 0; filled < into.size();) {
        const ssize_t got = read(file.number(), into.data() + filled, into.size() - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return refused(error_text(errno));
        if (got == 0) into.resize(filled);
        filled += static_cast<std::size_t>(got);
    }
    return {};
}

/// Reads `name` from the first of `folders` that has it.
Outcome find_and_read(std::string_view name, std::span<const std::string> folders, std::string& into) {
    bool is_missing = false;
    if (name.starts_with('/')) return read_all(std::string(name), into, is_missing);
    Outcome last{Status::declined, joined({name, ": no folder is known for relative paths; give the full path"})};
    for (const std::string& folder : folders) {
        if (folder.empty()) continue;
        last = read_all(joined({folder, "/", name}), into, is_missing);
        if (!is_missing) return last;
    }
    return last;
}

/// "allreduce of 16 elements on 4 ranks".
std::string text_of(const program::Program& what) {
    const std::string root =
        program::has_root(what.operation) ? joined({" from rank ", std::to_string(what.root)}) : "";
    const std::string_view unit = combines(what.operation) ? " elements" : " bytes";
    const std::string size = what.counts.empty() ? joined({" of ", std::to_string(what.count), unit}) : std::string();
    return joined({name_of(what.operation), size, root, " on ", std::to_string(what.size()), " ranks"});
}

std::vector<std::uint64_t> counts_of(const CallKey& key) {
    std::vector<std::uint64_t> counts(key.counts.begin(), key.counts.end());
    for (std::uint64_t& count : counts) count /= key.element_bytes;
    return counts;
}

bool fits(const program::Program& program, const CallKey& key, int ranks) {
    return program.operation == key.operation && program.root == key.root && program.count == key.count &&
           program.size() == ranks && program.counts == counts_of(key);
}

/// Does not rely on the creators' own checks: their results are trusted as little as a text.
void refuse_misfits(MadeProgram& made, const CallKey& key, int ranks) {
    if (!made.program) return;
    const auto refuse = [&](std::string why) {
        const std::string who = made.who;
        made = {};
        made.reason = joined({who, ": ", why});
        made.is_wrong = true;
    };
    const std::string flaw = program::flaw_of_call(*made.program);
    if (!flaw.empty()) return refuse(flaw);
    if (!fits(*made.program, key, ranks)) return refuse(joined({"it is a program for ", text_of(*made.program)}));
    if (made.program->commutative && !key.commutative) refuse("it is for operations that commute");
}

}  // namespace

Outcome ProgramFile::add(std::string_view name, std::span<const std::string> folders) {
    std::string text;
    if (Outcome read = find_and_read(name, folders, text); !read.ok()) return read;
    SipHash hash(SipKey{digest_, text.size()});
    digest_ = hash.add(std::as_bytes(std::span(text))).finish();
    if (is_text(name)) {
        program::Parsed parsed = program::parse(text, name);
        if (!parsed.program) return {Status::declined, parsed.error};
        program_ = std::make_shared<const program::Program>(std::move(*parsed.program));
        return {};
    }
    std::string error = creators_->add(text, name);
    if (error.empty()) return {};
    return {Status::declined, std::move(error)};
}

Outcome ProgramFile::open(std::string_view names, std::span<const std::string> folders,
                          const script::Topology& topology, std::function<void(std::string_view)> print) {
    const std::vector<std::string_view> files = names_in(names);
    if (files.empty())
        return {Status::declined, "no script is named: give `file=NAME` in the rule, or set the option `script`"};
    const bool has_text = std::ranges::any_of(files, is_text);
    if (has_text && files.size() > 1)
        return {Status::declined, joined({names, ": a program cannot be combined with other files"})};
    if (!has_text) {
        if (std::string why = script::why_no_scripts(); !why.empty()) return {Status::declined, std::move(why)};
        creators_ = std::make_unique<script::Creators>(topology, script::Limits{}, std::move(print));
    }
    for (const std::string_view name : files)
        if (Outcome added = add(name, folders); !added.ok()) return added;
    return {};
}

MadeProgram ProgramFile::make(const CallKey& key, int ranks) {
    MadeProgram made;
    if (program_) {
        made.who = program_->source;
        if (fits(*program_, key, ranks)) made.program = made.to_prove = program_;
        else made.reason = joined({made.who, " is for ", text_of(*program_)});
    } else {
        script::Made by_script =
            creators_->make({key.operation, key.root, key.count, counts_of(key), key.element_bytes, key.commutative});
        made.program = by_script.program;
        made.to_prove = by_script.to_prove ? by_script.to_prove : by_script.program;
        made.timed = std::move(by_script.timed);
        made.is_wrong = !by_script.error.empty();
        made.reason = made.is_wrong ? by_script.error : "the script leaves such calls to the host";
        if (made.program) made.who = by_script.creator.empty() ? made.program->source : by_script.creator;
    }
    refuse_misfits(made, key, ranks);
    return made;
}

Outcome try_program_files(std::string_view names, std::span<const std::string> folders) {
    ProgramFile file;
    return file.open(names, folders, script::one_node(2), nullptr);
}

}  // namespace shunt::script_engine
