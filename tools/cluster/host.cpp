#include "tools/cluster/host.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tools/cluster/state.hpp"

namespace shunt::tools {
namespace {

std::string problem(const std::string& what) { return what + ": " + std::strerror(errno); }

std::string mount_own(const ClusterSpec& spec) {
    if (::mount("none", "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) return problem("cannot keep mounts apart");
    // Debian mounts /run such that no program in it can be started, and launchers start the agent there.
    const std::string folder = cluster_folder(spec.name);
    if (::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr) != 0 ||
        ::mount(nullptr, folder.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_NOSUID | MS_NODEV, nullptr) != 0)
        return problem("cannot let programs start in " + folder);
    if (::mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777") != 0)
        return problem("cannot mount a /dev/shm");
    const std::string hosts = folder + "/hosts";
    if (::mount(hosts.c_str(), "/etc/hosts", nullptr, MS_BIND, nullptr) != 0)
        return problem("cannot put " + hosts + " on /etc/hosts");
    // As `ip netns exec` does: /sys/class/net shows a network namespace's own interfaces only when mounted inside it.
    ::umount2("/sys", MNT_DETACH);
    if (::mount("sysfs", "/sys", "sysfs", 0, nullptr) != 0) return problem("cannot mount /sys");
    return {};
}

}  // namespace

std::string enter_network(const std::string& name) {
    const int place = ::open(("/run/netns/" + name).c_str(), O_RDONLY | O_CLOEXEC);
    if (place < 0) return problem("no network namespace " + name + " (shunt cluster down, then up again)");
    const int code = ::setns(place, CLONE_NEWNET);
    ::close(place);
    return code == 0 ? std::string() : problem("cannot enter namespace " + name);
}

std::string enter_host(const ClusterSpec& spec, int host) {
    std::string trouble = enter_network(host_namespace(spec, host));
    if (!trouble.empty()) return trouble;
    if (::unshare(CLONE_NEWUTS | CLONE_NEWNS) != 0) return problem("cannot have a host name and mounts of its own");
    const std::string name = host_name(spec, host);
    if (::sethostname(name.data(), name.size()) != 0) return problem("cannot set the host name");
    return mount_own(spec);
}

}  // namespace shunt::tools
