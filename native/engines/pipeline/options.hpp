#pragma once
#include <cstdint>
#include <string>

#include "native/base/option.hpp"

namespace shunt::pipeline {

/// What one kind of way costs, as measured by `shunt tune`.
struct WayCosts {
    std::int64_t latency_ns = 0;  ///< from telling a member of a block until it begins with it
    std::int64_t move_ns = 0;     ///< for moving 1 MiB
    std::int64_t combine_ns = 0;  ///< for combining two operands of 1 MiB
    std::int64_t lone_ns = 0;     ///< for moving 1 MiB in blocks of kLoneBlock bytes that come singly; 0: as move_ns
};

/// What carries a pipeline among nodes: RDMA where all members have it, else TCP; the same, saying so where it is not
/// RDMA; TCP.
enum class PipelineWay : std::uint8_t { automatic, verbs, tcp };

/// What the pipeline engine is set to; every field equal on all ranks. The defaults stand in kOptions.
struct PipelineOptions {
    std::string interface;  ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    PipelineWay way = PipelineWay::automatic;
    std::int64_t ring_bytes = 0;
    std::int64_t block_bytes = 0;  ///< 0: by the model
    std::int64_t least_bytes = 0;  ///< of a vector, from which it is taken to win where members of a node share cores
    std::int64_t shm_least =
        0;  ///< within a node, where each has a core; reductions once more for each further member than two
    std::int64_t short_bytes =
        0;  ///< there, of all others, up to which a member reads vectors from their lanes (Mailboxes); 0: none
    std::int64_t direct_bytes = 0;    ///< of a broadcast, from which members of a node reach into each other's memory
    std::int64_t attach_call_ns = 0;  ///< for reaching into the memory of another process, once
    std::int64_t attach_ns = 0;       ///< and for copying 1 MiB there
    WayCosts shm;
    WayCosts tcp;
    WayCosts verbs;
    std::int64_t tcp_least_bytes = 0;  ///< as `least_bytes`, among nodes
};

/// `pipeline.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::pipeline
