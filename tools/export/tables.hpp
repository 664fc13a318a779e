#pragma once
// A profile as plain tables, the same for every output format. The tables are described by `shunt export --help`.
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {

/// One value of a row; empty where there is nothing to say (SQL NULL).
using Value = std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string>;

struct TableHead {
    std::string_view name;
    std::vector<std::string_view> columns;
};

/// Takes the tables one after another.   Fails: throws std::runtime_error.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void begin(const TableHead& table) = 0;
    virtual void row(std::span<const Value> values) = 0;
    virtual void end() = 0;
    /// All tables are there: puts the output in place. Without it nothing, or nothing whole, is left.
    virtual void finish() = 0;
};

/// Sends every table of `profile` to `sink`; `progress` is called now and then with the number of ranks done.
void export_tables(const record::ProfileFile& profile, RowSink& sink,
                   const std::function<void(std::size_t)>& progress = {});

/// A database file with one SQL table for each; an existing file is replaced when all is written.
std::unique_ptr<RowSink> sqlite_sink(const std::string& path);
/// One object: {"calls": [{"rank": 0, ...}, ...], ...}.   Owner: keeps `out`.
std::unique_ptr<RowSink> json_sink(std::ostream& out);
/// One file TABLE.csv for each in `directory` (made when missing), with a head line; RFC 4180.
std::unique_ptr<RowSink> csv_sink(const std::string& directory);

}  // namespace shunt::tools
