#pragma once
#include <span>
#include <string>
#include <string_view>

#include "native/engines/contract.hpp"
#include "native/engines/script/options.hpp"
#include "native/script/topology.hpp"

namespace shunt::script_engine {

/// The locations of the members, as seen by scripts: nodes, addresses and subnets of the network that programs use,
/// cores, and switches by the option `script.switches`. Equal on all members.   `cores`: by rank; -1: not bound to one.
script::Topology topology_of(const TeamSetup& setup, const ScriptOptions& options, std::span<const int> cores);

/// The core that this thread is bound to; -1: to no single one.
int own_core();

/// The name that `switches` gives to a host: that of the first pattern that matches its name or address. "a=10.1.*
/// b=node[*" has two switches; `*` stands for any characters. Empty: none matches.   Owner: `switches`.
std::string_view switch_of(std::string_view switches, std::string_view host, std::string_view address);

}  // namespace shunt::script_engine
