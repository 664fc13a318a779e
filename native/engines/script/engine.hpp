#pragma once
#include "native/engines/contract.hpp"

namespace shunt::script_engine {

/// Carries collectives that the user has written: programs made by scripts, or as text, proved right before their first
/// use. Only where a rule names it, as only the user knows the purpose of a script.
class ScriptEngine final : public Engine {
public:
    std::string_view name() const override { return "script"; }
    std::span<const Parameter> parameters() const override;
    std::string flaw_of_text(std::string_view text, const OptionValues& options,
                             std::span<const std::string> folders) const override;
    std::span<const OptionGroup* const> options() const override;
    std::optional<std::string_view> network(const OptionValues& options) const override;
    /// All but alltoallw and neighbourhoods, for which there are no programs.
    bool supports(const Facts& facts) const override;
    /// Operations whose sizes all members know: a member's part of a program needs no thread of its own. Members must
    /// exchange the sizes of gatherv, scatterv and alltoallv first, which a call in the background does not wait for.
    bool begins(Operation operation) const override;
    bool is_for_auto() const override { return false; }
    bool joins_apart(const TeamSetup&) const override { return true; }
    std::unique_ptr<Team> join(const TeamSetup& setup) const override;
};

}  // namespace shunt::script_engine
