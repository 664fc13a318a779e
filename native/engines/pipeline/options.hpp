#pragma once
#include <cstdint>
#include <string>

#include "native/base/fabric_way.hpp"
#include "native/base/option.hpp"

namespace shunt::pipeline {

/// Costs of one transport, as measured by `shunt tune`.
struct WayCosts {
    std::int64_t latency_ns = 0;  ///< from announcing a block until the next member starts on it
    std::int64_t move_ns = 0;     ///< for moving 1 MiB
    std::int64_t combine_ns = 0;  ///< for combining two operands of 1 MiB
    std::int64_t lone_ns = 0;     ///< for moving 1 MiB in single blocks of kLoneBlock bytes; 0: as move_ns
};

/// Settings of the pipeline engine; every field is equal on all ranks. The defaults are in kOptions.
struct PipelineOptions {
    std::string interface;  ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    FabricWay way = FabricWay::automatic;
    std::int64_t ring_bytes = 0;
    std::int64_t block_bytes = 0;     ///< 0: by the model
    std::int64_t least_bytes = 0;     ///< smallest vector expected to win within a node whose members share cores
    std::int64_t shm_least = 0;       ///< smallest vector within a node where each member has a core; reductions of n
                                      ///< members need n - 1 times that
    std::int64_t short_bytes = 0;     ///< most bytes that a member reads from all others through Mailboxes; 0: never
    std::int64_t direct_bytes = 0;    ///< smallest broadcast within a node that is copied from memory to memory
    std::int64_t attach_call_ns = 0;  ///< for one access to the memory of another process
    std::int64_t attach_ns = 0;       ///< for copying 1 MiB there, without that access
    WayCosts shm;
    WayCosts tcp;
    WayCosts verbs;
    std::int64_t tcp_least_bytes = 0;  ///< as `least_bytes`, among nodes
};

/// `pipeline.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::pipeline
