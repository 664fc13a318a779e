#include "tools/output_stream.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "native/base/output_file.hpp"

namespace shunt::tools {

std::ofstream output_stream(const std::string& path) {
    ::signal(SIGXFSZ, SIG_IGN);
    const int file = open_output(path, 0, 0666);
    if (file < 0)
        throw std::runtime_error("cannot write " + path + ": " +
                                 (errno == EPERM ? kForeignFile : std::strerror(errno)));
    // A std::ofstream cannot be made from a descriptor. Through this name it truncates exactly the file that was
    // checked.
    std::ofstream stream("/proc/self/fd/" + std::to_string(file), std::ios::binary | std::ios::trunc);
    const int code = errno;
    ::close(file);
    if (!stream) throw std::runtime_error("cannot write " + path + ": " + std::strerror(code));
    return stream;
}

}  // namespace shunt::tools
