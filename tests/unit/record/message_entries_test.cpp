// The protocol and way of carried messages in the rows of the record: written, read, merged, and absent from older
// files.
#include <catch2/catch.hpp>
#include <cstring>
#include <memory>

#include "shim/observe/record/recorder.hpp"
#include "tests/unit/record/synthetic.hpp"

using namespace shunt::record;
using synthetic::build;
using synthetic::make_parts;

namespace {

SpoolSetup setup_with_messages(bool carries_messages) {
    SpoolSetup setup;
    setup.memory_bytes = 1u << 20;
    setup.run_id = 7;
    setup.function_count = 2;
    setup.functions = "MPI_Send send\nMPI_Recv recv\n";
    setup.engines = "host\nremote_write\n";
    setup.engine_count = 2;
    setup.carries_messages = carries_messages;
    return setup;
}

/// A record in private memory, as a run that carries messages fills it.
struct Record {
    Spool spool;
    std::unique_ptr<Recorder> recorder;

    explicit Record(bool carries_messages = true) {
        std::string error;
        REQUIRE(spool.open(setup_with_messages(carries_messages), error));
        recorder = std::make_unique<Recorder>(spool);
    }
    Cell& row(std::uint64_t bytes, unsigned flags) const {
        const RowKey key((flags & kReceive) != 0, kNoComm, 0, bytes, flags);
        Cell* cell = recorder->row(key, [](std::int32_t peer) { return peer; });
        REQUIRE(cell);
        return *cell;
    }
    Image image() const {
        Image image;
        std::string error;
        const auto* bytes = reinterpret_cast<const std::byte*>(spool.header());
        const bool opened = Image::open({bytes, spool.bytes()}, image, error);
        INFO(error);
        REQUIRE(opened);
        return image;
    }
};

std::string what_is_wrong_with(const std::vector<std::byte>& bytes) {
    Image image;
    std::string error;
    return Image::open(bytes, image, error) ? "nothing" : error;
}

MessageEntry entry_of(std::uint32_t cell, MessageProtocol protocol, MessageWay way, std::uint64_t messages,
                      std::uint64_t bytes) {
    MessageEntry entry;
    entry.cell = cell;
    entry.protocol = protocol;
    entry.way = way;
    entry.messages = messages;
    entry.bytes = bytes;
    return entry;
}

}  // namespace

TEST_CASE("messages of a row are counted by protocol and way", "[record]") {
    const Record record;
    Recorder& recorder = *record.recorder;
    const Cell& sent = record.row(1000, kCall | kTraffic);
    const Cell& received = record.row(1000, kTraffic | kReceive);
    const auto eager = [](std::uint32_t queue_length) {
        return CarriedMessage{MessageProtocol::eager, MessageWay::shared_memory, queue_length, 1000, 0};
    };
    for (int i = 0; i < 3; ++i) recorder.note_message(sent, eager(0));
    recorder.note_message(received, eager(4));
    recorder.note_message(received, eager(0));
    recorder.note_message(received, eager(2));
    recorder.note_message(received, {MessageProtocol::eager, MessageWay::own_process, 0, 1000, 0});
    recorder.note_message(sent, {MessageProtocol::none, MessageWay::tcp, 0, 1000, 0});

    const Image image = record.image();
    REQUIRE(image.messages().size() == 3);
    const MessageEntry& first = image.messages()[0];
    CHECK((first.cell == 0 && first.protocol == MessageProtocol::eager && first.way == MessageWay::shared_memory));
    CHECK((first.messages == 3 && first.bytes == 3000 && first.unexpected == 0 && first.length_most == 0));
    const MessageEntry& second = image.messages()[1];
    CHECK((second.cell == 1 && second.messages == 3 && second.bytes == 3000));
    CHECK((second.unexpected == 2 && second.length_sum == 6 && second.length_most == 4));
    CHECK((image.messages()[2].way == MessageWay::own_process && image.messages()[2].messages == 1));
}

TEST_CASE("a message that went by two ways counts with the one that moved more, its bytes with both", "[record]") {
    const Record record;
    const Cell& row = record.row(1000, kTraffic | kReceive);
    const auto note = [&](std::uint64_t cross_bytes) {
        record.recorder->note_message(row, {MessageProtocol::written, MessageWay::shared_memory, 0, 1000, cross_bytes});
    };
    for (const std::uint64_t crossed : {0u, 400u, 600u, 1000u}) note(crossed);
    const Image image = record.image();
    REQUIRE(image.messages().size() == 2);
    const MessageEntry &shared = image.messages()[0], &crossed = image.messages()[1];
    CHECK((shared.way == MessageWay::shared_memory && crossed.way == MessageWay::cross_memory));
    CHECK((shared.messages == 2 && shared.bytes == 1000 + 600 + 400));
    CHECK((crossed.messages == 2 && crossed.bytes == 400 + 600 + 1000));
}

TEST_CASE("kinds of messages beyond the memory are flagged, and known kinds are still counted", "[record]") {
    const Record record;
    const std::uint64_t room = record.spool.header()->messages.capacity;
    REQUIRE(room > 100);
    const CarriedMessage message{MessageProtocol::eager, MessageWay::tcp, 0, 1, 0};
    for (std::uint64_t i = 0; i < room; ++i) record.recorder->note_message(record.row(i, kCall), message);
    CHECK((record.spool.header()->flags & kMessagesOverflowed) == 0);
    record.recorder->note_message(record.row(room, kCall), message);
    CHECK((record.spool.header()->flags & kMessagesOverflowed) != 0);
    record.recorder->note_message(record.row(5, kCall), message);
    const Image image = record.image();
    CHECK(image.messages().size() == room);
    CHECK(image.messages()[5].messages == 2);
}

TEST_CASE("a record of a run that carries no messages has no room for them", "[record]") {
    const Record record(false);
    CHECK(record.spool.header()->messages.capacity == 0);
    record.recorder->note_message(record.row(5, kCall), {MessageProtocol::eager, MessageWay::tcp, 0, 1, 0});
    CHECK((record.spool.header()->flags & kMessagesOverflowed) != 0);
    CHECK(record.image().messages().empty());
}

TEST_CASE("a profile keeps how messages went", "[record]") {
    const ProfileFile profile = synthetic::make_profile(3, [](synthetic::Parts& parts) {
        const auto rank = static_cast<std::uint64_t>(parts.header.world_rank);
        parts.messages = {entry_of(1, MessageProtocol::written, MessageWay::cross_memory, 90 + rank, 90 * 1024)};
    });
    for (std::size_t rank = 0; rank < 3; ++rank) {
        REQUIRE(profile.images()[rank].messages().size() == 1);
        CHECK(profile.images()[rank].messages()[0].messages == 90 + rank);
        CHECK(profile.images()[rank].messages()[0].way == MessageWay::cross_memory);
    }
}

TEST_CASE("compacting an image keeps the protocols and ways of messages, also of a live image", "[record]") {
    const bool live = GENERATE(false, true);
    auto parts = make_parts(1, 2);
    parts.messages = {entry_of(0, MessageProtocol::eager, MessageWay::tcp, 7, 7168),
                      entry_of(3, MessageProtocol::rendezvous, MessageWay::shared_memory, 2, 131072)};
    const auto bytes = build(parts, live);
    Image image, packed;
    std::string error;
    std::vector<std::byte> out;
    REQUIRE(Image::open(bytes, image, error));
    REQUIRE(compact(image, out));
    REQUIRE(Image::open(out, packed, error));
    REQUIRE(packed.messages().size() == 2);
    CHECK(packed.messages()[1].bytes == 131072);
    CHECK(packed.header().messages.capacity == 2);
}

TEST_CASE("an entry that names no row is damage, one of a protocol that this version does not know is not",
          "[record]") {
    auto parts = make_parts(0, 2);
    const auto cells = static_cast<std::uint32_t>(parts.cells.size());
    parts.messages = {entry_of(cells - 1, static_cast<MessageProtocol>(77), static_cast<MessageWay>(99), 1, 1)};
    CHECK(what_is_wrong_with(build(parts)) == "nothing");
    parts.messages[0].cell = cells;
    CHECK(what_is_wrong_with(build(parts)) == "damaged: a message entry names a cell that does not exist");
    auto bytes = build(make_parts(0, 2));
    reinterpret_cast<SpoolHeader*>(bytes.data())->messages = {bytes.size() + 8, 1, 1};
    CHECK(what_is_wrong_with(bytes) == "damaged: message entries lie outside the record");
}

TEST_CASE("records of version 1 are read, and become the newest version when they are merged", "[record]") {
    const bool live = GENERATE(false, true);
    auto parts = make_parts(2, 6);
    parts.header.version = 1;
    const auto bytes = build(parts, live);
    REQUIRE(reinterpret_cast<const SpoolHeader*>(bytes.data())->header_bytes == 944);
    Image image;
    std::string error;
    REQUIRE(Image::open(bytes, image, error));
    CHECK(image.messages().empty());
    CHECK(image.cells().size() == parts.cells.size());
    CHECK(image.options() == parts.options);

    std::vector<std::byte> out;
    REQUIRE(compact(image, out));
    Image merged;
    REQUIRE(Image::open(out, merged, error));
    CHECK(merged.header().version == kFormatVersion);
    CHECK(merged.messages().empty());
    REQUIRE(merged.cells().size() == parts.cells.size());
    for (std::size_t i = 0; i < parts.cells.size(); ++i) CHECK(merged.cells()[i].key == parts.cells[i].key);
    CHECK(std::string(merged.header().program) == "/opt/bin/solver");
}

TEST_CASE("a record of version 1 opened at any truncation fails with a text", "[record]") {
    auto parts = make_parts(1, 3);
    parts.header.version = 1;
    const auto whole = build(parts);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        REQUIRE(what_is_wrong_with(part) != "nothing");
    }
}

TEST_CASE("profiles of version 1 are read", "[record]") {
    auto bytes = synthetic::make_profile_bytes(2, [](synthetic::Parts& parts) { parts.header.version = 1; });
    auto* header = reinterpret_cast<ProfileHeader*>(bytes.data());
    header->version = 1;
    header->checksum = 0;
    header->checksum = fnv1a(bytes.data() + header->directory_offset, header->image_count * sizeof(ImageEntry),
                             fnv1a(header, sizeof *header));
    ProfileFile file;
    std::string error;
    const bool parsed = ProfileFile::parse(std::move(bytes), "old.shunt", file, error);
    INFO(error);
    REQUIRE(parsed);
    CHECK(file.images().size() == 2);
    CHECK(file.images()[1].messages().empty());
}
