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

/// Who may set a value; each beats those before it.
enum class Setter { default_value, plan, file, environment, command_line };

/// Who set a value, and where.
struct Source {
    Setter setter = Setter::default_value;
    std::string name;  ///< file, environment variable or flag
    int line = 0;      ///< of the file, from 1
};

/// "default", "app.plan:7", "shunt.conf:12", "environment SHUNT_WAIT" or "command line --wait".
std::string describe(const Source& source);

/// A file's text, or why there is none.
struct FileText {
    std::string text;
    std::string error;
};

/// Everything load() depends on.
struct Inputs {
    std::vector<std::string> environment;                           ///< "NAME=value"
    std::vector<std::pair<std::string, std::string>> command_line;  ///< key, value
    std::function<FileText(const std::string& path)> read_file;
    unsigned user_id = 0;  ///< names the default spool folder
};

/// What the settings came to.
struct Loaded {
    Options options;
    std::vector<Source> sources;       ///< one for each row of the table; empty when memory ran out while loading
    std::string spool_directory;       ///< options.spool, or the default place; empty when memory ran out
    std::string knowledge_file;        ///< of options.auto_knowledge; empty: none is kept
    Plan plan;                         ///< of options.plan; without lines where it cannot be used
    std::vector<RuleLine> rule_lines;  ///< as written, without the plan's
    RuleSet rules;                     ///< filled by parse_rules(), which needs a vocabulary
    std::vector<Message> messages;
};

/// Settings from default < plan < file < environment < command line. A wrong value leaves the one before it in force.
/// Fails: std::bad_alloc; everything else becomes a message.
Loaded load(const Inputs& inputs, const OptionTable& table);

/// The plan's lines, and behind them the rules.   Fails: std::bad_alloc.
RuleSet parse_all_rules(const Loaded& loaded, const Vocabulary& vocabulary, std::vector<Message>& messages);

/// Leaves out the plan, and takes back what it has set.   `why`: what it is not for (misfit()), for a message.
void leave_plan_out(Loaded& loaded, const OptionTable& table, const std::string& why);

/// The file of `auto.knowledge = on` for an environment ("NAME=value"); empty: it names no place.
std::string default_knowledge_file(const std::vector<std::string>& environment);

/// load() of this process, with `rules` read against `vocabulary`.
/// Thread: not while another changes the environment.   Blocks: on reading the file named by SHUNT_CONFIG.
/// Fails: out of memory gives Options with everything off, and no message.
Loaded load_from_process(const OptionTable& table, const Vocabulary& vocabulary,
                         const std::vector<std::pair<std::string, std::string>>& command_line = {}) noexcept;

/// The text of a regular file of at most 1 MiB.   Blocks: on the file system.
FileText read_settings_file(const std::string& path);

}  // namespace shunt::config
