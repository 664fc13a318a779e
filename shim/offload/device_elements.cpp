#include "shim/offload/device_elements.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "shim/objects/datatype.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// The range from the first byte of some elements to the end of their last, relative to the address passed to MPI.
struct Stretch {
    std::ptrdiff_t begin = 0;
    std::size_t bytes = 0;

    Stretch(int count, MPI_Datatype type) {
        MPI_Count lb = 0, extent = 0, true_lb = 0, true_extent = 0;
        host.MPI_Type_get_extent_x(type, &lb, &extent);
        host.MPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
        const MPI_Count last = (count - 1) * extent;  // where the last element begins; may be negative
        begin = static_cast<std::ptrdiff_t>(true_lb + std::min<MPI_Count>(0, last));
        bytes = static_cast<std::size_t>(true_extent + std::max(last, -last));
    }
    /// Computed as an integer: the address may be MPI_BOTTOM.
    void* in(const void* buffer) const {
        return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(buffer) + static_cast<std::uintptr_t>(begin));
    }
};

/// Memory of ours with the elements in the program's layout.
class Image {
public:
    explicit Image(const Stretch& stretch)
        : begin_(stretch.begin), bytes_(std::make_unique<std::byte[]>(stretch.bytes)) {}
    std::byte* data() const { return bytes_.get(); }
    /// The address of the first element, as passed to MPI.
    void* address() const {
        return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(data()) - static_cast<std::uintptr_t>(begin_));
    }

private:
    std::ptrdiff_t begin_;
    std::unique_ptr<std::byte[]> bytes_;
};

/// Calls `visit(from, bytes)` for each run of bytes that are not zero, until it fails.
template <class Visit>
int each_run(std::span<const std::byte> mask, Visit visit) {
    constexpr auto is_set = [](std::byte byte) { return byte != std::byte{0}; };
    for (auto at = std::find_if(mask.begin(), mask.end(), is_set); at != mask.end();) {
        const auto end = std::find_if_not(at, mask.end(), is_set);
        const int code = visit(static_cast<std::size_t>(at - mask.begin()), static_cast<std::size_t>(end - at));
        if (code != MPI_SUCCESS) return code;
        at = std::find_if(end, mask.end(), is_set);
    }
    return MPI_SUCCESS;
}

int unpack(std::span<const std::byte> from, int& position, const Image& image, int count, MPI_Datatype type,
           MPI_Comm comm) {
    return host.MPI_Unpack(from.data(), static_cast<int>(from.size()), &position, image.address(), count, type, comm);
}

}  // namespace

bool are_on_device_somewhere(const void* buffer, MPI_Datatype type) {
    return is_device_address(Stretch(1, type).in(buffer));
}

int pack_from_device(const void* from, int count, MPI_Datatype type, std::span<std::byte> to, int& position,
                     MPI_Comm comm) {
    const Stretch stretch(count, type);
    const Image image(stretch);
    const int code = copy_memory(image.data(), stretch.in(from), stretch.bytes);
    if (code != MPI_SUCCESS) return code;
    return host.MPI_Pack(image.address(), count, type, to.data(), static_cast<int>(to.size()), &position, comm);
}

int unpack_to_device(std::span<const std::byte> from, int& position, void* to, int count, MPI_Datatype type,
                     MPI_Comm comm) {
    const Stretch stretch(count, type);
    const Image image(stretch), mask(stretch);
    const std::vector<std::byte> ones(static_cast<std::size_t>(count) * static_cast<std::size_t>(facts_of(type).size),
                                      std::byte{0xff});
    int marked = 0, code = unpack(ones, marked, mask, count, type, comm);
    if (code == MPI_SUCCESS) code = unpack(from, position, image, count, type, comm);
    if (code != MPI_SUCCESS) return code;
    auto* const place = static_cast<std::byte*>(stretch.in(to));
    return each_run({mask.data(), stretch.bytes}, [&](std::size_t at, std::size_t bytes) {
        return copy_memory(place + at, image.data() + at, bytes);
    });
}

}  // namespace shunt
