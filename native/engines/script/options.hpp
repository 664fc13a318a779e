#pragma once
#include <cstdint>
#include <string>

#include "native/base/fabric_way.hpp"
#include "native/base/option.hpp"

namespace shunt::script_engine {

/// Who carries calls whose sizes not all members know (has_unknown_sizes()). `exchange`: scripts, and such a call waits
/// for other members.
enum class UnknownSizes : std::uint8_t { host, exchange };

/// Settings of the script engine; every field is equal on all ranks. The defaults are in kOptions.
struct ScriptOptions {
    std::string file;  ///< for rules that name none
    bool checks = false;
    std::int64_t ring_bytes = 0;     ///< ring bytes of a member, for messages from all others
    std::int64_t direct_bytes = 0;   ///< smallest message within a node that is copied from memory to memory; 0: none
    std::int64_t most_programs = 0;  ///< of a communicator
    std::string interface;           ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    std::string switches;            ///< which hosts are at which switch, for scripts
    FabricWay way = FabricWay::automatic;
    UnknownSizes sizes = UnknownSizes::host;
};

/// `script` and `script.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::script_engine
