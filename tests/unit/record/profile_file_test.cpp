#include "shim/observe/record/profile_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <random>

#include "tests/unit/record/synthetic.hpp"

using namespace shunt::record;
using synthetic::make_image;
using synthetic::make_profile_bytes;
using synthetic::TemporaryDirectory;

namespace {

std::string error_of(std::vector<std::byte> bytes) {
    ProfileFile file;
    std::string error;
    return ProfileFile::parse(std::move(bytes), "a.shunt", file, error) ? "loaded" : error;
}

std::size_t files_in(const std::string& directory) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory)) ++count;
    return count;
}

}  // namespace

TEST_CASE("a profile written rank by rank in any order is read back sorted", "[record]") {
    const TemporaryDirectory directory;
    const std::string path = directory / "run.shunt";
    ProfileWriter writer;
    REQUIRE(writer.open(path, 4, 4, synthetic::kRunId));
    for (const int rank : {2, 0, 3, 1}) REQUIRE(writer.add(rank, make_image(rank, 4)));
    CHECK_FALSE(std::filesystem::exists(path));
    REQUIRE(writer.finish(0));
    CHECK(files_in(directory.path()) == 1);

    ProfileFile file;
    std::string error;
    REQUIRE(ProfileFile::load(path, file, error));
    REQUIRE(file.images().size() == 4);
    for (int rank = 0; rank < 4; ++rank)
        CHECK(file.images()[static_cast<std::size_t>(rank)].header().world_rank == rank);
    CHECK(file.images()[3].cells().size() == synthetic::make_parts(3, 4).cells.size());
    CHECK(file.header().run_id == synthetic::kRunId);
    CHECK_FALSE(file.incomplete());
    CHECK_FALSE(file.recovered());
    const ProfileFile moved = std::move(file);
    CHECK(std::string(moved.images()[0].header().host) == "node0");
}

TEST_CASE("a profile without some ranks names them", "[record]") {
    const TemporaryDirectory directory;
    ProfileWriter writer;
    REQUIRE(writer.open(directory / "run.shunt", 4, 4, synthetic::kRunId));
    REQUIRE(writer.add(1, make_image(1, 4)));
    REQUIRE(writer.finish(kRecovered));
    ProfileFile file;
    std::string error;
    REQUIRE(ProfileFile::load(directory / "run.shunt", file, error));
    CHECK(file.incomplete());
    CHECK(file.recovered());
    CHECK(file.missing_ranks() == std::vector<std::int32_t>{0, 2, 3});
}

TEST_CASE("a profile that is not finished leaves no file and keeps the old one", "[record]") {
    const TemporaryDirectory directory;
    const std::string path = directory / "run.shunt";
    synthetic::write_file(path, make_profile_bytes(1));
    {
        ProfileWriter writer;
        REQUIRE(writer.open(path, 2, 2, 5));
        REQUIRE(writer.add(0, make_image(0, 2)));
        CHECK(files_in(directory.path()) == 2);
    }
    CHECK(files_in(directory.path()) == 1);
    ProfileFile file;
    std::string error;
    CHECK(ProfileFile::load(path, file, error));
}

TEST_CASE("a profile that cannot be written reports the reason", "[record]") {
    const TemporaryDirectory directory;
    ProfileWriter writer;
    CHECK_FALSE(writer.open(directory / "missing/run.shunt", 1, 1, 5));
    CHECK(writer.error() == "cannot write profile " + directory.path() +
                                "/missing/run.shunt: cannot make a file there: No such file or directory");
    CHECK_FALSE(writer.add(0, make_image(0, 1)));
    CHECK_FALSE(writer.open("/dev/null", 1, 1, 5));
    CHECK(writer.error() == "cannot write profile /dev/null: the name belongs to something that is not a file");
    REQUIRE(writer.open(directory / "run.shunt", 1, 1, 5));
    REQUIRE(writer.add(0, make_image(0, 1)));
    CHECK_FALSE(writer.add(0, make_image(0, 1)));
    CHECK(files_in(directory.path()) == 0);
}

TEST_CASE("writing through a link replaces the file that it points to, not the link", "[record]") {
    const TemporaryDirectory directory;
    synthetic::write_file(directory / "old.shunt", {});
    REQUIRE(::symlink("old.shunt", (directory / "link.shunt").c_str()) == 0);
    ProfileWriter writer;
    REQUIRE(writer.open(directory / "link.shunt", 1, 1, synthetic::kRunId));
    REQUIRE(writer.add(0, make_image(0, 1)));
    REQUIRE(writer.finish(0));
    CHECK(std::filesystem::is_symlink(directory / "link.shunt"));
    CHECK(std::filesystem::file_size(directory / "old.shunt") > 1000);
}

TEST_CASE("images of a run become a profile at once", "[record]") {
    const TemporaryDirectory directory;
    const auto first = make_image(0, 2, true), second = make_image(1, 2, true);
    std::vector<Image> images(2);
    std::string error;
    REQUIRE(Image::open(first, images[1], error));
    REQUIRE(Image::open(second, images[0], error));
    REQUIRE(write_profile(directory / "run.shunt", images, 0, error));
    ProfileFile file;
    REQUIRE(ProfileFile::load(directory / "run.shunt", file, error));
    CHECK(file.images()[1].header().cell_index.capacity == 0);
    CHECK_FALSE(write_profile(directory / "none.shunt", {}, 0, error));
}

TEST_CASE("a file that is no profile gets a clear error", "[record]") {
    ProfileFile file;
    std::string error;
    CHECK_FALSE(ProfileFile::load("/nonexistent/x.shunt", file, error));
    CHECK(error == "cannot read /nonexistent/x.shunt: No such file or directory");
    CHECK_FALSE(ProfileFile::load("/tmp", file, error));
    CHECK(error == "cannot read /tmp: Is a directory");
    CHECK(error_of({}) == "a.shunt is not a Shunt profile");
    CHECK(error_of(std::vector<std::byte>(9000, std::byte{7})) == "a.shunt is not a Shunt profile");
    CHECK(error_of(make_image(0, 2)).find("merge its directory with 'shunt recover'") != std::string::npos);

    auto newer = make_profile_bytes(2);
    reinterpret_cast<ProfileHeader*>(newer.data())->version = kFormatVersion + 1;
    CHECK(error_of(newer) == "a.shunt: written by a newer Shunt (format 5, this reads 4): use a newer shunt");

    auto cut = make_profile_bytes(2);
    const std::size_t whole = cut.size();
    cut.resize(4096);
    CHECK(error_of(cut) == "a.shunt: truncated: 4096 of " + std::to_string(whole) + " bytes");

    auto damaged = make_profile_bytes(3);
    damaged[damaged.size() - 100] ^= std::byte{1};
    CHECK(error_of(damaged) == "a.shunt: damaged: checksum of rank 2");
    auto head = make_profile_bytes(3);
    head[offsetof(ProfileHeader, world_size)] ^= std::byte{1};
    CHECK(error_of(head) == "a.shunt: damaged: checksum of the header");
}

TEST_CASE("a profile with any byte changed or cut off never crashes a reader", "[record]") {
    const auto whole = make_profile_bytes(3);
    std::mt19937 random(7);
    for (int round = 0; round < 1500; ++round) {
        auto bytes = whole;
        if (round % 3 == 0) bytes.resize(random() % bytes.size());
        else bytes[random() % (round % 3 == 1 ? 200 : bytes.size())] ^= static_cast<std::byte>(1 + random() % 255);
        const std::string error = error_of(bytes);
        REQUIRE_FALSE(error.empty());
    }
}
