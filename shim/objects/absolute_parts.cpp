#include "shim/objects/absolute_parts.hpp"

#include <cstdint>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

/// The constructor arguments of a datatype, as MPI_Type_create_struct accepts them.
struct AbsoluteParts::Members {
    std::vector<int> counts;
    std::vector<MPI_Aint> places;
    std::vector<MPI_Datatype> types;
};

AbsoluteParts::~AbsoluteParts() {
    for (MPI_Datatype& type : made_) host.MPI_Type_free(&type);
}

/// Returns false for types that lie in one variable: only these constructors accept addresses, or types that contain
/// some.
bool AbsoluteParts::find_members(MPI_Datatype type, Members& members) {
    int integer_count = 0, address_count = 0, type_count = 0, combiner = MPI_COMBINER_NAMED;
    if (host.MPI_Type_get_envelope(type, &integer_count, &address_count, &type_count, &combiner) != MPI_SUCCESS)
        return false;
    const bool has_places =
        combiner == MPI_COMBINER_STRUCT || combiner == MPI_COMBINER_HINDEXED || combiner == MPI_COMBINER_HINDEXED_BLOCK;
    const bool has_none =
        combiner == MPI_COMBINER_DUP || combiner == MPI_COMBINER_RESIZED || combiner == MPI_COMBINER_CONTIGUOUS;
    if ((!has_places && !has_none) || type_count == 0) return false;
    std::vector<int> integers(static_cast<std::size_t>(integer_count));
    std::vector<MPI_Aint> places(static_cast<std::size_t>(address_count));
    std::vector<MPI_Datatype> types(static_cast<std::size_t>(type_count));
    if (host.MPI_Type_get_contents(type, integer_count, address_count, type_count, integers.data(), places.data(),
                                   types.data()) != MPI_SUCCESS)
        return false;
    for (const MPI_Datatype each : types) {
        int combined = MPI_COMBINER_NAMED;
        host.MPI_Type_get_envelope(each, &integer_count, &address_count, &type_count, &combined);
        if (combined != MPI_COMBINER_NAMED) made_.push_back(each);
    }
    const std::size_t count = has_places ? static_cast<std::size_t>(integers[0]) : 1;
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_block = combiner == MPI_COMBINER_HINDEXED_BLOCK;
        members.counts.push_back(has_places                            ? integers[is_block ? 1 : i + 1]
                                 : combiner == MPI_COMBINER_CONTIGUOUS ? integers[0]
                                                                       : 1);
        members.places.push_back(has_places ? places[i] : 0);
        members.types.push_back(types[combiner == MPI_COMBINER_STRUCT ? i : 0]);
    }
    return true;
}

void AbsoluteParts::add(MPI_Aint base, MPI_Count count, MPI_Datatype type) {
    Members members;
    if (!find_members(type, members)) {
        if (count > 0) parts_.push_back({reinterpret_cast<void*>(static_cast<std::uintptr_t>(base)), count, type});
        return;
    }
    MPI_Count lb = 0, extent = 0;
    host.MPI_Type_get_extent_x(type, &lb, &extent);
    for (MPI_Count element = 0; element < count; ++element)
        for (std::size_t i = 0; i < members.counts.size(); ++i)
            add(base + static_cast<MPI_Aint>(element * extent) + members.places[i], members.counts[i],
                members.types[i]);
}

}  // namespace shunt
