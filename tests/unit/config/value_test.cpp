#include "config/value.hpp"

#include <catch2/catch.hpp>

using namespace shunt::config;

TEST_CASE("sizes are powers of 1024 in either case", "[config]") {
    CHECK(parse_integer("0") == 0);
    CHECK(parse_integer("17") == 17);
    CHECK(parse_integer("64K") == 65536);
    CHECK(parse_integer("64k") == 65536);
    CHECK(parse_integer("8M") == 8388608);
    CHECK(parse_integer("1g") == 1073741824);
    CHECK(parse_integer("-3") == -3);
}

TEST_CASE("text that is not wholly a number is no number", "[config]") {
    for (const char* text :
         {"", " ", "K", "1 K", "1KB", "1KiB", "1T", "1.5M", "+1", "0x10", "1e6", "--1", "12a", "1,000"}) {
        INFO(text);
        CHECK_FALSE(parse_integer(text));
    }
}

TEST_CASE("a size that does not fit 63 bits is refused, the largest that does is not", "[config]") {
    CHECK(parse_integer("9223372036854775807") == INT64_MAX);
    CHECK_FALSE(parse_integer("9223372036854775808"));
    CHECK_FALSE(parse_integer("99999999999999999999999999"));
    CHECK(parse_integer("8589934591G") == 8589934591 * (std::int64_t{1} << 30));
    CHECK_FALSE(parse_integer("8589934592G"));
    CHECK(parse_integer("9007199254740991K"));
    CHECK_FALSE(parse_integer("9007199254740992K"));
}

TEST_CASE("durations need a unit unless they are 0", "[config]") {
    CHECK(parse_duration_ns("0") == 0);
    CHECK(parse_duration_ns("7ns") == 7);
    CHECK(parse_duration_ns("100us") == 100'000);
    CHECK(parse_duration_ns("2ms") == 2'000'000);
    CHECK(parse_duration_ns("3s") == 3'000'000'000);
    CHECK(parse_duration_ns("5min") == 300'000'000'000);
    CHECK(parse_duration_ns("24h") == 86'400'000'000'000);
    for (const char* text : {"", "5", "5m", "-5ms", "5 ms", "5MS", "ms", "0.5s", "5msx"}) {
        INFO(text);
        CHECK_FALSE(parse_duration_ns(text));
    }
    CHECK(parse_duration_ns("2562047h"));
    CHECK_FALSE(parse_duration_ns("2562048h"));
}

TEST_CASE("ranges may be open at either end and include both", "[config]") {
    CHECK(parse_range(Kind::integer, "4..8") == Range{4, 8});
    CHECK(parse_range(Kind::integer, "64K..") == Range{65536, INT64_MAX});
    CHECK(parse_range(Kind::integer, "..1M") == Range{INT64_MIN, 1048576});
    CHECK(parse_range(Kind::integer, "..") == Range{});
    CHECK(parse_range(Kind::integer, "5") == Range{5, 5});
    CHECK(parse_range(Kind::integer, "-5..-1") == Range{-5, -1});
    CHECK(parse_range(Kind::duration, "1us..1s") == Range{1000, 1'000'000'000});
    CHECK(Range{4, 8}.contains(4));
    CHECK(Range{4, 8}.contains(8));
    CHECK_FALSE(Range{4, 8}.contains(3));
    CHECK_FALSE(Range{4, 8}.contains(9));
    for (const char* text : {"", "8..4", "a..b", "1...3", "1..2..3", ".", "1.5", "..x", "x.."}) {
        INFO(text);
        CHECK_FALSE(parse_range(Kind::integer, text));
    }
}

TEST_CASE("a value is allowed at both ends of its range and refused just outside", "[config]") {
    CHECK(parse_allowed(Kind::integer, "1M..1G", "1M") == 1 << 20);
    CHECK(parse_allowed(Kind::integer, "1M..1G", "1G") == 1 << 30);
    CHECK_FALSE(parse_allowed(Kind::integer, "1M..1G", "1048575"));
    CHECK_FALSE(parse_allowed(Kind::integer, "1M..1G", "1073741825"));
    CHECK_FALSE(parse_allowed(Kind::duration, "1s..24h", "999ms"));
    CHECK_FALSE(parse_allowed(Kind::text, "a file", "x"));
}

TEST_CASE("flags know their synonyms and choices their place", "[config]") {
    for (const char* text : {"on", "ON", "yes", "true", "1"}) CHECK(parse_allowed(Kind::flag, "on|off", text) == 1);
    for (const char* text : {"off", "Off", "no", "false", "0"}) CHECK(parse_allowed(Kind::flag, "on|off", text) == 0);
    for (const char* text : {"", "of", "2", "onn"}) CHECK_FALSE(parse_allowed(Kind::flag, "on|off", text));
    CHECK(parse_allowed(Kind::choice, "auto|host|gentle", "auto") == 0);
    CHECK(parse_allowed(Kind::choice, "auto|host|gentle", "Gentle") == 2);
    CHECK_FALSE(parse_allowed(Kind::choice, "auto|host|gentle", "gentl"));
    CHECK_FALSE(parse_allowed(Kind::choice, "auto|host|gentle", "auto|host"));
}

TEST_CASE("a formatted value reads back as itself, in the largest unit that divides it", "[config]") {
    CHECK(format_value(Kind::integer, "", 8388608) == "8M");
    CHECK(format_value(Kind::integer, "", 1000) == "1000");
    CHECK(format_value(Kind::integer, "", 0) == "0");
    CHECK(format_value(Kind::duration, "", 300'000'000'000) == "5min");
    CHECK(format_value(Kind::duration, "", 1'500'000) == "1500us");
    CHECK(format_value(Kind::flag, "on|off", 1) == "on");
    CHECK(format_value(Kind::choice, "a|b", 1) == "b");
    CHECK(format_value(Kind::choice, "a|b", 2).empty());
    for (const std::int64_t value : {1L, 1023L, 1024L, 3L << 30, (1L << 30) + 1, 86'400'000'000'000L, INT64_MAX}) {
        INFO(value);
        CHECK(parse_integer(format_value(Kind::integer, "", value)) == value);
        CHECK(parse_duration_ns(format_value(Kind::duration, "", value)) == value);
    }
    for (const Range& range :
         {Range{}, Range{4, 8}, Range{5, 5}, Range{65536, INT64_MAX}, Range{INT64_MIN, -2}, Range{0, 0}}) {
        CHECK(parse_range(Kind::integer, format_range(range)) == range);
    }
}

TEST_CASE("printable text has no control characters and is not endless", "[config]") {
    CHECK(printable("a\nb\x1b[31m\x7f") == "a?b?[31m?");
    CHECK(printable(std::string(200, 'x'), 10) == "xxxxxxxxxx...");
}

TEST_CASE("pieces of a list are trimmed and empty ones left out", "[config]") {
    CHECK(split(" a ;; b;", ';') == std::vector<std::string_view>{"a", "b"});
    CHECK(split(";;", ';').empty());
    CHECK(split("", ';').empty());
}
