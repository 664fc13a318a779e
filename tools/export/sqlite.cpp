// The SQLite form of the exported tables.
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "native/base/output_file.hpp"
#include "tools/export/tables.hpp"

namespace shunt::tools {
namespace {

class SqliteSink : public RowSink {
public:
    explicit SqliteSink(const std::string& path) : path_(path) {
        struct stat found {};
        if (::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
            throw std::runtime_error(path + " is not a file");
        make_temporary();
        if (sqlite3_open(temporary_.c_str(), &database_) != SQLITE_OK) {
            const std::string why = sqlite3_errmsg(database_);
            sqlite3_close(database_);
            ::unlink(temporary_.c_str());
            throw std::runtime_error("cannot write " + path + ": " + why);
        }
        // No journal is needed: the file is read only after it is complete.
        execute("PRAGMA journal_mode = OFF");
        execute("PRAGMA synchronous = OFF");
        execute("BEGIN");
    }
    ~SqliteSink() override {
        sqlite3_finalize(insert_);
        if (database_ == nullptr) return;
        sqlite3_close(database_);
        ::unlink(temporary_.c_str());
    }

    void begin(const TableHead& table) override {
        std::string names, marks;
        for (const std::string_view column : table.columns) {
            names += (names.empty() ? "\"" : ", \"") + std::string(column) + '"';
            marks += marks.empty() ? "?" : ", ?";
        }
        const std::string name(table.name);
        execute("CREATE TABLE \"" + name + "\" (" + names + ")");
        const std::string insert = "INSERT INTO \"" + name + "\" VALUES (" + marks + ")";
        check(sqlite3_prepare_v2(database_, insert.c_str(), -1, &insert_, nullptr), SQLITE_OK);
    }
    void row(std::span<const Value> values) override {
        for (std::size_t i = 0; i < values.size(); ++i) check(bind(static_cast<int>(i) + 1, values[i]), SQLITE_OK);
        check(sqlite3_step(insert_), SQLITE_DONE);
        check(sqlite3_reset(insert_), SQLITE_OK);
    }
    void end() override {
        sqlite3_finalize(insert_);
        insert_ = nullptr;
    }
    void finish() override {
        execute("COMMIT");
        check(sqlite3_close(database_), SQLITE_OK);
        database_ = nullptr;
        if (::rename(temporary_.c_str(), path_.c_str()) == 0) return;
        const int code = errno;
        ::unlink(temporary_.c_str());
        throw std::runtime_error("cannot write " + path_ + ": " + std::strerror(code));
    }

private:
    /// Creates the file, so that SQLite opens this file and follows no link that another user put there.
    void make_temporary() {
        ::signal(SIGXFSZ, SIG_IGN);  // then a file over the size limit is an error, and does not end the process
        if (!follow_own_links(path_)) throw std::runtime_error("cannot write " + path_ + ": " + kForeignFile);
        temporary_ = path_ + ".part." + std::to_string(::getpid());
        ::unlink(temporary_.c_str());
        const int file = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0) throw std::runtime_error("cannot write " + path_ + ": " + std::strerror(errno));
        ::close(file);
    }
    void check(int result, int wanted) const {
        if (result != wanted) throw std::runtime_error("cannot write " + path_ + ": " + sqlite3_errmsg(database_));
    }
    void execute(const std::string& statement) const {
        check(sqlite3_exec(database_, statement.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    }

    int bind(int place, const Value& value) const {
        if (const auto* number = std::get_if<std::int64_t>(&value)) return sqlite3_bind_int64(insert_, place, *number);
        if (const auto* number = std::get_if<std::uint64_t>(&value)) {
            // SQL integers are signed; larger values (from a damaged record) are stored as a double, approximately.
            if (*number > INT64_MAX) return sqlite3_bind_double(insert_, place, static_cast<double>(*number));
            return sqlite3_bind_int64(insert_, place, static_cast<std::int64_t>(*number));
        }
        if (const auto* number = std::get_if<double>(&value)) return sqlite3_bind_double(insert_, place, *number);
        if (const auto* text = std::get_if<std::string>(&value))
            return sqlite3_bind_text(insert_, place, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT);
        return sqlite3_bind_null(insert_, place);
    }

    std::string path_, temporary_;
    sqlite3* database_ = nullptr;
    sqlite3_stmt* insert_ = nullptr;
};

}  // namespace

std::unique_ptr<RowSink> sqlite_sink(const std::string& path) { return std::make_unique<SqliteSink>(path); }

}  // namespace shunt::tools
