#include "shim/offload/kept_objects.hpp"

#include <catch2/catch.hpp>
#include <memory>

#include "shim/objects/collective_arguments.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

constexpr CollectiveFunction alltoall{Function::MPI_Ialltoall, Operation::alltoall, true, nullptr};
constexpr CollectiveFunction alltoallw{Function::MPI_Ialltoallw, Operation::alltoallw, true, nullptr};
constexpr CollectiveFunction gather{Function::MPI_Igather, Operation::gather, true, nullptr};
constexpr CollectiveFunction allreduce{Function::MPI_Iallreduce, Operation::allreduce, true, nullptr};

struct KeptBed : Bed {
    CommRecord& record = *s.comms.find(MPI_COMM_WORLD);
    MPI_Datatype type = mpi.make_type({8, 16, 0, 8});
    int frees() const { return mpi.calls("MPI_Type_free"); }
};

}  // namespace

TEST_CASE("a type that the program frees lasts until the last call that uses it has ended", "[shim][kept_objects]") {
    KeptBed bed;
    const CollectiveArguments arguments{
        .function = &alltoall, .send = {bed.buffer, 1, bed.type}, .receive = {bed.buffer, 1, bed.type}};
    auto first = std::make_unique<KeptObjects>(arguments, bed.record);
    auto second = std::make_unique<KeptObjects>(arguments, bed.record);
    MPI_Datatype freed = bed.type;
    CHECK(bed.type_free(freed) == MPI_SUCCESS);
    CHECK(freed == MPI_DATATYPE_NULL);
    CHECK(bed.frees() == 0);
    CHECK(bed.mpi.type(bed.type));
    first.reset();
    CHECK(bed.frees() == 0);
    second.reset();
    CHECK(bed.frees() == 1);
    CHECK_FALSE(bed.mpi.type(bed.type));
}

TEST_CASE("types of which one call names some several times last until it has ended", "[shim][kept_objects]") {
    KeptBed bed;
    const MPI_Datatype other = bed.mpi.make_type({8, 16, 0, 8});
    const MPI_Datatype types[] = {bed.type, other, bed.type, MPI_INT};
    const int counts[] = {1, 1, 1, 1}, places[] = {0, 0, 0, 0};
    const CollectiveArguments arguments{.function = &alltoallw,
                                        .send = {bed.buffer, counts, places, types},
                                        .receive = {bed.buffer, counts, places, types}};
    auto kept = std::make_unique<KeptObjects>(arguments, bed.record);
    for (const MPI_Datatype type : {bed.type, other}) {
        MPI_Datatype freed = type;
        CHECK(bed.type_free(freed) == MPI_SUCCESS);
    }
    CHECK(bed.frees() == 0);
    kept.reset();
    CHECK(bed.frees() == 2);
}

TEST_CASE("a type that no call uses is freed by the host at once", "[shim][kept_objects]") {
    KeptBed bed;
    {
        const CollectiveArguments arguments{
            .function = &alltoall, .send = {bed.buffer, 1, bed.type}, .receive = {bed.buffer, 1, MPI_INT}};
        const KeptObjects kept(arguments, bed.record);
    }
    CHECK(bed.frees() == 0);
    CHECK(bed.type_free(bed.type) == MPI_SUCCESS);
    CHECK(bed.frees() == 1);
}

TEST_CASE("arguments that are not significant on this rank are not read", "[shim][kept_objects]") {
    KeptBed bed;
    const auto nothing = SHUNT_FAKE_VALUE(MPI_Datatype, 0x12345678);  // the host knows no such type
    const CollectiveArguments arguments{.function = &gather,
                                        .send = {bed.buffer, 1, bed.type},
                                        .receive = {nullptr, 1, nothing},
                                        .root = bed.record.rank + 1};
    const KeptObjects kept(arguments, bed.record);
    MPI_Datatype freed = bed.type;
    CHECK(bed.type_free(freed) == MPI_SUCCESS);
    CHECK(bed.frees() == 0);
    CHECK(bed.mpi.calls("MPI_Type_get_envelope") == 1);
}

TEST_CASE("an operation of the program is kept, a predefined operation is not", "[shim][kept_objects]") {
    KeptBed bed;
    const MPI_Op op = bed.mpi.make_op(true, [](const void*, void*, int, MPI_Datatype) {});
    MPI_Op own = op, predefined = MPI_SUM;
    const CollectiveArguments with_own{.function = &allreduce, .receive = {bed.buffer, 1, MPI_INT}, .op = op};
    const CollectiveArguments with_sum{.function = &allreduce, .receive = {bed.buffer, 1, MPI_INT}, .op = MPI_SUM};
    const KeptObjects kept_sum(with_sum, bed.record);
    CHECK_FALSE(KeptObjects::defer_op(&predefined));
    CHECK_FALSE(KeptObjects::defer_op(&own));
    {
        const KeptObjects kept(with_own, bed.record);
        CHECK(KeptObjects::defer_op(&own));
        CHECK(own == MPI_OP_NULL);
        CHECK(bed.mpi.calls("MPI_Op_free") == 0);
    }
    CHECK(bed.mpi.calls("MPI_Op_free") == 1);
}
