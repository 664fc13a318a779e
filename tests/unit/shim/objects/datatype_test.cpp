#include "shim/objects/datatype.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

TEST_CASE("a predefined type without holes is plain", "[shim][datatype]") {
    Bed bed;
    const TypeFacts facts = facts_of(MPI_DOUBLE);
    CHECK(facts.exists);
    CHECK(facts.size == 8);
    CHECK(facts.contiguous);
    CHECK(facts.plain);
}

TEST_CASE("a predefined pair with a hole is neither contiguous nor plain", "[shim][datatype]") {
    Bed bed;
    const TypeFacts facts = facts_of(MPI_DOUBLE_INT);
    CHECK(facts.size == 12);
    CHECK_FALSE(facts.contiguous);
    CHECK_FALSE(facts.plain);
}

TEST_CASE("a derived type without holes is contiguous but not plain, as it may send its parts in another order",
          "[shim][datatype]") {
    Bed bed;
    const TypeFacts facts = facts_of(bed.mpi.make_type({8, 8, 0, 8}));
    CHECK(facts.contiguous);
    CHECK_FALSE(facts.plain);
}

TEST_CASE("a type is contiguous only if size, extents and lower bound say so", "[shim][datatype]") {
    Bed bed;
    CHECK_FALSE(facts_of(bed.mpi.make_type({8, 16, 0, 8})).contiguous);  // resized
    CHECK_FALSE(facts_of(bed.mpi.make_type({8, 8, 0, 16})).contiguous);  // a hole, and elements that overlap
    CHECK_FALSE(facts_of(bed.mpi.make_type({8, 8, -4, 8})).contiguous);  // begins before the buffer's address
}

TEST_CASE("a type of more bytes than any predefined one is not asked for its envelope", "[shim][datatype]") {
    Bed bed;
    CHECK(facts_of(bed.mpi.make_type({1 << 20, 1 << 20, 0, 1 << 20})).contiguous);
    CHECK(bed.mpi.calls("MPI_Type_get_envelope") == 0);
}

TEST_CASE("a size that the host cannot tell counts as nothing", "[shim][datatype]") {
    Bed bed;
    CHECK(facts_of(bed.mpi.make_type({MPI_UNDEFINED, 8, 0, 8})).size == 0);
}

TEST_CASE("the null type has no facts, and is not remembered", "[shim][datatype]") {
    Bed bed;
    for (int i = 0; i < 2; ++i) {
        const TypeFacts facts = facts_of(MPI_DATATYPE_NULL);
        CHECK_FALSE(facts.exists);
        CHECK(facts.size == 0);
    }
}

TEST_CASE("the host is asked about a type once", "[shim][datatype]") {
    Bed bed;
    for (int i = 0; i < 10; ++i) CHECK(facts_of(MPI_INT).size == 4);
    CHECK(bed.mpi.calls("MPI_Type_size_x") == 1);
}

TEST_CASE("types that replace each other in the cache are distinguished", "[shim][datatype]") {
    Bed bed;
    MPI_Datatype types[32];
    for (int i = 0; i < 32; ++i) types[i] = bed.mpi.make_type({i + 1, i + 1, 0, i + 1});
    for (int round = 0; round < 3; ++round)
        for (int i = 0; i < 32; ++i) REQUIRE(facts_of(types[i]).size == i + 1);
}

TEST_CASE("a handle that is reused after the free has the facts of the new type", "[shim][datatype]") {
    Bed bed;
    MPI_Datatype type = bed.mpi.make_type({8, 8, 0, 8});
    const MPI_Datatype before = type;
    CHECK(facts_of(type).size == 8);
    CHECK(bed.type_free(type) == MPI_SUCCESS);
    type = bed.mpi.make_type({24, 32, 0, 24});
    REQUIRE(type == before);
    CHECK(facts_of(type).size == 24);
    CHECK_FALSE(facts_of(type).contiguous);
}

namespace {

Bed* bed_of_type = nullptr;

/// The host's MPI_Send, during which another thread of the program frees the type.
int send_while_type_is_freed(const MessageArguments& arguments) {
    MPI_Datatype freed = arguments.send.type;
    return bed_of_type->type_free(freed);
}
constexpr MessageFunction kSendWhileTypeIsFreed{Function::MPI_Send, send_while_type_is_freed};

}  // namespace

TEST_CASE("the facts of a type that another thread frees during a call are known before it", "[shim][datatype]") {
    Bed bed;
    bed_of_type = &bed;
    bed.s.multithreaded = true;
    const MPI_Datatype type = bed.mpi.make_type({12, 16, 0, 12});
    CHECK(on_send<kSendWhileTypeIsFreed>({.send = {bed.buffer, 2, type, 0, 0}, .comm = MPI_COMM_WORLD}) == MPI_SUCCESS);
    CHECK(bed.sum({Function::MPI_Send}, [](const record::Cell& cell) { return cell.count * cell.key.bytes; }) == 24);
}

TEST_CASE("facts of a type that are learnt while it is being freed do not hold for the next one", "[shim][datatype]") {
    Bed bed;
    MPI_Datatype type = bed.mpi.make_type({8, 8, 0, 8});
    const MPI_Datatype before = type;
    const auto free_late = [&] {
        CHECK(facts_of(type).size == 8);
        return host.MPI_Type_free(&type);
    };
    CHECK(on_type_free(Function::MPI_Type_free, free_late, &type) == MPI_SUCCESS);
    type = bed.mpi.make_type({24, 32, 0, 24});
    REQUIRE(type == before);
    CHECK(facts_of(type).size == 24);
}

#if defined(MPICH_VERSION)
TEST_CASE("handles of other kinds, and of types that were freed, name no type", "[shim][datatype]") {
    Bed bed;
    CHECK_FALSE(facts_of(static_cast<MPI_Datatype>(MPI_COMM_WORLD)).exists);
    MPI_Datatype type = bed.mpi.make_type({8, 8, 0, 8});
    const MPI_Datatype stale = type;
    bed.type_free(type);
    CHECK_FALSE(facts_of(stale).exists);
}
#endif
