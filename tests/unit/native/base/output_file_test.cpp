#include "native/base/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace shunt;

namespace {

constexpr uid_t kOther = 65534;

/// A folder that all users may write to, as /tmp, beside a file of this user alone.
struct SharedFolder {
    std::string top = "/tmp/shunt-output-test.XXXXXX";
    std::string path, precious;
    SharedFolder() {
        REQUIRE(mkdtemp(top.data()) != nullptr);
        path = top + "/shared";
        precious = top + "/precious";
        REQUIRE(mkdir(path.c_str(), 0700) == 0);
        REQUIRE(chmod(path.c_str(), 01777) == 0);
        std::ofstream(precious) << "kept";
    }
    ~SharedFolder() { std::filesystem::remove_all(top); }
    std::string operator/(const char* name) const { return path + "/" + name; }
};

/// Opens and closes the file.   Returns: 0 or an errno.
int opened(const std::string& path) {
    const int file = open_output(path, 0, 0600);
    if (file < 0) return errno;
    close(file);
    return 0;
}

bool is_root() {
    if (geteuid() == 0) return true;
    WARN("SKIPPED: a second user needs root");
    return false;
}

}  // namespace

TEST_CASE("own files, new files and own links are opened in a folder of everybody", "[base]") {
    const SharedFolder folder;
    CHECK(opened(folder / "new") == 0);
    CHECK(opened(folder / "new") == 0);
    REQUIRE(symlink("../precious", (folder / "link").c_str()) == 0);
    CHECK(opened(folder / "link") == 0);
    std::string path = folder / "link";
    REQUIRE(follow_own_links(path));
    CHECK(std::filesystem::equivalent(path, folder.precious));
    CHECK(opened("/dev/null") == 0);
    CHECK(opened("/dev/stderr") == 0);
    CHECK(opened(folder.top + "/none/there") == ENOENT);
}

TEST_CASE("another user's file or link in a shared folder is not written to", "[base]") {
    if (!is_root()) return;
    const SharedFolder folder;
    REQUIRE(symlink(folder.precious.c_str(), (folder / "link").c_str()) == 0);
    REQUIRE(lchown((folder / "link").c_str(), kOther, kOther) == 0);
    CHECK(opened(folder / "link") == EPERM);
    std::string path = folder / "link";
    CHECK_FALSE(follow_own_links(path));

    REQUIRE(symlink((folder / "link").c_str(), (folder.top + "/own").c_str()) == 0);  // over a link of ours
    CHECK(opened(folder.top + "/own") == EPERM);

    std::ofstream(folder / "file") << "theirs";
    REQUIRE(chown((folder / "file").c_str(), kOther, kOther) == 0);
    CHECK(opened(folder / "file") == EPERM);

    REQUIRE(link(folder.precious.c_str(), (folder / "second").c_str()) == 0);
    CHECK(opened(folder / "second") == EPERM);

    REQUIRE(mkfifo((folder / "fifo").c_str(), 0666) == 0);
    REQUIRE(chown((folder / "fifo").c_str(), kOther, kOther) == 0);
    CHECK(opened(folder / "fifo") != 0);  // and open_output() does not wait for a reader
    CHECK(std::filesystem::file_size(folder.precious) == 4);
}
