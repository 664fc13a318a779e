#include "tools/cluster/state.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace shunt::tools {
namespace {

namespace fs = std::filesystem;

std::string record_path(const std::string& name) { return cluster_folder(name) + "/record"; }

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what + ": " + std::strerror(errno)); }

void note(std::uint32_t address, std::set<int>& used) {
    const std::uint32_t second = address >> 16 & 255;
    if (address >> 24 == 10 && (second == 77 || (second >= 1 && second <= kMostClusters)))
        used.insert(static_cast<int>(address >> 8 & 255));
}

/// Adds the numbers K of those networks 10.77.K and 10.1.K to 10.16.K that contain addresses or routes of this machine.
void note_own_networks(std::set<int>& used) {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) == 0) {
        for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next)
            if (one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET)
                note(ntohl(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr), used);
        ::freeifaddrs(all);
    }
    std::ifstream routes("/proc/net/route");
    std::string line, interface, destination;
    std::getline(routes, line);
    while (std::getline(routes, line))
        if (std::istringstream(line) >> interface >> destination)
            note(ntohl(static_cast<std::uint32_t>(std::stoul(destination, nullptr, 16))), used);
}

}  // namespace

std::string cluster_folder(const std::string& name) { return std::string(kClusterRoot) + "/" + name; }

ClusterLock::ClusterLock() {
    std::error_code trouble;
    fs::create_directories(kClusterRoot, trouble);
    file_ = ::open((std::string(kClusterRoot) + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file_ < 0) fail("cannot open " + std::string(kClusterRoot) + "/lock");
    while (::flock(file_, LOCK_EX) != 0)
        if (errno != EINTR) fail("cannot lock " + std::string(kClusterRoot) + "/lock");
}

ClusterLock::~ClusterLock() { ::close(file_); }

void write_whole(const std::string& path, const std::string& text) {
    const std::string draft = path + ".new";
    const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) fail("cannot write " + draft);
    const bool written =
        ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
    ::close(file);
    if (!written || ::rename(draft.c_str(), path.c_str()) != 0) fail("cannot write " + path);
}

void write_record(const ClusterRecord& record) {
    fs::create_directories(cluster_folder(record.spec.name));
    write_whole(record_path(record.spec.name), record_text(record));
}

bool read_record(const std::string& name, ClusterRecord& record, std::string& error) {
    std::ifstream file(record_path(name));
    if (!file) {
        error = "there is no cluster called " + name + " (shunt cluster status lists them; shunt cluster up makes one)";
        return false;
    }
    std::ostringstream text;
    text << file.rdbuf();
    if (parse_record(text.str(), record, error) && record.spec.name == name) return true;
    error = record_path(name) + " is damaged (" + error +
            "): nothing is removed by it; see ip netns list, and remove that file by hand";
    return false;
}

std::vector<std::string> cluster_names() {
    std::vector<std::string> names;
    std::error_code trouble;
    for (const auto& entry : fs::directory_iterator(kClusterRoot, trouble))
        if (fs::exists(entry.path() / "record", trouble)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

void remove_record(const std::string& name) {
    std::error_code trouble;
    fs::remove_all(cluster_folder(name), trouble);
}

int free_network() {
    std::set<int> used;
    note_own_networks(used);
    for (const std::string& name : cluster_names()) {
        ClusterRecord record;
        std::string error;
        if (read_record(name, record, error)) used.insert(record.spec.network);
    }
    for (int network = 0; network < 256; ++network)
        if (!used.contains(network)) return network;
    return -1;
}

}  // namespace shunt::tools
