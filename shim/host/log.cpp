#include "shim/host/log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "native/base/output_file.hpp"
#include "native/base/quiet_writes.hpp"

namespace shunt {
namespace {

int out = STDERR_FILENO;
int own_rank = -1;
config::LogLevel most = config::LogLevel::warning;

}  // namespace

void set_log(const config::LogOptions& options, int rank) {
    most = options.level;
    own_rank = rank;
    if (options.file.empty() || out != STDERR_FILENO) return;
    const int file = open_output(options.file, O_APPEND, 0644);
    if (file >= 0) out = file;
    else if (rank == 0)
        SHUNT_WARN("cannot write log.file %s (%s); messages are written here instead", options.file.c_str(),
                   errno == EPERM ? kForeignFile : std::strerror(errno));
}

void log(config::LogLevel level, const char* format, ...) noexcept {
    if (level > most) return;
    const int saved_errno = errno;
    char text[2048];
    int length = own_rank < 0 ? std::snprintf(text, sizeof text, "shunt: ")
                              : std::snprintf(text, sizeof text, "shunt[%d]: ", own_rank);
    va_list arguments;
    va_start(arguments, format);
    const int more =
        std::vsnprintf(text + length, sizeof text - static_cast<std::size_t>(length) - 1, format, arguments);
    va_end(arguments);
    length += more < 0 ? 0 : more;
    if (length > static_cast<int>(sizeof text) - 2) length = static_cast<int>(sizeof text) - 2;
    text[length++] = '\n';
    const QuietWrites quiet;
    [[maybe_unused]] const ssize_t written = write(out, text, static_cast<std::size_t>(length));
    errno = saved_errno;
}

}  // namespace shunt
