#include "tests/unit/tools/approval.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace shunt::tests {

void approve(const std::string& name, const std::string& text) {
    const auto path = std::filesystem::path(SHUNT_SOURCE_DIR "/tests/unit/tools/approved") / name;
    if (std::getenv("SHUNT_TEST_APPROVE") != nullptr) std::ofstream(path, std::ios::binary) << text;
    std::ifstream file(path, std::ios::binary);
    std::ostringstream approved;
    approved << file.rdbuf();
    INFO("approved text: " << path);
    CHECK(text == approved.str());
}

}  // namespace shunt::tests
