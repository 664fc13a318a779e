#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/message.hpp"
#include "config/options.hpp"
#include "config/plan.hpp"
#include "config/rule_parser.hpp"
#include "config/rules.hpp"

namespace shunt::config {

/// The source of a value; each takes precedence over those before it.
enum class Setter { default_value, plan, file, environment, command_line };

/// The setter of a value, and the place.
struct Source {
    Setter setter = Setter::default_value;
    std::string name;  ///< file, environment variable or flag
    int line = 0;      ///< of the file, counted from 1
};

/// "default", "app.plan:7", "shunt.conf:12", "environment SHUNT_WAIT" or "command line --wait".
std::string describe(const Source& source);

/// A file's text, or the reason why it could not be read.
struct FileText {
    std::string text;
    std::string error;
};

/// All inputs of load().
struct Inputs {
    std::vector<std::string> environment;                           ///< "NAME=value"
    std::vector<std::pair<std::string, std::string>> command_line;  ///< key, value
    std::function<FileText(const std::string& path)> read_file;
    unsigned user_id = 0;  ///< part of the default spool folder's name
};

/// The resulting settings.
struct Loaded {
    Options options;
    std::vector<Source> sources;       ///< one for each row of the table; empty if memory ran out while loading
    std::string spool_directory;       ///< options.spool, or the default directory; empty if memory ran out
    std::string knowledge_file;        ///< of options.auto_knowledge; empty: there is none
    Plan plan;                         ///< of options.plan; without lines if it cannot be used
    std::vector<RuleLine> rule_lines;  ///< as written, without the plan's
    RuleSet rules;                     ///< filled by parse_rules(), which needs a vocabulary
    std::vector<Message> messages;
};

/// Settings from default < plan < file < environment < command line. A wrong value leaves the previous one in force.
/// Fails: std::bad_alloc; any other failure becomes a message.
Loaded load(const Inputs& inputs, const OptionTable& table);

/// The plan's lines, followed by the rules.   Fails: std::bad_alloc.
RuleSet parse_all_rules(const Loaded& loaded, const Vocabulary& vocabulary, std::vector<Message>& messages);

/// Removes the plan, and undoes its settings.   `why`: the result of misfit(), for a message.
void leave_plan_out(Loaded& loaded, const OptionTable& table, const std::string& why);

/// The file of `auto.knowledge = on` for an environment ("NAME=value"); empty: no variable gives a folder.
std::string default_knowledge_file(const std::vector<std::string>& environment);

/// load() of this process, with `rules` parsed against `vocabulary`.
/// Thread: not while another changes the environment.   Blocks: on reading the file named by SHUNT_CONFIG.
/// Fails: if memory runs out, it returns Options with everything off, and no message.
Loaded load_from_process(const OptionTable& table, const Vocabulary& vocabulary,
                         const std::vector<std::pair<std::string, std::string>>& command_line = {}) noexcept;

/// The text of a regular file of at most 1 MiB.   Blocks: on the file system.
FileText read_settings_file(const std::string& path);

}  // namespace shunt::config
