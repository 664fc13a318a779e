#include "native/remote/setup.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

namespace shunt::remote {
namespace {

/// What one member says; plain bytes.
struct Verdict {
    std::uint32_t failed = 0;
    char reason[252] = {};
};

}  // namespace

Outcome agree(const Setup& setup, const Outcome& mine) {
    Verdict verdict;
    verdict.failed = mine.ok() ? 0 : 1;
    std::memcpy(verdict.reason, mine.reason.data(), std::min(mine.reason.size(), sizeof verdict.reason - 1));
    std::vector<Verdict> all(static_cast<std::size_t>(setup.size));
    const Status told = setup.all_gather(&verdict, sizeof verdict, all.data());
    if (told != Status::ok) return {told, "the members could not tell each other how opening went; please report this"};
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        if (all[rank].failed == 0) continue;
        all[rank].reason[sizeof verdict.reason - 1] = 0;
        return {Status::declined, joined({"rank ", std::to_string(rank), ": ", all[rank].reason})};
    }
    return {};
}

}  // namespace shunt::remote
