// Reductions that an engine's team carries: elements in the program's own layout, combined by the host.
#include <cstring>
#include <vector>

#include "shim/offload/packed.hpp"
#include "shim/offload/reduction.hpp"
#include "shim/offload/team_call.hpp"

namespace shunt {
namespace {

/// A reduction under way.
struct Reduction {
    const CollectiveArguments& arguments;
    const CommRecord& record;
    const Combination& how;
    ReductionCounts counts;

    MPI_Datatype type() const { return arguments.receive.type(); }
    const void* own() const { return arguments.send.is_in_place() ? arguments.receive.base() : arguments.send.base(); }
    void* result() const { return arguments.receive.writable(); }
    bool touches_device() const {
        return device_watch.may_have_any() &&
               (is_device_address(own()) || (counts.has_result && is_device_address(result())));
    }
};

/// How they are combined: as last time, or found out now.
const Combination& combination_of(const CollectiveArguments& arguments, const CommRecord& record, Combination& room) {
    const MPI_Datatype type = arguments.receive.type();
    if (record.memory && record.memory->combination.op == arguments.op && record.memory->combination.type == type)
        return record.memory->combination;
    return room = Combination::of(arguments.op, type);
}

/// Handles that the program made may come to mean another operation; those never do.
void remember(const Combination& how, CommRecord& record) {
    if (how.plain) memory_of(record).combination = how;
}

/// With holes, or on a device: a copy of this rank's vector is reduced in place, and the elements of the result are
/// copied back.
void run_in_copy(TeamCall& call, const Reduction& it) {
    const ElementLayout& layout = it.how.layout;
    const ReductionCounts& counts = it.counts;
    const auto size = static_cast<std::size_t>(facts_of(it.type()).size);
    PackedBuffer copy, packed, result;
    if (!copy.make(static_cast<std::size_t>(counts.operands * layout.extent)) ||
        !packed.make(static_cast<std::size_t>(counts.operands) * size) ||
        !result.make(static_cast<std::size_t>(counts.results) * size))
        end_without_memory(it.record);
    std::memset(copy.bytes().data(), 0, copy.bytes().size());
    void* const shifted = copy.bytes().data() - layout.true_lb;
    call.note(copy_elements(it.own(), shifted, counts.operands, it.type(), call.carrier(), packed.bytes()));
    call.call().send = copy.bytes();
    if (counts.has_result)
        call.call().receive = copy.bytes().first(static_cast<std::size_t>(counts.results * layout.extent));
    if (call.run() && counts.has_result && counts.is_written)
        call.note(copy_elements(shifted, it.result(), counts.results, it.type(), call.carrier(), result.bytes()));
}

void run(TeamCall& call, const Reduction& it) {
    HostReducer reducer(it.how, [&](int code) { call.note(code); });
    call.call().reducer = &reducer;
    if (it.how.layout.plain && !it.touches_device()) {
        const auto extent = static_cast<std::size_t>(it.how.layout.extent);
        call.call().send = {static_cast<const std::byte*>(it.own()),
                            static_cast<std::size_t>(it.counts.operands) * extent};
        if (it.counts.has_result)
            call.call().receive = {static_cast<std::byte*>(it.result()),
                                   static_cast<std::size_t>(it.counts.results) * extent};
        call.run();
    } else {
        run_in_copy(call, it);
    }
    call.finish();
}

/// Units: bytes, as the elements lie in the program's memory.
std::vector<std::uint64_t> result_sizes(const Reduction& it) {
    std::vector<std::uint64_t> sizes;
    for (int rank = 0; rank < it.record.size; ++rank)
        sizes.push_back(static_cast<std::uint64_t>(it.arguments.receive.count(rank)) *
                        static_cast<std::uint64_t>(it.how.layout.extent));
    return sizes;
}

}  // namespace

void carry_reduction(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    Combination room;
    const Combination& how = combination_of(arguments, record, room);
    if (!how.is_possible) {
        carried.because.reason = Reason::combination;
        return;
    }
    TeamCall call(record, arguments, asked, carried);
    if (!call.is_carried()) return;
    if (&how == &room) remember(how, record);
    const Reduction it{arguments, record, how, reduction_counts(arguments, record)};
    std::vector<std::uint64_t> sizes;
    if (arguments.receive.has_counts()) sizes = result_sizes(it);
    call.call().sizes = sizes;
    call.call().root = arguments.operation() == Operation::reduce ? arguments.root : 0;
    run(call, it);
}

}  // namespace shunt
