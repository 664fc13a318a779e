#include "tools/export/tables.hpp"

#include <sqlite3.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/unit/record/synthetic.hpp"

using namespace shunt::tools;
using namespace shunt::record;
using synthetic::make_profile;
using synthetic::TemporaryDirectory;

namespace {

/// A database opened for asking single values.
class Database {
public:
    explicit Database(const std::string& path) {
        REQUIRE(sqlite3_open_v2(path.c_str(), &database_, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    }
    ~Database() { sqlite3_close(database_); }
    std::string ask(const std::string& query) const {
        sqlite3_stmt* statement = nullptr;
        INFO(query);
        REQUIRE(sqlite3_prepare_v2(database_, query.c_str(), -1, &statement, nullptr) == SQLITE_OK);
        std::string answer = "no row";
        if (sqlite3_step(statement) == SQLITE_ROW) {
            const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
            answer = text != nullptr ? text : "NULL";
        }
        sqlite3_finalize(statement);
        return answer;
    }

private:
    sqlite3* database_ = nullptr;
};

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string json_of(const ProfileFile& profile) {
    std::ostringstream out;
    export_tables(profile, *json_sink(out));
    return out.str();
}

void odd_texts(synthetic::Parts& parts) {
    std::snprintf(parts.header.host, sizeof parts.header.host, "a\"b,\n\xff\xc3\xa9");
}

void no_peer_and_huge(synthetic::Parts& parts) {
    parts.cells.resize(1);
    parts.cells[0].key.bytes = ~0ull;
    parts.cells[0].key.comm = kOverflowComm;
    parts.cells[0].peer_world = kAnyPeer;
    parts.cells[0].timed = 0;
}

}  // namespace

TEST_CASE("an export has how messages went, row by row", "[tools]") {
    const TemporaryDirectory directory;
    const ProfileFile profile = make_profile(2, [](synthetic::Parts& parts) {
        MessageEntry sent, received;
        sent.protocol = MessageProtocol::eager;
        sent.way = MessageWay::tcp;
        sent.messages = 100;
        sent.bytes = 102400;
        received = sent;
        received.cell = 1;
        received.protocol = MessageProtocol::written;
        received.way = MessageWay::cross_memory;
        received.unexpected = 3;
        received.length_sum = 12;
        received.length_most = 7;
        parts.messages = {sent, received};
    });
    export_tables(profile, *sqlite_sink(directory / "run.db"));
    const Database db(directory / "run.db");
    CHECK(db.ask("select count(*) from messages") == "4");
    CHECK(db.ask("select protocol || ' by ' || way from messages where rank = 1 and is_receive = 1") ==
          "written by cross-memory attach");
    CHECK(db.ask("select sum(messages) from messages where function = 'MPI_Send' and way = 'TCP' and bytes = 1024") ==
          "200");
    CHECK(db.ask("select moved_bytes from messages where rank = 0 and function = 'MPI_Send'") == "102400");
    CHECK(db.ask("select unexpected || ' ' || queue_sum || ' ' || queue_most from messages where rank = 0 and "
                 "function = 'MPI_Recv'") == "3 12 7");
    CHECK(db.ask("select unexpected from messages where rank = 0 and function = 'MPI_Send'") == "NULL");
    CHECK(db.ask("select messages_overflowed from ranks where rank = 0") == "0");
}

TEST_CASE("an exported database returns the recorded data", "[tools]") {
    const TemporaryDirectory directory;
    const auto profile = make_profile(4);
    export_tables(profile, *sqlite_sink(directory / "a.db"));
    const Database db(directory / "a.db");
    CHECK(db.ask("select world_size from run") == "4");
    CHECK(db.ask("select run_id from run") == "1122334455667788");
    CHECK(db.ask("select program from run") == "/opt/bin/solver");
    CHECK(db.ask("select count(*) from ranks where state = 'finalized'") == "4");
    CHECK(db.ask("select elapsed_ns from ranks where rank = 3") == "2000000000.0");
    CHECK(db.ask("select name from communicators where rank = 2 and comm = 1") == "dup of MPI_COMM_WORLD");
    CHECK(db.ask("select entries from phases where rank = 0 and label = 7") == "3");
    CHECK(db.ask("select sum(count * bytes) from calls where is_traffic and not is_receive and rank = 1 and function = "
                 "'MPI_Send'") == std::to_string(100 * 1024 + 10 * 65536));
    CHECK(db.ask("select peer_world from calls where rank = 3 and function = 'MPI_Send'") == "0");
    CHECK(db.ask("select count from calls where rank = 0 and function = 'MPI_Alltoall' and engine = 'phased'") == "20");
    CHECK(db.ask("select time_ns from calls where rank = 0 and function = 'MPI_Comm_rank'") ==
          "10000.0");  // 10 of 1000 were timed
    CHECK(db.ask("select unexpected from calls where rank = 0 and function = 'MPI_Recv' and bytes = 1024") == "20");
    CHECK(db.ask("select unexpected from calls where rank = 0 and function = 'MPI_Send'") == "NULL");
    CHECK(db.ask("select callsite from calls where rank = 0 and function = 'MPI_Isend'") == "solver+0x1234");
    CHECK(db.ask("select wait_ns from calls where rank = 0 and function = 'MPI_Isend'") == "25000.0");
    CHECK(db.ask("select count(*) from samples") == "32");
    CHECK(db.ask("select leave_ns - enter_ns from samples where rank = 2 and sequence = 5") == "3900");
    CHECK(db.ask("select uses from buffers where rank = 1 and address = '0000000000010000'") == "110");
    CHECK(db.ask("select value from counters where rank = 1 and name = 'phased.calls'") == "20");
    CHECK(db.ask("select value || '/' || source from options where rank = 0 and key = 'wait'") == "auto/environment");
    CHECK(db.ask("select count(*) from overflow") == "0");
    CHECK(db.ask("select collective_ns from time where rank = 1 and phase = 0") == "100000500.0");  // two ticks a ns
    CHECK(db.ask("select end_ns - begin_ns from time where rank = 3 and begin_ns = 0") == "536870912.0");
    CHECK(db.ask("select count(*) || '/' || sum(bytes) from time where phase is null") == "4/4194304");
}

TEST_CASE("a database is replaced whole or not at all", "[tools]") {
    const TemporaryDirectory directory;
    synthetic::write_file(directory / "a.db", std::vector<std::byte>(10, std::byte{'x'}));
    {
        const auto sink = sqlite_sink(directory / "a.db");
        sink->begin({"t", {"a"}});
    }
    CHECK(text_of(directory / "a.db") == "xxxxxxxxxx");
    export_tables(make_profile(1), *sqlite_sink(directory / "a.db"));
    CHECK(Database(directory / "a.db").ask("select count(*) from ranks") == "1");
    CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
    CHECK_THROWS(sqlite_sink(directory / "none/a.db"));
    CHECK_THROWS(sqlite_sink(directory.path()));
}

TEST_CASE("values with no meaning are empty, and huge ones are kept nearly", "[tools]") {
    const TemporaryDirectory directory;
    export_tables(make_profile(2, no_peer_and_huge), *sqlite_sink(directory / "a.db"));
    const Database db(directory / "a.db");
    CHECK(db.ask("select comm from calls") == "NULL");
    CHECK(db.ask("select peer_world from calls") == "-2");
    CHECK(db.ask("select time_ns from calls") == "0.0");
    CHECK(db.ask("select bytes > 1.8e19 from calls") == "1");
}

TEST_CASE("exported JSON is one object of tables", "[tools]") {
    const std::string json = json_of(make_profile(2));
    CHECK(json.starts_with("{\n\"run\": [\n  {\"run_id\": \"1122334455667788\", \"world_size\": 2, "));
    CHECK(json.find("\"overflow\": []") != std::string::npos);
    CHECK(json.find("\"parent_id\": null, \"name\": \"MPI_COMM_WORLD\"") != std::string::npos);
    CHECK(json.ends_with("]\n}\n"));
}

TEST_CASE("JSON and CSV stay valid whatever a text holds", "[tools]") {
    const TemporaryDirectory directory;
    const auto profile = make_profile(1, odd_texts);
    CHECK(json_of(profile).find("\"host\": \"a\\\"b,\\u000a\\ufffd\xc3\xa9\"") != std::string::npos);
    export_tables(profile, *csv_sink(directory / "out"));
    const std::string ranks = text_of(directory / "out/ranks.csv");
    CHECK(ranks.starts_with("rank,node,host,pid,state,"));
    CHECK(ranks.find("\r\n0,0,\"a\"\"b,\n\xff\xc3\xa9\",4000,finalized,") != std::string::npos);
}

TEST_CASE("each table becomes a CSV file with a line for each row", "[tools]") {
    const TemporaryDirectory directory;
    export_tables(make_profile(3), *csv_sink(directory / "out"));
    CHECK(std::distance(std::filesystem::directory_iterator(directory / "out"), {}) == 14);
    const std::string counters = text_of(directory / "out/counters.csv");
    CHECK(counters ==
          "rank,name,value,engine\r\n0,phased.calls,20,phased\r\n1,phased.calls,20,phased\r\n2,phased.calls,20,"
          "phased\r\n");
    CHECK_THROWS(csv_sink(directory / "none/out"));
}

TEST_CASE("a text that a spreadsheet would take for a formula is defused in CSV, a number is not", "[tools]") {
    const TemporaryDirectory directory;
    const auto text_in_csv = [&](const std::string& text) {
        const auto sink = csv_sink(directory / "out");
        sink->begin({"t", {"a", "b"}});
        const std::vector<Value> row{Value{text}, Value{std::int64_t{-7}}};
        sink->row(row);
        sink->end();
        return text_of(directory / "out/t.csv").substr(5);
    };
    for (const std::string start : {"=", "+", "-", "@", "\t", "\r"})
        CHECK(text_in_csv(start + "cmd|calc").find("'" + start + "cmd|calc") != std::string::npos);
    CHECK(text_in_csv("=cmd,\"x\"") == "\"'=cmd,\"\"x\"\"\",-7\r\n");
    CHECK(text_in_csv("\t1") == "'\t1,-7\r\n");
    CHECK(text_in_csv("-1+2").starts_with("'-1+2"));
    CHECK(text_in_csv("-") == "'-,-7\r\n");
    for (const std::string number : {"-1", "+2.5", "-1e-3", "-0"}) CHECK(text_in_csv(number) == number + ",-7\r\n");
    CHECK(text_in_csv("a=b-c") == "a=b-c,-7\r\n");
}
