#include "shim/observe/last_message.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

constexpr Function kFunction = Function::MPI_Isend;

struct Known : Bed {
    LastMessage message;
    record::Cell cell;
    Known() {
        message.become(LastMessage::handles(s.comms), kFunction, {nullptr, 8, MPI_INT, 2, 0}, MPI_COMM_WORLD, 0, &cell,
                       s.comms.find(MPI_COMM_WORLD), record::kContiguous, false);
    }
    bool is(Function function, std::int64_t count, MPI_Datatype type, int peer, MPI_Comm comm,
            std::uint16_t phase) const {
        return message.is(s.comms, function, {nullptr, count, type, peer, 0}, comm, phase);
    }
    bool is_same() const { return is(kFunction, 8, MPI_INT, 2, MPI_COMM_WORLD, 0); }
};

}  // namespace

TEST_CASE("an empty last message matches no message", "[shim][known_message]") {
    Bed bed;
    const LastMessage message;
    CHECK_FALSE(message.is(bed.s.comms, Function{}, {nullptr, 0, MPI_Datatype{}, 0, 0}, MPI_Comm{}, 0));
}

TEST_CASE("the message of the same arguments is known", "[shim][known_message]") {
    Known known;
    CHECK(known.is_same());
    CHECK(known.message.flags == record::kContiguous);
    CHECK_FALSE(known.message.with_self);
}

TEST_CASE("a message is another by each of its arguments alone", "[shim][known_message]") {
    Known known;
    CHECK_FALSE(known.is(Function::MPI_Issend, 8, MPI_INT, 2, MPI_COMM_WORLD, 0));
    CHECK_FALSE(known.is(kFunction, 9, MPI_INT, 2, MPI_COMM_WORLD, 0));
    CHECK_FALSE(known.is(kFunction, 8 + (std::int64_t{1} << 32), MPI_INT, 2, MPI_COMM_WORLD, 0));
    CHECK_FALSE(known.is(kFunction, 8, MPI_FLOAT, 2, MPI_COMM_WORLD, 0));
    CHECK_FALSE(known.is(kFunction, 8, MPI_INT, 3, MPI_COMM_WORLD, 0));
    CHECK_FALSE(known.is(kFunction, 8, MPI_INT, MPI_PROC_NULL, MPI_COMM_WORLD, 0));
    CHECK_FALSE(known.is(kFunction, 8, MPI_INT, 2, MPI_COMM_SELF, 0));
    CHECK_FALSE(known.is(kFunction, 8, MPI_INT, 2, MPI_COMM_WORLD, 1));
}

TEST_CASE("a message is not known any more when a type was freed", "[shim][known_message]") {
    Known known;
    MPI_Datatype type = known.mpi.make_type({8, 8, 0, 8});
    known.type_free(type);
    CHECK_FALSE(known.is_same());
}

TEST_CASE("a message is not known any more when a communicator was freed", "[shim][known_message]") {
    Known known;
    MPI_Comm comm = known.mpi.make_comm({0, 1});
    known.s.comms.find(comm);
    known.comm_free(comm);
    CHECK_FALSE(known.is_same());
}

TEST_CASE("a message is not known if another thread freed an object while it was sent", "[shim][known_message]") {
    Known known;
    const std::uint32_t before = LastMessage::handles(known.s.comms);
    MPI_Datatype type = known.mpi.make_type({8, 8, 0, 8});
    known.type_free(type);
    known.message.become(before, kFunction, {nullptr, 8, MPI_INT, 2, 0}, MPI_COMM_WORLD, 0, &known.cell,
                         known.s.comms.find(MPI_COMM_WORLD), 0, false);
    CHECK_FALSE(known.is_same());
}

TEST_CASE("a message without a row is not known", "[shim][known_message]") {
    Known known;
    known.message.become(LastMessage::handles(known.s.comms), kFunction, {nullptr, 8, MPI_INT, 2, 0}, MPI_COMM_WORLD, 0,
                         nullptr, nullptr, 0, false);
    CHECK_FALSE(known.is_same());
}

TEST_CASE("a message to this rank itself is with itself", "[shim][known_message]") {
    Known known;
    known.message.become(LastMessage::handles(known.s.comms), kFunction, {nullptr, 8, MPI_INT, 1, 0}, MPI_COMM_WORLD, 0,
                         &known.cell, known.s.comms.find(MPI_COMM_WORLD), 0, false);
    CHECK(known.message.with_self);
}

TEST_CASE("repeated sends are recorded in one row without asking the host again", "[shim][known_message]") {
    Bed bed;
    for (int i = 0; i < 10; ++i) {
        MPI_Request request = bed.isend();
        bed.wait(request);
    }
    CHECK(bed.count({Function::MPI_Isend, record::kCall | record::kTraffic}) == 10);
    CHECK(bed.mpi.calls("MPI_Type_size_x") == 1);
    CHECK(bed.mpi.calls("MPI_Comm_size") == 1);
}

TEST_CASE("repeated sends of a type whose handle came again are recorded with the new size", "[shim][known_message]") {
    Bed bed;
    for (const MPI_Count size : {4, 16}) {
        MPI_Datatype type = bed.mpi.make_type({size, size, 0, size});
        for (int i = 0; i < 3; ++i) {
            MPI_Request request = bed.isend(0, 0, MPI_COMM_WORLD, type);
            bed.wait(request);
        }
        bed.type_free(type);
    }
    const auto bytes = bed.sum({Function::MPI_Isend, record::kTraffic},
                               [](const record::Cell& cell) { return cell.count * cell.key.bytes; });
    CHECK(bytes == 3 * 8 * 4 + 3 * 8 * 16);
}
