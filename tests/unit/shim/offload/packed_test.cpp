#include "shim/offload/packed.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

std::span<std::byte> bytes_of(std::string& text) { return std::as_writable_bytes(std::span(text)); }

/// The first two of eight bytes, the later one first.
const fake::Type kSwapped{2, 8, 0, 2, MPI_COMBINER_STRUCT, {1, 0}};

}  // namespace

TEST_CASE("elements of a plain type are copied without the host", "[shim][flat]") {
    Bed bed;
    std::string from = "abcdefgh", to = "--------";
    CHECK(pack_into(bytes_of(to), from.data(), 2, MPI_INT, bed.s.world) == MPI_SUCCESS);
    CHECK(to == from);
    CHECK(bed.mpi.calls("MPI_Pack") == 0);
}

TEST_CASE("elements of a derived type are packed in the order of its map", "[shim][flat]") {
    Bed bed;
    const MPI_Datatype type = bed.mpi.make_type(kSwapped);
    std::string from = "ab......cd......", to = "----";
    CHECK(pack_into(bytes_of(to), from.data(), 2, type, bed.s.world) == MPI_SUCCESS);
    CHECK(to == "badc");
}

TEST_CASE("unpacking leaves the holes between elements alone", "[shim][flat]") {
    Bed bed;
    const MPI_Datatype type = bed.mpi.make_type(kSwapped);
    std::string from = "badc", to = "................";
    CHECK(unpack_from(bytes_of(from), to.data(), 2, type, bed.s.world) == MPI_SUCCESS);
    CHECK(to == "ab......cd......");
}

TEST_CASE("elements are copied between arrays that lie alike", "[shim][flat]") {
    Bed bed;
    const MPI_Datatype type = bed.mpi.make_type(kSwapped);
    std::string from = "ab123456cd123456", to = "................", room(4, ' ');
    CHECK(copy_elements(from.data(), to.data(), 2, type, bed.s.world, bytes_of(room)) == MPI_SUCCESS);
    CHECK(to == "ab......cd......");
}

TEST_CASE("packing no bytes does not call the host, whatever the buffer", "[shim][flat]") {
    Bed bed;
    CHECK(pack_into({}, nullptr, 0, bed.mpi.make_type(kSwapped), bed.s.world) == MPI_SUCCESS);
    CHECK(bed.mpi.calls("MPI_Pack") == 0);
}

TEST_CASE("an error of the host's packing is returned", "[shim][flat]") {
    Bed bed;
    const MPI_Datatype type = bed.mpi.make_type(kSwapped);
    std::string array(16, '.'), flat(4, '.');
    bed.mpi.fail_next("MPI_Pack", MPI_ERR_OTHER);
    CHECK(pack_into(bytes_of(flat), array.data(), 2, type, bed.s.world) == MPI_ERR_OTHER);
    bed.mpi.fail_next("MPI_Unpack", MPI_ERR_TYPE);
    CHECK(unpack_from(bytes_of(flat), array.data(), 2, type, bed.s.world) == MPI_ERR_TYPE);
}

TEST_CASE("a number of bytes that does not fit the packed data is an internal error", "[shim][flat]") {
    Bed bed;
    const MPI_Datatype type = bed.mpi.make_type(kSwapped);
    std::string array(16, '.'), flat(5, '.');
    CHECK(pack_into(bytes_of(flat), array.data(), 2, type, bed.s.world) == MPI_ERR_INTERN);
    CHECK(unpack_from(bytes_of(flat), array.data(), 2, type, bed.s.world) == MPI_ERR_INTERN);
}

TEST_CASE("a packed buffer is lent or its own", "[shim][flat]") {
    std::string buffer = "abc";
    PackedBuffer lent, own;
    lent.lend(buffer.data(), 3);
    CHECK(lent.is_lent());
    CHECK(lent.bytes().data() == bytes_of(buffer).data());
    REQUIRE(own.make(0));
    CHECK_FALSE(own.is_lent());
    CHECK(own.bytes().empty());
}
