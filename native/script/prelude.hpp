#pragma once
#include <string_view>

namespace shunt::script {

/// The text of the files in prelude/, one after the other.   Owner: static storage. Made by embed.cmake.
extern const std::string_view kPrelude;

}  // namespace shunt::script
