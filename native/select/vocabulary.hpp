#pragma once
#include "config/options.hpp"
#include "config/rules.hpp"

namespace shunt {

/// Every option: config's own and those of the engines in native/engines/registry.cpp, each group once.   Owner: static
/// storage.
const config::OptionTable& option_table();

/// The defaults of the engines' options.   Fails: std::bad_alloc.
OptionValues default_engine_options();

/// The operations and engines that rules may name; the engines are those of native/engines/registry.cpp.   Owner:
/// static storage.
const config::Vocabulary& vocabulary();

}  // namespace shunt
