#include "shim/observe/record/spool.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "shim/observe/record/image.hpp"
#include "shim/observe/record/recorder.hpp"
#include "tests/unit/native/node/processes.hpp"

using namespace shunt::record;

namespace {

/// A folder of this test's own, removed with all files in it.
struct Folder {
    std::string path = "/tmp/shunt-spool-test.XXXXXX";
    Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
    ~Folder() { std::filesystem::remove_all(path); }
};

SpoolSetup setup_in(const std::string& directory, std::uint64_t memory) {
    SpoolSetup setup;
    setup.directory = directory;
    setup.memory_bytes = memory;
    setup.run_id = 7;
    setup.function_count = 2;
    setup.functions = "MPI_Send send\nMPI_Recv recv\n";
    setup.engines = "host\n";
    setup.engine_count = 1;
    return setup;
}

/// A recorder with its spool, in a folder of its own.
struct Recording {
    explicit Recording(std::uint64_t memory) {
        REQUIRE(spool.open(setup_in(folder.path, memory), error));
        recorder = std::make_unique<Recorder>(spool);
    }
    Folder folder;
    Spool spool;
    std::string error;
    std::unique_ptr<Recorder> recorder;
};

/// Adds rows with ever new lengths until there is no room or `most` are there.   Returns: their number.
std::uint64_t add_rows(Recorder& recorder, std::uint64_t first, std::uint64_t most) {
    for (std::uint64_t i = first; i < most; ++i) {
        const RowKey key(0, kNoComm, 0, i, kCall);
        Cell* cell = recorder.row(key, [](std::int32_t peer) { return peer; });
        if (!cell) return i;
        cell->count += 1;
    }
    return most;
}

std::vector<std::byte> contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::byte> bytes(std::filesystem::file_size(path));
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

}  // namespace

TEST_CASE("two records of one run, rank and process are two files") {
    Folder folder;
    Spool spools[2];
    SpoolSetup setup = setup_in(folder.path, 1u << 20);
    for (Spool& spool : spools) {
        std::string error;
        CHECK(spool.open(setup, error));
        CHECK(error == "");
        setup.ordinal += 1;
    }
    CHECK(spools[0].path() != spools[1].path());
    CHECK(std::filesystem::exists(spools[0].path()));
    CHECK(std::filesystem::exists(spools[1].path()));
}

TEST_CASE("the record is given up, not waited for without end, while it is locked") {
    Recording begun(1u << 20);
    auto& [folder, spool, error, recorder] = begun;
    CHECK(Recorder::LockedIfFree(*recorder).holds());  // one thread: there is no lock
    recorder->set_multithreaded(true);
    {
        const Recorder::Locked interrupted(*recorder);
        CHECK_FALSE(Recorder::LockedIfFree(*recorder).holds());
        CHECK_FALSE(Recorder::LockedIfFree(*recorder).holds());  // nor did the first attempt unlock it
    }
    CHECK(Recorder::LockedIfFree(*recorder).holds());
    CHECK(Recorder::LockedIfFree(*recorder).holds());
}

TEST_CASE("a spool begins small, and after every step its file is a whole image") {
    Folder folder;
    Spool spool;
    std::string error;
    REQUIRE(spool.open(setup_in(folder.path, 8u << 20), error));
    REQUIRE(error == "");
    CHECK(std::filesystem::file_size(spool.path()) < (3u << 20));
    const auto recorder = std::make_unique<Recorder>(spool);
    std::uint64_t rows = 0;
    for (const std::uint64_t most : {1u, 4096u, 4097u, 20000u}) {
        rows = add_rows(*recorder, rows, most);
        REQUIRE(rows == most);
        const auto bytes = contents(spool.path());
        CHECK(bytes.size() <= spool.bytes());
        Image image;
        const bool opened = Image::open(bytes, image, error);
        INFO(error);
        REQUIRE(opened);
        REQUIRE(image.cells().size() == rows);
        CHECK(image.cells()[rows - 1].key.bytes == rows - 1);
        // All rows are found in their places also after their index has grown.
        const std::uint64_t slots = spool.header()->cell_index.capacity;
        CHECK(slots >= 2 * rows);
        CHECK(slots <= 4 * spool.header()->cells.capacity);
        CHECK(spool.header()->cell_index.used == rows);
        REQUIRE(add_rows(*recorder, 0, rows) == rows);
        CHECK(spool.header()->cells.used == rows);
        CHECK(image.cells().size() == rows);
    }
}

TEST_CASE("a spool stops at its memory, and reports it") {
    Recording begun(1u << 20);
    auto& [folder, spool, error, recorder] = begun;
    const std::uint64_t rows = add_rows(*recorder, 0, 1u << 20);
    CHECK(rows == spool.header()->cells.capacity);
    CHECK(spool.header()->flags & kCellsOverflowed);
    CHECK(spool.header()->image_bytes <= (1u << 20));
    CHECK(spool.header()->cell_index.offset + spool.header()->cell_index.capacity * sizeof(std::uint32_t) <=
          spool.header()->cells.offset);
    const std::uint64_t more = 10;
    recorder->overflow(RowKey(0, kNoComm, 0, more, kCall), 5);
    Image image;
    const auto bytes = contents(spool.path());
    const bool opened = Image::open(bytes, image, error);
    INFO(error);
    REQUIRE(opened);
    CHECK(image.cells().size() == rows);
    CHECK(image.overflow()[0].count == 1);
}

TEST_CASE("a spool that cannot grow keeps its content") {
    Recording begun(8u << 20);
    auto& [folder, spool, error, recorder] = begun;
    const std::uint64_t first = spool.header()->cells.capacity;
    REQUIRE(add_rows(*recorder, 0, first) == first);
    const std::string kept = folder.path + "/kept";
    REQUIRE(rename(spool.path().c_str(), kept.c_str()) == 0);  // as if the file system had refused
    CHECK(add_rows(*recorder, first, first + 1) == first);
    CHECK(spool.header()->flags & kCellsOverflowed);
    Image image;
    const auto bytes = contents(kept);
    const bool opened = Image::open(bytes, image, error);
    INFO(error);
    REQUIRE(opened);
    CHECK(image.cells().size() == first);
}

TEST_CASE("only the file that was made grows, not one that took its name") {
    Recording begun(8u << 20);
    auto& [folder, spool, error, recorder] = begun;
    const std::uint64_t first = spool.header()->cells.capacity;
    REQUIRE(add_rows(*recorder, 0, first) == first);
    const std::string precious = folder.path + "/precious";
    std::ofstream(precious) << "kept";
    REQUIRE(unlink(spool.path().c_str()) == 0);
    const bool by_link = GENERATE(true, false);
    REQUIRE((by_link ? symlink(precious.c_str(), spool.path().c_str())
                     : link(precious.c_str(), spool.path().c_str())) == 0);
    CHECK(add_rows(*recorder, first, first + 1) == first);
    CHECK(spool.header()->flags & kFileStuck);
    CHECK(std::filesystem::file_size(precious) == 4);
    const std::string name = spool.path();
    spool.remove_file();
    CHECK(std::filesystem::is_symlink(name) == by_link);  // the file is not Shunt's to remove
    CHECK(std::filesystem::exists(name));
}

TEST_CASE("a spool beyond the limit of files stays in memory, one that reaches it keeps its content") {
    const auto run = [](rlim_t before, rlim_t after) {
        return node_test::end_of(node_test::start_child([before, after] {
            Folder folder;
            Spool spool;
            std::string error;
            const rlimit first{before, RLIM_INFINITY}, then{after, RLIM_INFINITY};
            setrlimit(RLIMIT_FSIZE, &first);
            if (!spool.open(setup_in(folder.path, 8u << 20), error)) return 1;
            if (spool.path().empty()) return error.find("ulimit -f") != std::string::npos ? 10 : 2;
            const auto recorder = std::make_unique<Recorder>(spool);
            setrlimit(RLIMIT_FSIZE, &then);
            const std::uint64_t rows = add_rows(*recorder, 0, 20000);
            return rows == 20000 ? 11 : rows % 4096 == 0 && (spool.header()->flags & kFileStuck) ? 12 : 3;
        }));
    };
    CHECK(run(10000, 10000) == "exit 10");
    CHECK(run(RLIM_INFINITY, RLIM_INFINITY) == "exit 11");
    CHECK(run(RLIM_INFINITY, 0) == "exit 12");
    CHECK(run(3000000, 3000000) == "exit 12");
}

TEST_CASE("a spool in private memory grows as well") {
    Spool spool;
    std::string error;
    REQUIRE(spool.open(setup_in("", 8u << 20), error));
    const auto recorder = std::make_unique<Recorder>(spool);
    CHECK(add_rows(*recorder, 0, 20000) == 20000);
}
