#include "shim/observe/record/image.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "tests/unit/record/synthetic.hpp"

using namespace shunt::record;
using synthetic::build;
using synthetic::make_image;
using synthetic::make_parts;

namespace {

std::string error_of(const std::vector<std::byte>& bytes) {
    Image image;
    std::string error;
    return Image::open(bytes, image, error) ? "opened" : error;
}

template <class Change>
std::string error_after(Change change) {
    auto bytes = make_image(1, 4);
    change(*reinterpret_cast<SpoolHeader*>(bytes.data()));
    return error_of(bytes);
}

/// Reads every byte that the view gives access to, as a report would; the sanitizer checks the accesses.
std::uint64_t read_everything(const Image& image) {
    std::uint64_t sum = 0;
    for (const Cell& cell : image.cells()) {
        sum += image.function_name(cell.key.function).size() + image.engine_name(cell.key.engine).size();
        sum += image.string_at(cell.key.callsite).size() + image.phases()[cell.key.phase].entries + cell.count;
        if (cell.key.comm < kOverflowComm) sum += std::strlen(image.comms()[cell.key.comm].name);
    }
    for (const CollectiveSample& sample : image.samples())
        sum += image.function_kind(sample.function).size() + sample.bytes;
    for (const BufferEntry& buffer : image.buffers()) sum += buffer.uses;
    for (const OverflowEntry& entry : image.overflow()) sum += entry.count;
    for (const CounterEntry& counter : image.counters()) sum += std::strlen(counter.name) + counter.value;
    for (const MessageEntry& entry : image.messages()) sum += image.cells()[entry.cell].count + entry.messages;
    for (const TimeBin& bin : image.bins())
        sum += bin.ticks[0] + (bin.phase == kManyPhases ? 0 : image.phases()[bin.phase].entries);
    for (const char c : image.options()) sum += static_cast<unsigned char>(c);
    return sum + std::strlen(image.header().host) + std::strlen(image.header().program) +
           static_cast<std::uint64_t>(image.ns_per_tick());
}

}  // namespace

TEST_CASE("an image returns the recorded data", "[record]") {
    const bool live = GENERATE(false, true);
    const auto bytes = make_image(2, 6, live);
    Image image;
    std::string error;
    REQUIRE(Image::open(bytes, image, error));
    const auto parts = make_parts(2, 6);
    CHECK(image.header().world_rank == 2);
    REQUIRE(image.cells().size() == parts.cells.size());
    CHECK(image.cells()[0].key == parts.cells[0].key);
    CHECK(image.comms().size() == 2);
    CHECK(std::string(image.comms()[1].name) == "dup of MPI_COMM_WORLD");
    CHECK(image.phases()[1].label == 7);
    CHECK(image.samples().size() == 8);
    CHECK(image.counters()[0].value == 20);
    CHECK(image.overflow().size() == parts.functions.size());
    CHECK(image.function_name(2) == "MPI_Isend");
    CHECK(image.function_kind(2) == "isend");
    CHECK(image.function_name(999) == "?");
    CHECK(image.engine_name(1) == "phased");
    CHECK(image.string_at(1) == "solver+0x1234");
    CHECK(image.string_at(0).empty());
    CHECK(image.string_at(4'000'000'000u).empty());
    CHECK(image.options() == parts.options);
    CHECK(image.ns_per_tick() == Approx(synthetic::kNsPerTick));
}

TEST_CASE("an image reports the fault of bytes that are not a record", "[record]") {
    CHECK(error_of({}) == "truncated: 0 bytes are too few for a record");
    CHECK(error_of(std::vector<std::byte>(5000, std::byte{'x'})) == "not a Shunt record");
    CHECK(error_after([](SpoolHeader& header) { header.version = kFormatVersion + 1; }) ==
          "written by a newer Shunt (format 5, this reads 4): use a newer shunt");
    CHECK(error_after([](SpoolHeader& header) { header.version = 0; }) ==
          "written by another Shunt (format 0, this reads 4): use the shunt that wrote it");
    CHECK(error_after([](SpoolHeader& header) { header.version = 1; }) == "damaged: the header has another size");
    CHECK(error_after([](SpoolHeader& header) { header.world_rank = 4; }) == "damaged: rank outside MPI_COMM_WORLD");
    CHECK(error_after([](SpoolHeader& header) { header.cells.offset = ~7ull; }) ==
          "damaged: cells lie outside the record");
    CHECK(error_after([](SpoolHeader& header) { header.cells.capacity = ~0ull / 100; }) ==
          "damaged: cells lie outside the record");
    CHECK(error_after([](SpoolHeader& header) { header.comms.used = 3; }) ==
          "damaged: communicators claim more entries than fit");
    CHECK(error_after([](SpoolHeader& header) { header.phases.used = 1; }) ==
          "damaged: a cell names something that does not exist");
    CHECK(error_after([](SpoolHeader& header) { header.function_count = 3; }) == "damaged: function names");
    CHECK(error_after([](SpoolHeader& header) { std::memset(header.host, 'h', sizeof header.host); }) ==
          "damaged: a text in the header has no end");
    auto cut = make_image(0, 2);
    const std::size_t whole = cut.size();
    cut.resize(2048);
    CHECK(error_of(cut) == "truncated: 2048 of " + std::to_string(whole) + " bytes");
}

TEST_CASE("a cell that names a missing function, phase, communicator, engine or callsite is damage", "[record]") {
    const auto damage = [](auto change) {
        auto parts = make_parts(0, 2);
        change(parts.cells[3]);
        return error_of(build(parts));
    };
    const std::string damaged = "damaged: a cell names something that does not exist";
    CHECK(damage([](Cell& cell) { cell.key.function = 8; }) == damaged);
    CHECK(damage([](Cell& cell) { cell.key.phase = 2; }) == damaged);
    CHECK(damage([](Cell& cell) { cell.key.comm = 2; }) == damaged);
    CHECK(damage([](Cell& cell) { cell.key.engine = 2; }) == damaged);
    CHECK(damage([](Cell& cell) { cell.key.callsite = 900; }) == damaged);
    CHECK(damage([](Cell& cell) { cell.peer_world = 2; }) == damaged);
    CHECK(damage([](Cell& cell) { cell.peer_world = -5; }) == damaged);
    CHECK(damage([](Cell& cell) { cell.key.comm = kNoComm; }) == "opened");
    CHECK(damage([](Cell& cell) { cell.key.comm = kOverflowComm; }) == "opened");
    CHECK(damage([](Cell& cell) { cell.peer_world = kUnknownWorldRank; }) == "opened");
}

TEST_CASE("an image opened at any truncation fails with a text", "[record]") {
    const auto whole = make_image(1, 3);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        Image image;
        std::string error;
        REQUIRE_FALSE(Image::open(part, image, error));
        REQUIRE_FALSE(error.empty());
    }
}

TEST_CASE("an image with any damage is refused or stays safe to read", "[record]") {
    const auto whole = make_image(1, 3, true);
    std::mt19937 random(20240817);
    std::uint64_t opened = 0, refused = 0, sum = 0;
    for (int round = 0; round < 20000; ++round) {
        auto bytes = whole;
        const unsigned hits = 1 + random() % 4;
        for (unsigned i = 0; i < hits; ++i) {
            const std::size_t at = random() % (random() % 2 ? sizeof(SpoolHeader) : bytes.size());
            bytes[at] = static_cast<std::byte>(random() % 3 == 0 ? 0xff : random() % 256);
        }
        Image image;
        std::string error;
        if (Image::open(bytes, image, error)) {
            std::vector<std::byte> compacted;
            REQUIRE(compact(image, compacted));
            sum += read_everything(image);
            ++opened;
        } else {
            REQUIRE_FALSE(error.empty());
            ++refused;
        }
    }
    CHECK(opened > 100);
    CHECK(refused > 100);
    CHECK(sum != 0);
}

TEST_CASE("a compacted image holds the same and has no room to grow", "[record]") {
    const auto live = make_image(1, 4, true);
    Image before, after;
    std::string error;
    std::vector<std::byte> bytes, again;
    REQUIRE(Image::open(live, before, error));
    REQUIRE(compact(before, bytes));
    CHECK(bytes.size() < live.size());
    REQUIRE(Image::open(bytes, after, error));
    CHECK(after.header().cell_index.capacity == 0);
    CHECK(after.header().cells.capacity == after.header().cells.used);
    CHECK(after.buffers().size() == 2);
    CHECK(after.cells().size() == before.cells().size());
    CHECK(std::memcmp(after.cells().data(), before.cells().data(), after.cells().size_bytes()) == 0);
    CHECK(after.options() == before.options());
    CHECK(after.string_at(1) == before.string_at(1));
    CHECK(after.function_kind(5) == "collective");
    REQUIRE(compact(after, again));
    CHECK(again == bytes);
}
