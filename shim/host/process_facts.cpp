#include "shim/host/process_facts.hpp"

#include <dirent.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "native/base/clock.hpp"
#include "shim/observe/record/format.hpp"

namespace shunt {
namespace {

constexpr std::size_t kMostLinks = 16;

std::vector<std::string> arguments() {
    std::string text;
    if (std::FILE* file = std::fopen("/proc/self/cmdline", "re")) {
        char part[4096];
        for (std::size_t got; text.size() < 65536 && (got = std::fread(part, 1, sizeof part, file)) > 0;)
            text.append(part, got);
        std::fclose(file);
    }
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        words.emplace_back(text.c_str() + at);
        at += words.back().size() + 1;
    }
    return words;
}

std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

bool ends_with(const std::string& text, const char* end) {
    const std::string tail(end);
    return text.size() > tail.size() && text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
}

}  // namespace

std::string command_line() {
    std::string joined;
    for (const std::string& word : arguments()) joined += (joined.empty() ? "" : " ") + word;
    return joined;
}

std::string program_name() {
    const std::vector<std::string> words = arguments();
    if (words.empty()) return "program";
    const std::string name = base_name(words[0]);
    for (std::size_t i = 1; name.compare(0, 6, "python") == 0 && i < words.size(); ++i)
        if (ends_with(words[i], ".py")) return base_name(words[i]);
    return name.empty() ? "program" : name;
}

std::string host_name() {
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

std::uint64_t run_delay_us() {
    unsigned long long ran_ns = 0, waited_ns = 0;
    if (std::FILE* file = std::fopen("/proc/self/schedstat", "re")) {
        if (std::fscanf(file, "%llu %llu", &ran_ns, &waited_ns) != 2) waited_ns = 0;
        std::fclose(file);
    }
    return waited_ns / 1000;
}

std::vector<NetworkLink> network_links() {
    std::vector<NetworkLink> links;
    DIR* folder = opendir("/sys/class/net");
    while (const dirent* entry = folder && links.size() < kMostLinks ? readdir(folder) : nullptr) {
        const std::string name = entry->d_name;
        if (name.front() == '.' || name == "lo") continue;
        int mbit = 0;
        std::FILE* file = std::fopen(("/sys/class/net/" + name + "/speed").c_str(), "re");
        if (!file) continue;
        if (std::fscanf(file, "%d", &mbit) == 1 && mbit > 0)
            links.push_back({name, mbit});  // an interface that is down reports no rate
        std::fclose(file);
    }
    if (folder) closedir(folder);
    return links;
}

std::uint64_t random_id() {
    std::uint64_t id = 0;
    if (getrandom(&id, sizeof id, GRND_NONBLOCK) == static_cast<ssize_t>(sizeof id) && id != 0) return id;
    const std::uint64_t parts[] = {ticks(), static_cast<std::uint64_t>(monotonic_ns()),
                                   static_cast<std::uint64_t>(getpid())};
    return record::fnv1a(parts, sizeof parts);
}

}  // namespace shunt
