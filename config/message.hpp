#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace shunt::config {

enum class Severity { error, warning, info };

/// A message of the reader. The text names the place, the fault and its consequence; the caller adds the speaker.
struct Message {
    Severity severity;
    std::string text;
};

/// Limit: more messages about one start are of no use.
inline constexpr std::size_t kMostMessages = 20;

/// Adds a message; after kMostMessages it adds only, once, the notice that further ones are left out.
inline void add_message(std::vector<Message>& messages, Severity severity, std::string text) {
    if (messages.size() < kMostMessages) {
        messages.push_back({severity, std::move(text)});
    } else if (messages.size() == kMostMessages) {
        messages.push_back({Severity::info, "further messages about the settings are left out"});
    }
}

}  // namespace shunt::config
