#include "tools/analysis/messages.hpp"

#include <cstdio>

#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr const char* kEngine = "remote_write.";

const CounterRow* find(const Analysis& run, const std::string& name) {
    for (const CounterRow& row : run.counters)
        if (row.name == kEngine + name) return &row;
    return nullptr;
}

std::uint64_t total(const Analysis& run, const std::string& name) {
    const CounterRow* row = find(run, name);
    return row ? row->total : 0;
}

struct ProtocolText {
    const char* counter;
    const char* text;
};
constexpr ProtocolText kWays[] = {{"write", "written straight into the buffer of their receive"},
                                  {"eager", "with their envelope"},
                                  {"rendezvous", "by rendezvous"},
                                  {"eager-rendezvous", "by rendezvous with a first piece ahead"}};

std::string share(std::uint64_t part, std::uint64_t of) {
    return show_percent(of ? static_cast<double>(part) / static_cast<double>(of) : 0);
}

std::string unexpected_text(const Analysis& run) {
    const std::uint64_t early = total(run, "unexpected");
    if (early == 0) return "; none arrived before its receive";
    const CounterRow* most = find(run, "unexpected-most");
    char mean[32];
    std::snprintf(mean, sizeof mean, "%.1f",
                  static_cast<double>(total(run, "unexpected-sum")) / static_cast<double>(early));
    return "; " + show_count(early) + " arrived before their receive, when " + mean +
           " of them waited on average and " + show_count(most ? most->most : 0) + " at most";
}

}  // namespace

std::string message_text(const Analysis& run) {
    std::uint64_t messages = 0, bytes = 0;
    for (const ProtocolText& way : kWays) {
        messages += total(run, std::string("received-") + way.counter);
        bytes += total(run, std::string("bytes-") + way.counter);
    }
    if (messages == 0) return {};
    std::string text = plural(messages, "message") + " received";
    for (const ProtocolText& way : kWays) {
        const std::uint64_t part = total(run, std::string("received-") + way.counter);
        if (part == 0 && &way != &kWays[0]) continue;
        text += std::string(", ") + share(part, messages) + " " + way.text + " (" +
                share(total(run, std::string("bytes-") + way.counter), bytes) + " of the bytes)";
    }
    return text + unexpected_text(run);
}

}  // namespace shunt::tools
