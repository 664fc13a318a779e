#include "tools/analysis/carried_messages.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/tools/carried_run.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using record::MessageProtocol;
using record::MessageWay;

TEST_CASE("messages are added up by function, direction and power of two", "[tools]") {
    const Analysis run = carried_run();
    REQUIRE(run.carried_messages.size() == 3);
    const CarriedMessages& large = run.carried_messages[0];
    CHECK((large.function == "MPI_Irecv" && large.received && large.low == 65536));
    CHECK(large.all.messages == 100);
    CHECK(large.unexpected.messages == 10);
    CHECK(large.unexpected.bytes == 10 * 70'000);
    CHECK(large.receive_first().messages == 90);
    CHECK(large.by(MessageProtocol::written).messages == 81);
    CHECK(large.by(MessageProtocol::rendezvous).messages == 19);
    CHECK(large.by(MessageWay::cross_memory).messages == 81);
    CHECK(large.by(MessageWay::cross_memory).bytes == 81 * 70'000 - 7'000);
    CHECK(large.by(MessageWay::shared_memory).messages == 19);
    CHECK(large.mean_length() == Approx(2.5));
    CHECK(large.length_most == 6);
    const CarriedMessages& small = run.carried_messages[1];
    CHECK((small.function == "MPI_Recv" && small.low == 0 && small.all.messages == 4 && small.all.bytes == 0));
    const CarriedMessages& sent = run.carried_messages[2];
    CHECK((sent.function == "MPI_Send" && !sent.received && sent.low == 64 && sent.by(MessageWay::tcp).messages == 50));
    CHECK(sent.unknown == 2);
    CHECK(all_carried(run, true).all.messages == 104);
    CHECK(all_carried(run, false).all.messages == 50);
}

TEST_CASE("a run without carried messages has no rows of them, whatever its engine", "[tools]") {
    Parts parts = carried_rank(0);
    parts.messages.clear();
    CHECK(analysis_of({parts, idle_rank(1, 2)}).carried_messages.empty());
}

TEST_CASE("a protocol of a newer Shunt counts as unknown", "[tools]") {
    Parts parts = carried_rank(0);
    parts.messages.resize(1);
    parts.messages[0].protocol = static_cast<MessageProtocol>(200);
    parts.messages[0].way = static_cast<MessageWay>(200);
    const Analysis run = analysis_of({parts, idle_rank(1, 2)});
    CHECK(run.carried_messages[0].by(MessageProtocol::none).messages == parts.messages[0].messages);
    CHECK(run.carried_messages[0].by(MessageWay::none).messages == parts.messages[0].messages);
    CHECK(std::string(name_of(parts.messages[0].protocol)) == "unknown");
}

TEST_CASE("a report warns where it was not kept how messages went", "[tools]") {
    Parts parts = carried_rank(0);
    parts.header.flags = record::kMessagesOverflowed;
    const Analysis run = analysis_of({parts, carried_rank(1)});
    REQUIRE(run.warnings.size() >= 1);
    CHECK(run.warnings[0] ==
          "On rank 0 more kinds of carried messages than the record holds: how some went is missing.");
}
