#include "processes.hpp"

#include <dirent.h>

#include <array>

using namespace shunt;
using namespace shunt::node;

namespace node_test {

pid_t start_child(const std::function<int()>& body) {
    const pid_t child = fork();
    if (child != 0) return child;
#if defined(__SANITIZE_THREAD__)
    alarm(300);  // ten times as slow
#else
    alarm(60);
#endif
    _exit(body());
}

std::string end_of(pid_t child) {
    int status = 0;
    if (waitpid(child, &status, 0) != child) return "no child";
    if (WIFEXITED(status)) return "exit " + std::to_string(WEXITSTATUS(status));
    return "signal " + std::to_string(WTERMSIG(status));
}

bool wait_for(const std::atomic<int>& flag, int value) {
    for (int i = 0; i < 20'000; ++i) {
        if (flag.load() >= value) return true;
        usleep(1000);
    }
    return false;
}

std::vector<std::string> names_in_shm() {
    std::vector<std::string> names;
    DIR* directory = opendir("/dev/shm");
    if (directory == nullptr) return names;
    while (const dirent* entry = readdir(directory)) {
        const std::string name = entry->d_name;
        if (name.starts_with("shunt-node-")) names.push_back(name);
    }
    closedir(directory);
    return names;
}

std::vector<std::string> run_processes(const RingShape& shape, Backing backing,
                                       const std::function<int(std::uint32_t, NodeGroup&)>& body) {
    struct Board {
        SegmentTicket ticket;
        std::atomic<int> created{0};
        std::atomic<int> attached{0};
    };
    Told<Board> board;
    const auto member = [&](std::uint32_t index) {
        NodeGroup group;
        if (index == 0) {
            if (!group.create(shape, 0, {}, backing).ok()) return 100;
            board->ticket = group.segment().ticket();
            board->created = 1;
        } else {
            if (!wait_for(board->created, 1)) return 101;
            if (!group.attach(board->ticket, shape, index, {}).ok()) return 102;
        }
        ++board->attached;
        if (!wait_for(board->attached, static_cast<int>(shape.members))) return 103;
        if (index == 0) group.segment().close_door();
        return body(index, group);
    };
    std::vector<pid_t> children;
    for (std::uint32_t i = 0; i < shape.members; ++i) children.push_back(start_child([&, i] { return member(i); }));
    std::vector<std::string> ends;
    for (const pid_t child : children) ends.push_back(end_of(child));
    return ends;
}

}  // namespace node_test
