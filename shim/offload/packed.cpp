#include "shim/offload/packed.hpp"

#include <algorithm>
#include <climits>
#include <cstdint>

#include "shim/objects/absolute_parts.hpp"
#include "shim/offload/device_elements.hpp"

namespace shunt {
namespace {

/// The address of element `index` of `buffer`.
char* element(const void* buffer, MPI_Count index, MPI_Datatype type) {
    MPI_Count lb = 0, extent = 0;
    host.MPI_Type_get_extent_x(type, &lb, &extent);
    return reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(buffer) +
                                   static_cast<std::uintptr_t>(index * extent));
}

/// The number of elements that MPI_Pack, which counts in int, can process at once.
MPI_Count elements_at_once(MPI_Datatype type) {
    constexpr MPI_Count kMostBytes = 0x3fffffff;
    return std::max<MPI_Count>(1, kMostBytes / std::max<MPI_Count>(1, facts_of(type).size));
}

/// `count` elements of a type of absolute addresses (the buffer is MPI_BOTTOM), described relative to another address:
/// MPICH packs and unpacks nothing at address zero.
class Elsewhere {
public:
    Elsewhere(int count, MPI_Datatype type) {
        const MPI_Aint back = -static_cast<MPI_Aint>(reinterpret_cast<std::uintptr_t>(place()));
        if (host.MPI_Type_create_hindexed(1, &count, &back, type, &type_) == MPI_SUCCESS) host.MPI_Type_commit(&type_);
    }
    ~Elsewhere() {
        if (type_ != MPI_DATATYPE_NULL) host.MPI_Type_free(&type_);
    }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;
    MPI_Datatype type() const { return type_; }
    void* place() { return &place_; }

private:
    char place_ = 0;
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

int pack_some(const void* from, int count, MPI_Datatype type, std::byte* to, int room, int* position, MPI_Comm comm) {
    const std::span<std::byte> into(to, static_cast<std::size_t>(room));
    if (are_on_device(from, type)) return pack_from_device(from, count, type, into, *position, comm);
    if (from) return host.MPI_Pack(from, count, type, to, room, position, comm);
    Elsewhere there(count, type);
    return host.MPI_Pack(there.place(), 1, there.type(), to, room, position, comm);
}

int unpack_some(const std::byte* from, int room, int* position, void* to, int count, MPI_Datatype type, MPI_Comm comm) {
    const std::span<const std::byte> bytes(from, static_cast<std::size_t>(room));
    if (are_on_device(to, type)) return unpack_to_device(bytes, *position, to, count, type, comm);
    if (to) return host.MPI_Unpack(from, room, position, to, count, type, comm);
    Elsewhere there(count, type);
    return host.MPI_Unpack(from, room, position, there.place(), 1, there.type(), comm);
}

/// Whether one element has more bytes than MPI_Pack counts. Hosts with MPI 4's large counts pack it; others refuse.
bool is_large(const void* buffer, MPI_Datatype type) {
    return facts_of(type).size > INT_MAX && host.MPI_Pack_c && host.MPI_Unpack_c && !are_on_device(buffer, type);
}

/// `count` elements.   `position`: receives the packed bytes.
int pack_large(const void* from, int count, MPI_Datatype type, std::span<std::byte> to, MPI_Count* position,
               MPI_Comm comm) {
    const auto room = static_cast<MPI_Count>(to.size());
    if (from) return host.MPI_Pack_c(from, count, type, to.data(), room, position, comm);
    Elsewhere there(count, type);
    return host.MPI_Pack_c(there.place(), 1, there.type(), to.data(), room, position, comm);
}

int unpack_large(std::span<const std::byte> from, MPI_Count* position, void* to, int count, MPI_Datatype type,
                 MPI_Comm comm) {
    const auto room = static_cast<MPI_Count>(from.size());
    if (to) return host.MPI_Unpack_c(from.data(), room, position, to, count, type, comm);
    Elsewhere there(count, type);
    return host.MPI_Unpack_c(from.data(), room, position, there.place(), 1, there.type(), comm);
}

/// Packs or unpacks at MPI_BOTTOM, part by part, by `copy(part, its bytes in flat)`.   Fails: the first of its codes.
template <class Byte, class Copy>
int each_absolute_part(std::span<Byte> flat, MPI_Count count, MPI_Datatype type, Copy copy) {
    const AbsoluteParts parts(count, type);
    std::size_t at = 0;
    for (const AbsolutePart& part : parts.all()) {
        const auto bytes = static_cast<std::size_t>(part.count * facts_of(part.type).size);
        if (bytes > flat.size() - at) return MPI_ERR_INTERN;
        const int code = copy(part, flat.subspan(at, bytes));
        if (code != MPI_SUCCESS) return code;
        at += bytes;
    }
    return at == flat.size() ? MPI_SUCCESS : MPI_ERR_INTERN;
}

bool may_be_mixed(const void* buffer) { return !buffer && device_watch.may_have_any(); }

int pack_pieces(std::span<std::byte> to, const void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    const MPI_Count step = elements_at_once(type);
    const bool large = is_large(buffer, type);
    std::size_t at = 0;
    for (MPI_Count done = 0; done < count; done += step) {
        const int some = static_cast<int>(std::min(step, count - done));
        const char* const from = element(buffer, done, type);
        MPI_Count position = 0;
        int code = MPI_SUCCESS, packed = 0;
        if (large) {
            code = pack_large(from, some, type, to.subspan(at), &position, comm);
        } else {
            const int room = static_cast<int>(std::min<std::size_t>(to.size() - at, INT_MAX));
            code = pack_some(from, some, type, to.data() + at, room, &packed, comm);
            position = packed;
        }
        if (code != MPI_SUCCESS) return code;
        at += static_cast<std::size_t>(position);
    }
    return at == to.size() ? MPI_SUCCESS : MPI_ERR_INTERN;
}

int unpack_pieces(std::span<const std::byte> from, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    const MPI_Count step = elements_at_once(type);
    const bool large = is_large(buffer, type);
    std::size_t at = 0;
    for (MPI_Count done = 0; done < count; done += step) {
        const int some = static_cast<int>(std::min(step, count - done));
        char* const to = element(buffer, done, type);
        MPI_Count position = 0;
        int code = MPI_SUCCESS, unpacked = 0;
        if (large) {
            code = unpack_large(from.subspan(at), &position, to, some, type, comm);
        } else {
            const int room = static_cast<int>(std::min<std::size_t>(from.size() - at, INT_MAX));
            code = unpack_some(from.data() + at, room, &unpacked, to, some, type, comm);
            position = unpacked;
        }
        if (code != MPI_SUCCESS) return code;
        at += static_cast<std::size_t>(position);
    }
    return at == from.size() ? MPI_SUCCESS : MPI_ERR_INTERN;
}

}  // namespace

int pack_into(std::span<std::byte> to, const void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    if (to.empty()) return MPI_SUCCESS;
    if (is_plain(type)) return copy_memory(to.data(), buffer, to.size());
    if (!may_be_mixed(buffer)) return pack_pieces(to, buffer, count, type, comm);
    return each_absolute_part(to, count, type, [&](const AbsolutePart& part, std::span<std::byte> bytes) {
        const auto pack = part.address ? pack_into : pack_pieces;
        return pack(bytes, part.address, part.count, part.type, comm);
    });
}

int unpack_from(std::span<const std::byte> from, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    if (from.empty()) return MPI_SUCCESS;
    if (is_plain(type)) return copy_memory(buffer, from.data(), from.size());
    if (!may_be_mixed(buffer)) return unpack_pieces(from, buffer, count, type, comm);
    return each_absolute_part(from, count, type, [&](const AbsolutePart& part, std::span<const std::byte> bytes) {
        const auto unpack = part.address ? unpack_from : unpack_pieces;
        return unpack(bytes, part.address, part.count, part.type, comm);
    });
}

int copy_elements(const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                  std::span<std::byte> room) {
    const int code = pack_into(room, from, count, type, comm);
    return code == MPI_SUCCESS ? unpack_from(room, to, count, type, comm) : code;
}

}  // namespace shunt
