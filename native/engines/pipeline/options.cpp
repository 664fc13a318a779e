#include "native/engines/pipeline/options.hpp"

namespace shunt::pipeline {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;

constexpr Option kRows[] = {
    {option::text<&PipelineOptions::interface>, "pipeline.interface", "", "a name, address or CIDR", kEqual,
     "The network that pipelines between nodes use by TCP. Empty: the first that all nodes share, or else the one "
     "their routes to each other use."},
    {option::choice<&PipelineOptions::way>, "pipeline.way", "auto", "auto|verbs|tcp", kEqual,
     "What carries pipelines between nodes. `auto`: RDMA where all ranks of the communicator have a device that "
     "works, else TCP. `verbs`: the same, with a warning where it is not RDMA. `tcp`: TCP, and no RDMA library is "
     "loaded."},
    {option::integer<&PipelineOptions::ring_bytes>, "pipeline.ring", "1M", "64K..1G", kEqual,
     "Bytes of the ring of blocks that a communicator's pipelines go through, on each node and to each neighbour."},
    {option::integer<&PipelineOptions::block_bytes>, "pipeline.block", "0", "0..256M", kEqual,
     "Bytes of a block of a pipeline, at most a quarter of the ring. 0: chosen for each size and number of ranks "
     "from the costs below."},
    {option::integer<&PipelineOptions::least_bytes>, "pipeline.least", "64K", "0..1G", kEqual,
     "Within a node where ranks outnumber cores pipelines are taken to be faster than the host from vectors of "
     "four times as many bytes on."},
    {option::integer<&PipelineOptions::shm_least>, "pipeline.shm-least", "8K", "0..1G", kEqual,
     "Within a node where each rank has a core: from this many bytes on; reductions of n ranks want n - 1 times as "
     "many. `shunt tune` finds it."},
    {option::integer<&PipelineOptions::short_bytes>, "pipeline.short", "8K", "0..16K", kEqual,
     "Within a node of at most 16 ranks, each with its own core: the most bytes that one rank may read from all "
     "others together for the mailbox algorithm, which also does barriers. 0 turns it off. The first 1000 "
     "collectives of a communicator stay on the host unless it has a team already."},
    {option::integer<&PipelineOptions::direct_bytes>, "pipeline.direct", "64K", "0..1G", kEqual,
     "Broadcasts of so many bytes go from one rank's memory into another's without a buffer between, where a node "
     "allows that (cross-memory attach) and it is the faster way by the costs below."},
    {option::duration<&PipelineOptions::shm, &WayCosts::latency_ns>, "pipeline.shm-latency", "200ns", "1ns..1s", kEqual,
     "Within a node: time from telling a rank of a block until it begins with it. `shunt tune` measures this, and "
     "the costs that follow; the defaults are those of cores that share no cache."},
    {option::duration<&PipelineOptions::shm, &WayCosts::move_ns>, "pipeline.shm-move", "60us", "1ns..1h", kEqual,
     "Within a node: time for copying 1 MiB into or out of the ring."},
    {option::duration<&PipelineOptions::shm, &WayCosts::combine_ns>, "pipeline.shm-combine", "75us", "1ns..1h", kEqual,
     "Within a node: time for combining two operands of 1 MiB."},
    {option::duration<&PipelineOptions::attach_call_ns>, "pipeline.attach-call", "2us", "1ns..1s", kEqual,
     "Within a node: time for reaching into another rank's memory (cross-memory attach), once."},
    {option::duration<&PipelineOptions::attach_ns>, "pipeline.attach-move", "75us", "1ns..1h", kEqual,
     "Within a node: time for copying 1 MiB from or to another rank's memory, without that."},
    {option::integer<&PipelineOptions::tcp_least_bytes>, "pipeline.tcp-least", "64K", "0..1G", kEqual,
     "Between nodes pipelines are taken to be faster than the host from vectors of this many bytes on, and from "
     "four times as many where all ranks get a part of the sum. `shunt tune --peer` gives a figure that suits the "
     "network."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::latency_ns>, "pipeline.tcp-latency", "60us", "1ns..1s", kEqual,
     "Between nodes by TCP: time from putting a short block until the next rank begins with it."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::move_ns>, "pipeline.tcp-move", "60ms", "1ns..1h", kEqual,
     "Between nodes by TCP: time for moving 1 MiB."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::lone_ns>, "pipeline.tcp-lone", "0", "0..1h", kEqual,
     "Between nodes by TCP: time for moving 1 MiB in blocks of 8 KiB that come singly, which ports may let pass "
     "before their rate applies. 0: as tcp-move."},
    {option::duration<&PipelineOptions::tcp, &WayCosts::combine_ns>, "pipeline.tcp-combine", "50us", "1ns..1h", kEqual,
     "Between nodes by TCP: time for combining two operands of 1 MiB."},
    {option::duration<&PipelineOptions::verbs, &WayCosts::latency_ns>, "pipeline.verbs-latency", "3us", "1ns..1s",
     kEqual, "Between nodes by RDMA: time from putting a short block until the next rank begins with it."},
    {option::duration<&PipelineOptions::verbs, &WayCosts::move_ns>, "pipeline.verbs-move", "100us", "1ns..1h", kEqual,
     "Between nodes by RDMA: time for moving 1 MiB."},
    {option::duration<&PipelineOptions::verbs, &WayCosts::combine_ns>, "pipeline.verbs-combine", "50us", "1ns..1h",
     kEqual, "Between nodes by RDMA: time for combining two operands of 1 MiB."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::pipeline
