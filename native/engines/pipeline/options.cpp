#include "native/engines/pipeline/options.hpp"

namespace shunt::pipeline {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;

constexpr Option kRows[] = {
    {option::text<&PipelineOptions::interface>, "pipeline.interface", "", "a name, address or CIDR", kEqual,
     "The network for pipelines between nodes by TCP. Empty: the first one that all nodes share, otherwise the "
     "one of the routes between them."},
    {option::choice<&PipelineOptions::way>, "pipeline.way", "auto", "auto|verbs|tcp", kEqual,
     "Transport of pipelines between nodes. `auto`: RDMA if all ranks of the communicator have a device that "
     "works, otherwise TCP. `verbs`: the same, with a warning if it is not RDMA. `tcp`: TCP, without loading an "
     "RDMA library."},
    {option::integer<&PipelineOptions::ring_bytes>, "pipeline.ring", "1M", "64K..1G", kEqual,
     "Size in bytes of the ring buffer of a communicator's pipelines, on each node and for each connection to "
     "another node."},
    {option::integer<&PipelineOptions::block_bytes>, "pipeline.block", "0", "0..256M", kEqual,
     "Size in bytes of the blocks of a pipeline, at most a quarter of the ring. 0: computed from the costs "
     "below, for each vector length and number of ranks."},
    {option::integer<&PipelineOptions::least_bytes>, "pipeline.least", "1K", "0..1G", kEqual,
     "Smallest vector, in bytes, that pipelines are expected to carry faster than the host within a node that has more "
     "ranks than cores. Shorter vectors that every rank needs from all others use mailboxes: see pipeline.short."},
    {option::integer<&PipelineOptions::shm_least>, "pipeline.shm-least", "8K", "0..1G", kEqual,
     "Smallest vector, in bytes, that pipelines are expected to carry faster than the host within a node where "
     "each rank has a core. Reductions on n ranks need n - 1 times as many bytes. `shunt tune` measures it."},
    {option::integer<&PipelineOptions::short_bytes>, "pipeline.short", "8K", "0..16K", kEqual,
     "Largest number of bytes that one rank may read from all others together for the mailbox algorithm, within "
     "a node of at most 16 ranks with a core each. That algorithm also carries barriers, and where ranks share cores "
     "Allreduce and Reduce_scatter of up to 16K. 0 turns it off. The "
     "first 1000 collectives of a communicator (500 where ranks share cores) stay on the host unless a team exists "
     "already; reductions whose last bits depend on the order of combining stay there always."},
    {option::integer<&PipelineOptions::direct_bytes>, "pipeline.direct", "64K", "0..1G", kEqual,
     "Smallest Bcast, in bytes, that is copied directly from one rank's memory to another's within a node. It needs "
     "cross-memory attach, and must be the faster algorithm by the costs below."},
    {option::duration<&PipelineOptions::shm, &WayCosts::latency_ns>, "pipeline.shm-latency", "200ns", "1ns..1s", kEqual,
     "Within a node: time from announcing a block until the next rank starts on it. `shunt tune` measures this "
     "and the following costs; the defaults are for cores that share no cache."},
    {option::duration<&PipelineOptions::shm, &WayCosts::move_ns>, "pipeline.shm-move", "60us", "1ns..1h", kEqual,
     "Within a node: time to copy 1 MiB into or out of the ring."},
    {option::duration<&PipelineOptions::shm, &WayCosts::combine_ns>, "pipeline.shm-combine", "75us", "1ns..1h", kEqual,
     "Within a node: time to combine two operands of 1 MiB."},
    {option::duration<&PipelineOptions::attach_call_ns>, "pipeline.attach-call", "2us", "1ns..1s", kEqual,
     "Within a node: fixed time of one access to another rank's memory (cross-memory attach)."},
    {option::duration<&PipelineOptions::attach_ns>, "pipeline.attach-move", "75us", "1ns..1h", kEqual,
     "Within a node: time to copy 1 MiB from or to another rank's memory, without that fixed time."},
    {option::integer<&PipelineOptions::tcp_least_bytes>, "pipeline.tcp-least", "64K", "0..1G", kEqual,
     "Smallest vector, in bytes, that pipelines between nodes are expected to carry faster than the host. "
     "Allreduce and Reduce_scatter need four times as many bytes. `shunt tune --peer` measures it."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::latency_ns>, "pipeline.tcp-latency", "60us", "1ns..1s", kEqual,
     "Between nodes by TCP: time from sending a short block until the next rank starts on it."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::move_ns>, "pipeline.tcp-move", "60ms", "1ns..1h", kEqual,
     "Between nodes by TCP: time to move 1 MiB."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::lone_ns>, "pipeline.tcp-lone", "0", "0..1h", kEqual,
     "Between nodes by TCP: time to move 1 MiB in single blocks of 8 KiB, which some networks pass before they limit "
     "the rate. 0: as tcp-move."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::combine_ns>, "pipeline.tcp-combine", "50us", "1ns..1h", kEqual,
     "Between nodes by TCP: time to combine two operands of 1 MiB."},
    {option::duration<&PipelineOptions::verbs, &WayCosts::latency_ns>, "pipeline.verbs-latency", "3us", "1ns..1s",
     kEqual, "Between nodes by RDMA: time from sending a short block until the next rank starts on it."},
    {option::duration<&PipelineOptions::verbs, &WayCosts::move_ns>, "pipeline.verbs-move", "100us", "1ns..1h", kEqual,
     "Between nodes by RDMA: time to move 1 MiB."},
    {option::duration<&PipelineOptions::verbs, &WayCosts::combine_ns>, "pipeline.verbs-combine", "50us", "1ns..1h",
     kEqual, "Between nodes by RDMA: time to combine two operands of 1 MiB."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::pipeline
