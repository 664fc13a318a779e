#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace shunt::config {

enum class Severity { error, warning, info };

/// Something the reader has to say. The text names the place, what is wrong, and what happens now; the caller adds who
/// speaks.
struct Message {
    Severity severity;
    std::string text;
};

/// More than this many messages about one start tell nobody anything.
inline constexpr std::size_t kMostMessages = 20;

/// Adds a message; after kMostMessages only says, once, that there would be more.
inline void add_message(std::vector<Message>& messages, Severity severity, std::string text) {
    if (messages.size() < kMostMessages) {
        messages.push_back({severity, std::move(text)});
    } else if (messages.size() == kMostMessages) {
        messages.push_back({Severity::info, "further messages about the settings are left out"});
    }
}

}  // namespace shunt::config
