#pragma once
#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "native/engines/contract.hpp"

namespace shunt {

/// Reports why communicators have no team. Programs make thousands of communicators, mostly refused for the same
/// reason. Of the reasons that differ only in numbers, the first few are reported.   Thread: any.
class Refusals {
public:
    static constexpr int kMostTold = 5;

    void warn(Exchange& exchange, const std::string& text) {
        const int before = count(text);
        if (before >= kMostTold) return;
        exchange.warn((before + 1 < kMostTold ? text : text + "; not reported for further communicators").c_str());
    }

private:
    struct Kind {
        std::uint64_t hash = 0;
        int count = 0;
    };

    /// How often such a text was reported before; 0 where the table is full.
    int count(std::string_view text) {
        std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
        for (const char letter : text)
            if (letter < '0' || letter > '9') hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
        const std::lock_guard<std::mutex> guard(mutex_);
        for (Kind& kind : kinds_) {
            if (kind.count > 0 && kind.hash != hash) continue;
            kind.hash = hash;
            return kind.count++;
        }
        return 0;
    }

    std::mutex mutex_;
    std::array<Kind, 16> kinds_{};
};

}  // namespace shunt
