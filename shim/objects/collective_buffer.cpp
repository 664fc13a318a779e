#include "shim/objects/collective_buffer.hpp"

#include "shim/host/quirks.hpp"
#include "shim/objects/datatype.hpp"

namespace shunt {

bool is_missing(const void* buffer, bool some_elements, MPI_Datatype type) {
    if (buffer || !some_elements) return false;
    const TypeFacts facts = facts_of(type);
    return facts.contiguous && facts.size > 0;
}

// An invalid type handle cannot be queried.
bool CollectiveBuffer::ignores_type_of_none() const { return has_types_ && host_quirks.ignores_types_of_none; }

bool CollectiveBuffer::is_valid(int ranks) const {
    if (!has_arrays()) return false;
    for (int rank = 0; rank < ranks; ++rank) {
        if (ignores_type_of_none() && count(rank) == 0) continue;
        if (count(rank) < 0 || !facts_of(type(rank)).exists) return false;
        if (is_missing(base_, count(rank) > 0, type(rank))) return false;
        if (!has_counts_) return true;
    }
    return true;
}

std::uint64_t CollectiveBuffer::block_bytes(int rank) const {
    const MPI_Count elements = count(rank);
    const MPI_Datatype of = type(rank);
    return elements > 0 && of != MPI_DATATYPE_NULL
               ? static_cast<std::uint64_t>(elements) * static_cast<std::uint64_t>(facts_of(of).size)
               : 0;
}

std::uint64_t CollectiveBuffer::total_bytes(int ranks) const {
    if (!has_arrays()) return 0;
    std::uint64_t sum = 0;
    if (has_types_ || !has_counts_) {
        for (int rank = 0; rank < ranks; ++rank) sum += block_bytes(rank);
        return sum;
    }
    if (type_ == MPI_DATATYPE_NULL) return 0;
    for (int rank = 0; rank < ranks; ++rank) sum += count(rank) > 0 ? static_cast<std::uint64_t>(count(rank)) : 0;
    return sum * static_cast<std::uint64_t>(facts_of(type_).size);
}

}  // namespace shunt
