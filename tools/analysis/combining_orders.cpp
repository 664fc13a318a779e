#include "tools/analysis/combining_orders.hpp"

#include <map>
#include <set>
#include <utility>

#include "native/base/outcome.hpp"
#include "native/select/reason.hpp"

namespace shunt::tools {
namespace {

using CallsByOrder = std::map<std::string, std::uint64_t>;       // by order
using FunctionAndBytes = std::pair<std::string, std::uint64_t>;  // function, bytes

std::map<FunctionAndBytes, CallsByOrder> orders_of(const record::ProfileFile& profile) {
    std::map<FunctionAndBytes, CallsByOrder> all;
    for (const record::Image& image : profile.images())
        for (const record::Cell& cell : image.cells())
            if (image.is_rounded(cell) && (cell.key.flags & record::kCall) != 0)
                all[{std::string(image.function_name(cell.key.function)), cell.key.bytes}][order_of(image, cell)] +=
                    cell.count;
    return all;
}

/// One order may differ in its number of calls: a longer run of the same program makes more calls, all in the order
/// that was found last.
bool differ(const CallsByOrder& before, const CallsByOrder& after) {
    std::set<std::string> others;
    for (const auto& [order, calls] : before)
        if (!after.contains(order) || after.at(order) != calls) others.insert(order);
    for (const auto& [order, calls] : after)
        if (!before.contains(order)) others.insert(order);
    return others.size() > 1;
}

std::string text_of(const CallsByOrder& all) {
    std::string text;
    for (const auto& [order, calls] : all)
        text += joined({text.empty() ? "" : ", ", std::to_string(calls), " by ", order});
    return text;
}

}  // namespace

std::string order_of(const record::Image& image, const record::Cell& cell) {
    const std::string_view order = order_in_clause(image.clause(cell.reason));
    const std::string_view engine = cell.key.engine == 0 ? "the host" : image.engine_name(cell.key.engine);
    // "by the host's ring/8K" already names the host.
    if (cell.key.engine == 0 && order.starts_with("by ")) return std::string(order.substr(3));
    return joined({engine, order.empty() ? "" : " ", order});
}

OrderComparison compare_orders(const record::ProfileFile& before, const record::ProfileFile& after) {
    OrderComparison found;
    const std::map<FunctionAndBytes, CallsByOrder> old_orders = orders_of(before), new_orders = orders_of(after);
    for (const auto& [kind, calls] : old_orders) {
        const auto same = new_orders.find(kind);
        if (same == new_orders.end()) continue;
        found.compared += 1;
        if (differ(calls, same->second))
            found.changes.push_back({kind.first, kind.second, text_of(calls), text_of(same->second)});
    }
    return found;
}

}  // namespace shunt::tools
