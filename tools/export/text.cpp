// The JSON and CSV forms of the exported tables.
#include <sys/stat.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "tools/export/tables.hpp"
#include "tools/output_stream.hpp"

namespace shunt::tools {
namespace {

std::string number_text(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    char shorter[40];
    std::snprintf(shorter, sizeof shorter, "%.12g", value);
    return std::strtod(shorter, nullptr) == value ? shorter : text;
}

/// `text` as a JSON string. Bytes that are not UTF-8 become U+FFFD, so that every reader accepts the file.
std::string json_text(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += static_cast<char>(c);
        } else if (c < 0x20 || c == 0x7f) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", c);
            out += escape;
        } else if (c < 0x80) {
            out += static_cast<char>(c);
        } else {
            const std::size_t more = c >= 0xf0 && c < 0xf5   ? 3
                                     : c >= 0xe0 && c < 0xf0 ? 2
                                     : c >= 0xc2 && c < 0xe0 ? 1
                                                             : 0;
            std::size_t have = 0;
            while (have < more && i + have + 1 < text.size() &&
                   (static_cast<unsigned char>(text[i + have + 1]) & 0xc0) == 0x80)
                ++have;
            const bool whole = more != 0 && have == more;
            out += whole ? std::string(text.substr(i, more + 1)) : std::string("\\ufffd");
            if (whole) i += more;
        }
    }
    return out + '"';
}

struct JsonValue {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return std::isfinite(value) ? number_text(value) : "null"; }
    std::string operator()(const std::string& value) const { return json_text(value); }
};

class JsonSink : public RowSink {
public:
    explicit JsonSink(std::ostream& out) : out_(out) {}

    void begin(const TableHead& table) override {
        columns_ = table.columns;
        rows_ = 0;
        out_ << (tables_++ == 0 ? "{\n" : ",\n") << json_text(table.name) << ": [";
    }
    void row(std::span<const Value> values) override {
        out_ << (rows_++ == 0 ? "\n" : ",\n") << "  {";
        for (std::size_t i = 0; i < values.size(); ++i)
            out_ << (i == 0 ? "" : ", ") << json_text(columns_[i]) << ": " << std::visit(JsonValue{}, values[i]);
        out_ << '}';
    }
    void end() override { out_ << (rows_ == 0 ? "]" : "\n]"); }
    void finish() override {
        out_ << "\n}\n" << std::flush;
        if (!out_) throw std::runtime_error("writing JSON failed: " + std::string(std::strerror(errno)));
    }

private:
    std::ostream& out_;
    std::vector<std::string_view> columns_;
    std::size_t tables_ = 0, rows_ = 0;
};

/// Whether `text`, which begins with a sign, is a number: "-1", "+2.5e-3".
bool is_number(std::string_view text) {
    const std::string digits(text.substr(1));
    char* end = nullptr;
    std::strtod(digits.c_str(), &end);
    return !digits.empty() && digits[0] >= '0' && digits[0] <= '9' && end == digits.c_str() + digits.size();
}

/// Spreadsheets treat a cell that begins with such a character as a formula, which may run programs. Names in a profile
/// may contain any text.
bool is_formula(std::string_view text) {
    if (text.empty() || std::string_view("=+-@\t\r\n").find(text[0]) == std::string_view::npos) return false;
    return (text[0] != '+' && text[0] != '-') || !is_number(text);
}

struct CsvValue {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return std::isfinite(value) ? number_text(value) : ""; }
    std::string operator()(const std::string& text) const {
        const std::string value = (is_formula(text) ? "'" : "") + text;
        if (value.find_first_of(",\"\r\n") == std::string::npos) return value;
        std::string out = "\"";
        for (const char c : value) out += c == '"' ? std::string("\"\"") : std::string(1, c);
        return out + '"';
    }
};

class CsvSink : public RowSink {
public:
    explicit CsvSink(std::string directory) : directory_(std::move(directory)) {
        if (::mkdir(directory_.c_str(), 0777) != 0 && errno != EEXIST)
            throw std::runtime_error("cannot make the folder " + directory_ + ": " + std::strerror(errno));
    }

    void begin(const TableHead& table) override {
        path_ = directory_ + "/" + std::string(table.name) + ".csv";
        file_ = output_stream(path_);
        for (std::size_t i = 0; i < table.columns.size(); ++i) file_ << (i == 0 ? "" : ",") << table.columns[i];
        file_ << "\r\n";
    }
    void row(std::span<const Value> values) override {
        for (std::size_t i = 0; i < values.size(); ++i)
            file_ << (i == 0 ? "" : ",") << std::visit(CsvValue{}, values[i]);
        file_ << "\r\n";
    }
    void end() override {
        file_.close();
        if (!file_) throw std::runtime_error("writing " + path_ + " failed: " + std::strerror(errno));
    }
    void finish() override {}

private:
    std::string directory_, path_;
    std::ofstream file_;
};

}  // namespace

std::unique_ptr<RowSink> json_sink(std::ostream& out) { return std::make_unique<JsonSink>(out); }

std::unique_ptr<RowSink> csv_sink(const std::string& directory) { return std::make_unique<CsvSink>(directory); }

}  // namespace shunt::tools
