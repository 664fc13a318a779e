#include "native/base/own_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace shunt;

namespace {

constexpr std::size_t kMost = 1000;

struct OwnFolder {
    std::string path = "/tmp/shunt-own-file-test.XXXXXX";
    OwnFolder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
    ~OwnFolder() { std::filesystem::remove_all(path); }
    std::string operator/(const char* name) const { return path + "/" + name; }
};

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

std::string append(const std::string& path, const std::string& more) {
    return change_own_file(path, kMost, [&](std::string_view text) { return std::string(text) + more; });
}

}  // namespace

TEST_CASE("an own file is made with its folders, read, and changed in one step", "[base]") {
    const OwnFolder folder;
    const std::string path = folder / "a/b/file";
    CHECK_FALSE(read_own_file(path, kMost).is_there);
    CHECK(read_own_file(path, kMost).problem.empty());
    CHECK(append(path, "one ") == "");
    CHECK(append(path, "two") == "");
    const OwnFile read = read_own_file(path, kMost);
    CHECK(read.is_there);
    CHECK(read.text == "one two");
    struct stat file {
    }, place{};
    REQUIRE(stat(path.c_str(), &file) == 0);
    REQUIRE(stat((folder / "a").c_str(), &place) == 0);
    CHECK((file.st_mode & 07777) == 0600);
    CHECK((place.st_mode & 07777) == 0700);
    CHECK(append(path, "") == "");
    struct stat after {};
    REQUIRE(stat(path.c_str(), &after) == 0);
    CHECK(after.st_ino == file.st_ino);  // nothing to write
}

TEST_CASE("a file that others may have written is neither read nor replaced", "[base]") {
    const OwnFolder folder;
    const std::string path = folder / "file";
    put(path, "text");
    chmod(path.c_str(), 0600);
    std::string expected;
    SECTION("a file that the group may write to") {
        chmod(path.c_str(), 0660);
        expected = "it may be written to by others";
    }
    SECTION("a folder that everybody may write to") {
        chmod(folder.path.c_str(), 01777);
        expected = "its folder may be written to by others";
    }
    SECTION("a link") {
        rename(path.c_str(), (folder / "other").c_str());
        REQUIRE(symlink((folder / "other").c_str(), path.c_str()) == 0);
        expected = "it is a link";
    }
    SECTION("a file of two names") {
        REQUIRE(link(path.c_str(), (folder / "other").c_str()) == 0);
        expected = "it has several names";
    }
    SECTION("a FIFO") {
        unlink(path.c_str());
        REQUIRE(mkfifo(path.c_str(), 0600) == 0);
        expected = "it is not a regular file";
    }
    SECTION("too much") {
        put(path, std::string(kMost + 1, 'x'));
        expected = "it is too long";
    }
    SECTION("another user's file") {
        if (geteuid() != 0) return;
        REQUIRE(chown(path.c_str(), 65534, 65534) == 0);
        expected = "it belongs to user 65534";
    }
    SECTION("another user's folder") {
        if (geteuid() != 0) return;
        REQUIRE(chown(folder.path.c_str(), 65534, 65534) == 0);
        expected = "its folder belongs to user 65534";
    }
    CHECK(read_own_file(path, kMost).problem == expected);
    CHECK_FALSE(read_own_file(path, kMost).is_there);
    CHECK(append(path, "more") == expected);
    CHECK_FALSE(std::filesystem::exists(path + ".new"));
}

TEST_CASE("a writer waits for no other for long, and leaves its file alone", "[base]") {
    const OwnFolder folder;
    const std::string path = folder / "file";
    REQUIRE(append(path, "text").empty());
    const int other = open((path + ".lock").c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(flock(other, LOCK_EX) == 0);
    CHECK_THAT(append(path, "more"), Catch::StartsWith("its lock is held"));
    CHECK(content(path) == "text");
    close(other);
    CHECK(append(path, "more").empty());
    CHECK(content(path) == "textmore");
}

TEST_CASE("a failed write leaves the old file, and no part of a new one", "[base]") {
    const OwnFolder folder;
    const std::string path = folder / "file";
    REQUIRE(append(path, "text").empty());
    put(path + ".new", "left by a writer that was killed");
    rlimit limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    const rlimit low{10, limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &low) == 0);
    const std::string problem = append(path, std::string(100, 'x'));
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    CHECK(problem == "it cannot be written: File too large");
    CHECK(content(path) == "text");
    CHECK_FALSE(std::filesystem::exists(path + ".new"));
    CHECK_FALSE(change_own_file("/proc/none/file", kMost, [](std::string_view) { return "x"; }).empty());
}
