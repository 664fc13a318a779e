#pragma once
// A profile as plain tables, the same for every output format. `shunt export --help` describes the tables.
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

/// One value of a row; empty where there is no value (SQL NULL).
using Value = std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string>;

struct TableHead {
    std::string_view name;
    std::vector<std::string_view> columns;
};

/// Receives the tables one after another.   Fails: throws std::runtime_error.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void begin(const TableHead& table) = 0;
    virtual void row(std::span<const Value> values) = 0;
    virtual void end() = 0;
    /// Called after the last table: puts the output in place. Without this call, no complete output is left.
    virtual void finish() = 0;
};

/// Writes every table of `profile` to `sink`. `progress` is called from time to time with the number of ranks done.
void export_tables(const record::ProfileFile& profile, RowSink& sink,
                   const std::function<void(std::size_t)>& progress = {});

/// A database file with one SQL table for each; an existing file is replaced after everything is written.
std::unique_ptr<RowSink> sqlite_sink(const std::string& path);
/// One object: {"calls": [{"rank": 0, ...}, ...], ...}.   Owner: keeps `out`.
std::unique_ptr<RowSink> json_sink(std::ostream& out);
/// One file TABLE.csv for each in `directory` (made when missing), with a head line; RFC 4180.
std::unique_ptr<RowSink> csv_sink(const std::string& directory);

}  // namespace shunt::tools
