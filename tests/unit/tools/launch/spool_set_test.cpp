#include "tools/launch/spool_set.hpp"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "native/base/process.hpp"
#include "tests/unit/record/synthetic.hpp"
#include "tools/analysis/last_places.hpp"
#include "tools/launch/run_aftermath.hpp"

using namespace shunt::tools;
using namespace shunt::record;
using synthetic::make_parts;
using synthetic::Parts;
using synthetic::TemporaryDirectory;

namespace {

bool nobody_lives(const SpoolHeader&) { return false; }

/// Puts the live spool of one rank of run `id` into `directory`.
template <class Change>
void put_spool(const TemporaryDirectory& directory, std::uint64_t id, int rank, int size, Change change) {
    Parts parts = make_parts(rank, size);
    parts.header.run_id = id;
    parts.header.state = SpoolState::running;
    change(parts);
    synthetic::write_file(directory / (std::to_string(id) + "-" + std::to_string(rank) + ".spool"),
                          synthetic::build(parts, true));
}

void put_spool(const TemporaryDirectory& directory, std::uint64_t id, int rank, int size) {
    put_spool(directory, id, rank, size, [](Parts&) {});
}

}  // namespace

TEST_CASE("spools are grouped by run, the newest first, ranks in order", "[tools]") {
    const TemporaryDirectory directory;
    for (const int rank : {1, 0}) put_spool(directory, 5, rank, 2);
    put_spool(directory, 6, 0, 3, [](Parts& parts) { parts.header.start_unix_ns += 1000; });
    std::vector<std::string> remarks;
    const auto runs = find_runs(directory.path(), nobody_lives, remarks);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].run_id == 6);
    CHECK(runs[0].world_size == 3);
    REQUIRE(runs[1].files.size() == 2);
    CHECK(runs[1].files[0].header.world_rank == 0);
    CHECK(runs[1].program == "/opt/bin/solver");
    CHECK(remarks.empty());
    CHECK_THROWS_WITH(find_runs(directory / "none", nobody_lives, remarks),
                      Catch::StartsWith("cannot read the folder"));
}

TEST_CASE("files that are no spools are named and passed over", "[tools]") {
    const TemporaryDirectory directory;
    put_spool(directory, 5, 0, 1);
    synthetic::write_file(directory / "a.spool", std::vector<std::byte>(10));
    synthetic::write_file(directory / "b.spool", std::vector<std::byte>(8 << 10));
    synthetic::write_file(directory / "c.txt", std::vector<std::byte>(10));
    std::vector<std::string> remarks;
    CHECK(find_runs(directory.path(), nobody_lives, remarks).size() == 1);
    CHECK(remarks.size() == 2);
}

TEST_CASE("links and records of another user are not read, nor a file that took the place of one", "[tools]") {
    const TemporaryDirectory directory;
    for (const int rank : {0, 1, 2}) put_spool(directory, 5, rank, 3);
    std::filesystem::rename(directory / "5-1.spool", directory / "elsewhere");
    std::filesystem::create_symlink("elsewhere", directory / "5-1.spool");
    std::vector<std::string> remarks;
    const auto runs = find_runs(directory.path(), nobody_lives, remarks);
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].files.size() == 2);
    CHECK(runs[0].files[0].bytes > 0);
    REQUIRE(remarks.size() == 1);
    CHECK(remarks[0].find("5-1.spool: a link") != std::string::npos);

    std::filesystem::rename(directory / "elsewhere", directory / "5-2.spool");
    const MergedRun merged = merge_run(runs[0]);
    CHECK(merged.images.size() == 1);
    REQUIRE(merged.remarks.size() == 1);
    CHECK(merged.remarks[0].find("replaced in the meantime") != std::string::npos);

    if (::geteuid() != 0) return;
    REQUIRE(::chmod(directory.path().c_str(), 01777) == 0);
    REQUIRE(::chown((directory / "5-0.spool").c_str(), 65534, 65534) == 0);
    remarks.clear();
    CHECK(find_runs(directory.path(), nobody_lives, remarks).front().files.size() == 1);
    CHECK(remarks.size() == 2);
}

TEST_CASE("a run's state follows from its ranks", "[tools]") {
    const auto state = [](auto change, const IsAlive& is_alive) {
        const TemporaryDirectory directory;
        put_spool(directory, 5, 0, 2, change);
        put_spool(directory, 5, 1, 2, [](Parts& parts) { parts.header.state = SpoolState::finalized; });
        std::vector<std::string> remarks;
        return find_runs(directory.path(), is_alive, remarks).front().state_text();
    };
    CHECK(state([](Parts&) {}, nobody_lives) == "killed");
    CHECK(state([](Parts&) {}, [](const SpoolHeader& header) { return header.world_rank == 1; }) == "running");
    CHECK(state([](Parts& parts) { parts.header.state = SpoolState::aborted, parts.header.abort_code = 3; },
                nobody_lives) == "aborted (code 3)");
    CHECK(state([](Parts& parts) { parts.header.state = SpoolState::exited; }, nobody_lives) == "left by exit()");
    CHECK(state([](Parts& parts) { parts.header.state = SpoolState::finalized; }, nobody_lives) ==
          "finished, but its profile was not written");
}

TEST_CASE("a process counts as alive only on its host and with its start time", "[tools]") {
    SpoolHeader header{};
    ::gethostname(header.host, sizeof header.host - 1);
    header.pid = static_cast<std::uint32_t>(::getpid());
    header.pid_start = shunt::process_start(header.pid);
    CHECK(is_alive_here(header));
    header.pid_start += 1;
    CHECK_FALSE(is_alive_here(header));
    header.pid_start -= 1;
    header.pid_space = shunt::process_space() + 1;
    CHECK_FALSE(is_alive_here(header));
    std::strcpy(header.host, "elsewhere");
    CHECK_FALSE(is_alive_here(header));
}

TEST_CASE("a rank in another pid namespace may run until the host is booted", "[tools]") {
    constexpr std::int64_t kDayNs = 86'400'000'000'000;
    const auto run_with = [](SpoolState state, std::uint32_t space, std::int64_t age_ns) {
        const TemporaryDirectory directory;
        put_spool(directory, 5, 0, 1, [&](Parts& parts) {
            SpoolHeader& header = parts.header;
            ::gethostname(header.host, sizeof header.host - 1);
            header.state = state;
            header.pid_space = space;
            header.start_unix_ns = std::int64_t{std::time(nullptr)} * 1'000'000'000 - age_ns;
        });
        std::vector<std::string> remarks;
        return find_runs(directory.path(), nobody_lives, remarks).front();
    };
    const std::uint32_t ours = shunt::process_space(), other = ours + 1;
    REQUIRE(ours != 0);
    CHECK(run_with(SpoolState::running, other, 0).unseen());
    CHECK(run_with(SpoolState::running, other, 0).state_text() == "running or killed, in a container");
    CHECK_FALSE(run_with(SpoolState::running, ours, 0).unseen());
    CHECK_FALSE(run_with(SpoolState::running, 0, 0).unseen());
    CHECK_FALSE(run_with(SpoolState::aborted, other, 0).unseen());
    CHECK_FALSE(run_with(SpoolState::running, other, 36'500 * kDayNs).unseen());
}

TEST_CASE("after a run the records of ranks that may still run stay", "[tools]") {
    const TemporaryDirectory directory;
    for (const int rank : {0, 1})
        put_spool(directory, 77, rank, 2, [&](Parts& parts) {
            ::gethostname(parts.header.host, sizeof parts.header.host - 1);
            parts.header.start_unix_ns = std::int64_t{std::time(nullptr)} * 1'000'000'000;
            parts.header.pid_space = shunt::process_space() + static_cast<std::uint32_t>(rank);
            parts.header.pid_start = 1;
        });
    ProfileFile profile;
    CHECK(collect_profile(directory / "a.shunt", {}, 77, directory.path(), profile) == Aftermath::recovered);
    CHECK_FALSE(std::filesystem::exists(directory / "77-0.spool"));
    CHECK(std::filesystem::exists(directory / "77-1.spool"));
}

TEST_CASE("merging takes every readable rank and names the missing", "[tools]") {
    const TemporaryDirectory directory;
    for (const int rank : {0, 2, 4, 5}) put_spool(directory, 5, rank, 6);
    put_spool(directory, 5, 3, 6, [](Parts& parts) { parts.cells[0].key.function = 200; });
    put_spool(directory, 5, 1, 7);
    std::vector<std::string> remarks;
    const auto runs = find_runs(directory.path(), nobody_lives, remarks);
    std::size_t steps = 0;
    const MergedRun merged = merge_run(runs.front(), [&](std::size_t done) { steps = done; });
    CHECK(steps == 6);
    CHECK(merged.images.size() == 4);
    CHECK(merged.missing == std::vector<std::int32_t>{1, 3});
    REQUIRE(merged.remarks.size() == 2);
    CHECK(merged.remarks[0].find("from a run of another size") != std::string::npos);
    CHECK(merged.remarks[1].find("damaged: a cell") != std::string::npos);
    std::string error;
    REQUIRE(write_profile(directory / "a.shunt", merged.images, kRecovered, error));
    ProfileFile profile;
    REQUIRE(ProfileFile::load(directory / "a.shunt", profile, error));
    CHECK(profile.recovered());
    CHECK(profile.missing_ranks() == merged.missing);
    CHECK(profile.images()[1].cells().size() == make_parts(2, 6).cells.size());
}

TEST_CASE("the later of two records of one rank is used", "[tools]") {
    const TemporaryDirectory directory;
    put_spool(directory, 5, 0, 1);
    std::filesystem::rename(directory / "5-0.spool", directory / "old.spool");
    put_spool(directory, 5, 0, 1, [](Parts& parts) { parts.header.start_unix_ns += 5; });
    std::vector<std::string> remarks;
    const auto runs = find_runs(directory.path(), nobody_lives, remarks);
    REQUIRE(runs.front().files.size() == 1);
    CHECK(runs.front().files[0].path == directory / "5-0.spool");
    CHECK(remarks.size() == 1);
}

TEST_CASE("recovery says where each unfinished rank was and for how long", "[tools]") {
    std::vector<std::vector<std::byte>> bytes;
    for (int rank = 0; rank < 4; ++rank) {
        Parts parts = make_parts(rank, 4);
        auto& head = parts.header;
        if (rank != 3) head.state = SpoolState::running;
        if (rank == 1) {
            head.current_function = parts.function("MPI_Recv");
            head.current_comm = 0;
            head.current_peer = 2;
            head.current_enter_ticks = head.clock_last.ticks - 1'000'000'000;
            head.clock_last = {head.clock_first.ticks + 10, head.clock_first.monotonic_ns + 5};
        }
        if (rank == 2) head.state = SpoolState::aborted, head.abort_code = 3;
        bytes.push_back(synthetic::build(parts, true));
    }
    std::vector<Image> images(4);
    std::string error;
    for (std::size_t i = 0; i < 4; ++i) REQUIRE(Image::open(bytes[i], images[i], error));
    const auto lines = last_places(images);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == "rank 0 (node0): outside MPI");
    CHECK(lines[1] == "rank 1 (node0): in MPI_Recv from rank 2 of MPI_COMM_WORLD for at least 500 ms");
    CHECK(lines[2] == "rank 2 (node0): called MPI_Abort with code 3");
}

TEST_CASE("a rank that called exit() is not said to be outside MPI", "[tools]") {
    Parts parts = make_parts(0, 1);
    parts.header.state = SpoolState::exited, parts.header.abort_code = 7;
    const auto bytes = synthetic::build(parts, true);
    std::vector<Image> images(1);
    std::string error;
    REQUIRE(Image::open(bytes, images[0], error));
    CHECK(last_places(images) == std::vector<std::string>{"rank 0 (node0): left by exit(7) without MPI_Finalize"});
}

TEST_CASE("lists of ranks are short", "[tools]") {
    CHECK(rank_list({}).empty());
    CHECK(rank_list({3}) == "3");
    CHECK(rank_list({3, 4}) == "3, 4");
    CHECK(rank_list({1, 5, 6, 7, 9}) == "1, 5-7 and 9");
    std::vector<std::int32_t> even;
    for (int i = 0; i < 100; ++i) even.push_back(2 * i);
    CHECK(rank_list(even) == "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22 and 88 more");
}

TEST_CASE("after a run the profile is taken as it is when it is whole", "[tools]") {
    const TemporaryDirectory directory;
    const std::string path = directory / "a.shunt";
    const FileStamp before = stamp_of(path);
    synthetic::write_file(path, synthetic::make_profile_bytes(2));
    ProfileFile profile;
    CHECK(collect_profile(path, before, 1, directory.path(), profile) == Aftermath::profile);
    CHECK(profile.images().size() == 2);
    CHECK(collect_profile(path, stamp_of(path), 1, directory.path(), profile) ==
          Aftermath::nothing);  // an old file is not of this run
}

TEST_CASE("after a crash the profile is made from the spools of this run only, which are then removed", "[tools]") {
    const TemporaryDirectory directory;
    for (const int rank : {0, 1}) put_spool(directory, 77, rank, 2);
    put_spool(directory, 78, 0, 1);
    ProfileFile profile;
    CHECK(collect_profile(directory / "a.shunt", {}, 77, directory.path(), profile) == Aftermath::recovered);
    CHECK(profile.images().size() == 2);
    CHECK(profile.recovered());
    CHECK_FALSE(std::filesystem::exists(directory / "77-0.spool"));
    CHECK(std::filesystem::exists(directory / "78-0.spool"));
}

TEST_CASE("ranks that missed the profile are added from their spools", "[tools]") {
    const TemporaryDirectory directory;
    const std::string path = directory / "a.shunt";
    ProfileWriter writer;
    REQUIRE(writer.open(path, 3, 3, synthetic::kRunId));
    REQUIRE(writer.add(0, synthetic::make_image(0, 3)));
    REQUIRE(writer.finish(0));
    put_spool(directory, synthetic::kRunId, 2, 3);
    ProfileFile profile;
    CHECK(collect_profile(path, {}, synthetic::kRunId, directory.path(), profile) == Aftermath::recovered);
    CHECK(profile.missing_ranks() == std::vector<std::int32_t>{1});
    CHECK(profile.images()[1].header().world_rank == 2);
}

TEST_CASE("a program without a dynamic linker is named as the reason for an empty record", "[tools]") {
    const TemporaryDirectory directory;
    Elf64_Ehdr head{};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_type = ET_EXEC;
    const auto* start = reinterpret_cast<const std::byte*>(&head);
    synthetic::write_file(directory / "app", {start, start + sizeof head});
    std::filesystem::permissions(directory / "app", std::filesystem::perms::owner_all);
    CHECK(explain_nothing(directory / "app", 0) ==
          "nothing was recorded: " + directory.path() +
              "/app is linked statically, and LD_PRELOAD does not reach such programs");
    CHECK(explain_nothing("sh", 3).starts_with(
        "nothing was recorded; the command ended with status 3. Possible reasons:\n"));
    CHECK(explain_nothing("sh", 0).starts_with("nothing was recorded. Possible reasons:\n"));
}
