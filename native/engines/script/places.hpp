#pragma once
#include <span>
#include <string>
#include <string_view>

#include "native/engines/contract.hpp"
#include "native/engines/script/options.hpp"
#include "native/script/topology.hpp"

namespace shunt::script_engine {

/// Where the members are, as scripts see it: nodes, addresses and subnets of the network that programs use, cores,
/// switches by the option `script.switches`. Equal on all members.   `cores`: by rank; -1: not bound to one.
script::Topology topology_of(const TeamSetup& setup, const ScriptOptions& options, std::span<const int> cores);

/// The core that this thread is bound to; -1: to none alone.
int own_core();

/// The name that `switches` gives to a host: of the first pattern that fits its name or address. "a=10.1.* b=node[*"
/// has two switches; `*` stands for any characters. Empty: none fits.   Owner: `switches`.
std::string_view switch_of(std::string_view switches, std::string_view host, std::string_view address);

}  // namespace shunt::script_engine
