#include "native/select/knowledge.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace shunt;

namespace {

const std::string kText =
    "shunt knowledge 1\n"
    "# Results of `auto`: which candidate carried such calls fastest, and the time of each. Lines may be removed.\n"
    "\n"
    "[Open MPI v4.1.4, 8 ranks on 8 hosts a1..a8]\n"
    "bcast 256K ranks 8 nodes 8 -> pipeline 12300us, host 62000us, host:chain/8K 15000us on 2026-11-25\n"
    "alltoall 10 ranks 4 nodes 1 -> host 2.250us on 1970-01-01\n"
    "\n"
    "[MPICH Version: 4.0.2, 2 ranks on here]\n"
    "allgather 1M ranks 2 nodes 1 -> host:ring 812.5us, host 900.0us on 2026-02-28\n";

KnowledgeEntry entry(Operation operation, std::int64_t bytes, std::int64_t day) {
    return {operation, bytes, 4, 2, {{"pipeline", 1e6}, {"host", 5e6}}, day};
}

}  // namespace

TEST_CASE("knowledge is a text that is read back as it was written", "[select][knowledge]") {
    const ParsedKnowledge parsed = parse_knowledge(kText);
    CHECK(parsed.problems.empty());
    REQUIRE(parsed.knowledge.sections.size() == 2);
    CHECK(parsed.knowledge.entry_count() == 3);
    CHECK(text_of(parsed.knowledge) == kText);
    const KnowledgeSection* section = parsed.knowledge.find("Open MPI v4.1.4, 8 ranks on 8 hosts a1..a8");
    REQUIRE(section);
    CHECK(parsed.knowledge.find("Open MPI v4.1.5, 8 ranks on 8 hosts a1..a8") == nullptr);
    const KnowledgeEntry* bcast = section->find(Operation::bcast, 256 << 10, 8, 8);
    REQUIRE(bcast);
    CHECK(bcast->times ==
          std::vector<KnowledgeEntry::Time>{{"pipeline", 12.3e6}, {"host", 62e6}, {"host:chain/8K", 15e6}});
    CHECK(bcast->day == 20782);
    CHECK(section->find(Operation::bcast, 256 << 10, 8, 4) == nullptr);
    CHECK(section->find(Operation::bcast, 128 << 10, 8, 8) == nullptr);
}

TEST_CASE("a text of another version is not read, and reported", "[select][knowledge]") {
    const ParsedKnowledge other = parse_knowledge("shunt knowledge 2\n" + kText.substr(kText.find('#')));
    CHECK(other.knowledge.sections.empty());
    REQUIRE(other.problems.size() == 1);
    CHECK(other.problems[0] == "its first line is not 'shunt knowledge 1'");
    CHECK(parse_knowledge("").problems.empty());  // a new file
}

TEST_CASE("wrong lines are named and left out, the others count", "[select][knowledge]") {
    const auto [line, why] = GENERATE(table<std::string, std::string>({
        {"bcast 256K ranks 8 nodes 8 pipeline 12300us on 2026-11-25", "no line of knowledge"},
        {"bcast 256K ranks 8 nodes 8 -> pipeline 12300us", "no line of knowledge"},
        {"bcst 256K ranks 8 nodes 8 -> pipeline 12300us on 2026-11-25", "no operation that auto measures"},
        {"bcast 8 rounded ranks 8 nodes 8 -> pipeline 12300us on 2026-11-25", "not 'ranks NUMBER nodes NUMBER'"},
        {"alltoallv 8 ranks 8 nodes 8 -> phased 12300us on 2026-11-25", "no operation that auto measures"},
        {"bcast -1 ranks 8 nodes 8 -> pipeline 12300us on 2026-11-25", "no number of bytes"},
        {"bcast 256K ranks 0 nodes 8 -> pipeline 12300us on 2026-11-25", "not 'ranks NUMBER nodes NUMBER'"},
        {"bcast 256K nodes 8 ranks 8 -> pipeline 12300us on 2026-11-25", "not 'ranks NUMBER nodes NUMBER'"},
        {"bcast 256K ranks 8 nodes 8 x -> pipeline 12300us on 2026-11-25", "not 'ranks NUMBER nodes NUMBER'"},
        {"bcast 256K ranks 8 nodes 8 -> pipeline 12300us on 2026-13-25", "no day such as 2026-11-25"},
        {"bcast 256K ranks 8 nodes 8 -> pipeline 12300us on today", "no day such as 2026-11-25"},
        {"bcast 256K ranks 8 nodes 8 -> on 2026-11-25", "nothing behind ->"},
        {"bcast 256K ranks 8 nodes 8 -> pipe|line 1us on 2026-11-25", "no name of an engine or of an algorithm"},
        {"bcast 256K ranks 8 nodes 8 -> pipeline 12300 on 2026-11-25", "no time such as 12.5us"},
        {"bcast 256K ranks 8 nodes 8 -> pipeline -3us on 2026-11-25", "no time such as 12.5us"},
        {"bcast 256K ranks 8 nodes 8 -> pipeline infus on 2026-11-25", "no time such as 12.5us"},
        {"bcast 256K ranks 8 nodes 8 -> pipeline nanus on 2026-11-25", "no time such as 12.5us"},
        {"bcast 256K ranks 8 nodes 8 -> host 1us, host 2us on 2026-11-25", "a name stands there twice"},
        {"[broken", "no key in brackets"},
    }));
    const ParsedKnowledge parsed = parse_knowledge(kText + line + "\n");
    CHECK(parsed.knowledge.entry_count() == 3);
    REQUIRE(parsed.problems.size() == 1);
    CHECK(parsed.problems[0] == "line 10 is left out, " + why + ": " + line);
    const std::string without_key = "shunt knowledge 1\nbcast 8 ranks 8 nodes 8 -> host 1us on 2026-11-25\n";
    CHECK_THAT(parse_knowledge(without_key).problems.at(0), Catch::Contains("no key above it"));
}

TEST_CASE("a run's new entries replace the known ones, and the rest stays", "[select][knowledge]") {
    Knowledge knowledge;
    merge(knowledge, "here", {entry(Operation::bcast, 8, 1), entry(Operation::bcast, 16, 1)}, {});
    merge(knowledge, "there", {entry(Operation::bcast, 8, 2)}, {});
    KnowledgeEntry newer = entry(Operation::bcast, 8, 3);
    newer.times = {{"host", 3e6}};
    const std::vector<KnowledgeEntry> dropped{entry(Operation::bcast, 16, 0), entry(Operation::gather, 16, 0)};
    merge(knowledge, "here", {newer}, dropped);
    merge(knowledge, "here", {}, dropped);
    REQUIRE(knowledge.sections.size() == 2);
    CHECK(knowledge.find("here")->entries == std::vector<KnowledgeEntry>{newer});
    CHECK(knowledge.find("there")->entries == std::vector<KnowledgeEntry>{entry(Operation::bcast, 8, 2)});
    // Dropped on one communicator, and found anew on another.
    merge(knowledge, "there", {entry(Operation::bcast, 8, 4)}, {entry(Operation::bcast, 8, 4)});
    CHECK(knowledge.find("there")->entries.size() == 1);
    merge(knowledge, "there", {}, {entry(Operation::bcast, 8, 4)});
    merge(knowledge, "there", {}, {entry(Operation::bcast, 8, 4)});
    CHECK(knowledge.find("there") == nullptr);
}

TEST_CASE("an entry that does not hold is doubted, and removed when it does not hold in the next run either",
          "[select][knowledge]") {
    const KnowledgeEntry known = entry(Operation::bcast, 8, 1);
    Knowledge knowledge;
    const auto after = [&](std::vector<KnowledgeEntry> learnt, std::vector<KnowledgeEntry> dropped) {
        merge(knowledge, "here", learnt, dropped);
        knowledge = parse_knowledge(text_of(knowledge)).knowledge;
        return knowledge.entry_count() == 0 ? std::string("nothing") : text_of(knowledge);
    };
    CHECK_THAT(after({known}, {}), !Catch::Contains("doubted"));
    CHECK_THAT(after({}, {known}), Catch::Contains("\nbcast 8 doubted ranks 4 nodes 2 -> "));
    CHECK_THAT(after({known}, {}), !Catch::Contains("doubted"));  // it has held now
    CHECK_THAT(after({}, {known}), Catch::Contains("doubted"));
    CHECK(after({}, {known}) == "nothing");
    KnowledgeEntry unfinished = known;
    unfinished.blocks = 3;
    CHECK_THAT(after({unfinished}, {}), Catch::Contains("unfinished 3 ranks"));
    CHECK_THAT(after({}, {known}), Catch::Contains("unfinished 3 doubted ranks"));
    // Times measured since then replace a choice that did not hold, but no other choice.
    CHECK_THAT(after({known}, {}), !Catch::Contains("unfinished"));
    CHECK_THAT(after({unfinished}, {}), !Catch::Contains("unfinished"));
    CHECK_THAT(after({unfinished}, {known}), Catch::Contains("unfinished 3 ranks"));
}

TEST_CASE("entries of rounded reductions stay as they are", "[select][knowledge]") {
    const std::string text =
        "shunt knowledge 1\n[here]\nallreduce 64K rounded ranks 4 nodes 2 -> host 1.000us on 2026-11-25\n"
        "allreduce 64K ranks 4 nodes 2 -> pipeline 2.000us on 2026-11-25\n";
    const ParsedKnowledge parsed = parse_knowledge(text);
    CHECK(parsed.problems.empty());
    Knowledge knowledge = parsed.knowledge;
    const std::string written = text_of(knowledge);
    CHECK_THAT(written, Catch::Contains("\nallreduce 64K rounded ranks 4 nodes 2 -> host 1.000us on 2026-11-25\n"));
    const auto times = [&](bool rounded) {
        return knowledge.find("here")->find(Operation::allreduce, 64 << 10, 4, 2, rounded)->times;
    };
    CHECK(times(true).front().name == "host");
    CHECK(times(false).front().name == "pipeline");
    KnowledgeEntry rounded = entry(Operation::allreduce, 64 << 10, 30'000), exact = rounded;
    rounded.rounded = true;
    exact.times = {{"host", 3e6}};
    merge(knowledge, "here", {rounded, exact}, {rounded});
    CHECK(times(true) == std::vector<KnowledgeEntry::Time>{{"host", 1e3}});
    CHECK(times(false) == exact.times);
    merge(knowledge, "here", {}, {rounded, exact});
    CHECK(times(true).front().name == "host");
    // New entries do not replace it either.
    for (std::int64_t i = 0; i < 1000; ++i) merge(knowledge, "here", {entry(Operation::bcast, i, 40'000)}, {});
    for (std::int64_t i = 0; i < 1000; ++i) {
        rounded.bytes = i;
        merge(knowledge, "here", {rounded}, {});
    }
    CHECK(times(true).front().name == "host");
    CHECK(knowledge.find("here")->entries.size() == Knowledge::kMostEntries);
    CHECK(knowledge.find("here")->find(Operation::bcast, 999, 4, 2) != nullptr);
}

TEST_CASE("the oldest entries are removed when there are too many", "[select][knowledge]") {
    Knowledge knowledge;
    const auto most = static_cast<std::int64_t>(Knowledge::kMostEntries);
    for (std::int64_t i = 0; i < most + 10; ++i)
        merge(knowledge, "here", {entry(Operation::bcast, i, i % 7 == 0 ? 5 : 9)}, {});
    REQUIRE(knowledge.entry_count() == Knowledge::kMostEntries);
    CHECK(knowledge.find("here")->find(Operation::bcast, 0, 4, 2) == nullptr);
    CHECK(knowledge.find("here")->find(Operation::bcast, most + 9, 4, 2) != nullptr);
    for (std::size_t i = 0; i < Knowledge::kMostSections; ++i)
        merge(knowledge, "place " + std::to_string(i), {entry(Operation::bcast, 8, i == 3 ? 1 : 100)}, {});
    CHECK(knowledge.sections.size() == Knowledge::kMostSections);
    CHECK(knowledge.find("place 3") == nullptr);
    CHECK(knowledge.find("here") != nullptr);
    CHECK(text_of(knowledge, 3000).size() <= 3000);
    CHECK(parse_knowledge(text_of(knowledge, 3000)).problems.empty());
    CHECK(parse_knowledge(text_of(knowledge, 3000)).knowledge.entry_count() > 5);
}

TEST_CASE("entries read from any damaged file are written and read alike", "[select][knowledge]") {
    std::mt19937_64 random(7);
    for (int run = 0; run < 20'000; ++run) {
        std::string text = kText;
        for (std::uint64_t changes = random() % 6; changes > 0; --changes) {
            const std::size_t at = kText.find('[') + random() % (kText.size() - kText.find('['));
            switch (random() % 3) {
                case 0: text[at % text.size()] = static_cast<char>(random()); break;
                case 1: text.erase(at % text.size(), random() % 9); break;
                default: text.insert(at % text.size(), text.substr(random() % text.size(), random() % 20));
            }
        }
        const Knowledge first = parse_knowledge(text).knowledge;
        const ParsedKnowledge second = parse_knowledge(text_of(first));
        INFO(text);
        REQUIRE(second.problems.empty());
        REQUIRE(second.knowledge.entry_count() == first.entry_count());
        REQUIRE(text_of(second.knowledge) == text_of(first));
    }
}
