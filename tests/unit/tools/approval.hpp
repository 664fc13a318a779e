#pragma once
#include <string>

namespace shunt::tests {

/// Checks `text` against the file approved/`name` beside this one. To approve a change, run the tests with
/// SHUNT_TEST_APPROVE=1, which rewrites the file, and look at the difference before committing it.
void approve(const std::string& name, const std::string& text);

}  // namespace shunt::tests
