#include "shim/observe/record/spool_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/unit/record/synthetic.hpp"

using namespace shunt::record;
using synthetic::TemporaryDirectory;

namespace {

constexpr uid_t kOther = 65534;

/// The objection to a folder with that owner, group and mode; "" for none.
std::string objection_to(const std::string& path, uid_t owner, gid_t group, mode_t mode, bool is_named) {
    mkdir(path.c_str(), 0700);
    REQUIRE(chown(path.c_str(), owner, group) == 0);
    REQUIRE(chmod(path.c_str(), mode) == 0);
    std::string error;
    const int folder = open_spool_folder(path, is_named, Missing::fail, error);
    if (folder >= 0) close(folder);
    CHECK((folder >= 0) == error.empty());
    return error;
}

bool can_be_others() {
    if (geteuid() == 0) return true;
    WARN("SKIPPED: folders of other users need root");
    return false;
}

}  // namespace

TEST_CASE("a spool folder is made for this user alone", "[record]") {
    const TemporaryDirectory directory;
    std::string error;
    CHECK(open_spool_folder(directory / "new", false, Missing::fail, error) == -1);
    const int folder = open_spool_folder(directory / "new", false, Missing::make, error);
    REQUIRE(folder >= 0);
    struct stat facts {};
    REQUIRE(fstat(folder, &facts) == 0);
    CHECK((facts.st_mode & 07777) == 0700);
    close(folder);
    CHECK(open_spool_folder(directory / "none/new", true, Missing::make, error) == -1);
    CHECK(error.find("cannot be made") != std::string::npos);
}

TEST_CASE("a spool folder is accepted or refused by its place, owner and mode", "[record]") {
    if (!can_be_others()) return;
    const TemporaryDirectory directory;
    const std::string path = directory / "folder";
    const uid_t self = geteuid();
    const gid_t group = getegid();
    // The default folder.
    CHECK(objection_to(path, self, group, 0700, false) == "");
    CHECK(objection_to(path, self, group, 0755, false) == "");
    CHECK(objection_to(path, self, group, 0775, false).find("mode 0775") != std::string::npos);
    CHECK(objection_to(path, self, group, 01777, false).find("mode 1777") != std::string::npos);
    CHECK(objection_to(path, kOther, kOther, 0777, false).find("belongs to user 65534") != std::string::npos);
    CHECK(objection_to(path, kOther, group, 0770, false).find("belongs to user 65534") != std::string::npos);
    // A folder named by the user.
    CHECK(objection_to(path, self, kOther, 0770, true) == "");
    CHECK(objection_to(path, self, group, 01777, true) == "");
    CHECK(objection_to(path, kOther, group, 02770, true) == "");
    CHECK(objection_to(path, self, group, 0777, true).find("mode 0777") != std::string::npos);
    CHECK(objection_to(path, kOther, group, 01777, true).find("belongs to user 65534") != std::string::npos);
    CHECK(objection_to(path, kOther, kOther, 0770, true).find("belongs to user 65534") != std::string::npos);
    CHECK(objection_to(path, kOther, group, 0750, true).find("belongs to user 65534") != std::string::npos);
}

TEST_CASE("links made by another user are not followed, neither to spool folders nor to spools", "[record]") {
    if (!can_be_others()) return;
    const TemporaryDirectory directory;
    std::string error;
    REQUIRE(mkdir((directory / "folder").c_str(), 0700) == 0);
    const std::string link = directory / "link";
    REQUIRE(symlink("folder", link.c_str()) == 0);
    const int folder = open_spool_folder(link, false, Missing::make, error);
    REQUIRE(folder >= 0);
    REQUIRE(lchown(link.c_str(), kOther, kOther) == 0);
    CHECK(open_spool_folder(link, false, Missing::make, error) == -1);
    CHECK(open_spool_folder(link, true, Missing::make, error) == -1);

    const auto opens = [&](const char* name) {
        const int file = open_spool(folder, name, error);
        if (file >= 0) close(file);
        return file >= 0;
    };
    std::ofstream(directory / "folder/a.spool") << "x";
    CHECK(opens("a.spool"));
    REQUIRE(symlink("a.spool", (directory / "folder/b.spool").c_str()) == 0);
    CHECK_FALSE(opens("b.spool"));
    REQUIRE(mkfifo((directory / "folder/c.spool").c_str(), 0600) == 0);
    CHECK_FALSE(opens("c.spool"));
    REQUIRE(chown((directory / "folder/a.spool").c_str(), kOther, kOther) == 0);
    CHECK_FALSE(opens("a.spool"));
    CHECK(error.find("belongs to user 65534") != std::string::npos);
    close(folder);
}
