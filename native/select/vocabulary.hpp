#pragma once
#include "config/rules.hpp"

namespace shunt {

/// The operations and engines rules may name: those of native/registry.cpp.   Owner: static storage.
const config::Vocabulary& vocabulary();

}  // namespace shunt
