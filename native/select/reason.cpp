#include "native/select/reason.hpp"

#include "native/base/outcome.hpp"

namespace shunt {

namespace {

/// What is said of the engine E.
std::string_view text_of(Reason reason) {
    switch (reason) {
        case Reason::by_rule: return "as asked";
        case Reason::no_rule: return "no rule names it";
        case Reason::rule_says_host: return "as asked";
        case Reason::not_supported: return "E does not carry it here";
        case Reason::model: return "E is not expected to be faster than the host";
        case Reason::few_calls: return "too few calls yet for a team of E to be worth making";
        case Reason::no_team_yet: return "E has no team yet: one is made in the next call in which all ranks meet";
        case Reason::no_team: return "a team of E could not be made, or was given up";
        case Reason::slight: return "sizes differ between ranks, and the busiest has too few bytes for E";
        case Reason::one_rank: return "one rank";
        case Reason::not_all_ours: return "a rank without Shunt or of another world, or an intercommunicator";
        case Reason::arguments: return "arguments that the host may refuse";
        case Reason::combination: return "only the host combines this operation and type";
        case Reason::form: return "no engine carries this form of the call";
        case Reason::none:
        case Reason::count_: break;
    }
    return {};
}

}  // namespace

std::string explain(const Because& because, std::string_view engine) {
    std::string text(text_of(because.reason));
    if (const std::size_t place = text.find("E "); place != std::string::npos && (place == 0 || text[place - 1] == ' '))
        text.replace(place, 1, engine);
    else if (text.ends_with(" E")) text.replace(text.size() - 1, 1, engine);
    if (!text.empty() && because.rule != 0) text += joined({" (rule ", std::to_string(because.rule), ")"});
    return text;
}

}  // namespace shunt
