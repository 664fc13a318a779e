#pragma once
// Catch2 3 (Debian 13) under the names of version 2.
#include <catch2/catch_all.hpp>

using Catch::Approx;

namespace Catch {

using Matchers::EndsWith;
using Matchers::StartsWith;
inline auto Contains(const std::string& text) { return Matchers::ContainsSubstring(text); }

}  // namespace Catch
