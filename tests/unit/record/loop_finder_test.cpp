// Loops found in sequences of calls: nested, uneven, interrupted; the figures of their iterations; and the room for
// them.
#include "shim/observe/record/loop_finder.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "shim/observe/record/recorder.hpp"
#include "tests/unit/record/synthetic.hpp"

namespace shunt::record {
namespace {

/// A finder with room of its own. Calls are letters, each 10 ticks long and 100 ticks after the one before.
struct Found {
    explicit Found(std::size_t loops_room = 64, std::size_t parts_room = 512) : loop(loops_room), part(parts_room) {
        regions[0].capacity = loops_room;
        regions[1].capacity = parts_room;
        regions[2].capacity = run.size();
        finder = std::make_unique<LoopFinder>(
            LoopRegions{regions[0], loop.data(), regions[1], part.data(), regions[2], run.data(), flags}, 0);
    }
    void call(char letter, std::uint64_t bytes = 8) {
        finder->add({bytes, static_cast<std::uint16_t>(letter), 0}, now, now + 10);
        now += 100;
    }
    void calls(const std::string& letters, int times = 1) {
        for (int time = 0; time < times; ++time)
            for (const char letter : letters) call(letter);
    }
    std::string show(std::uint32_t number) const {
        const LoopEntry& entry = loop[number];
        std::string text = "(";
        for (std::uint32_t place = entry.first_part; place < entry.first_part + entry.parts; ++place) {
            const LoopPart& each = part[place];
            if (each.loop == 0) text += static_cast<char>(each.function);
            else text += each.loop == kUnknownLoop ? "?" : show(each.loop - 1);
        }
        return text + ")";
    }
    /// The program's calls, as far as they are in loops: "(AB) (C(D)E)".
    std::string runs() const {
        std::string text;
        for (std::size_t place = 0; place < regions[2].used; ++place)
            text += (place ? " " : "") + show(run[place].loop);
        return text;
    }
    const LoopEntry& of(const std::string& shown) const {
        for (std::uint32_t number = 0; number < regions[0].used; ++number)
            if (show(number) == shown) return loop[number];
        FAIL("no loop " << shown);
        return loop[0];
    }

    std::vector<LoopEntry> loop;
    std::vector<LoopPart> part;
    std::vector<LoopRun> run = std::vector<LoopRun>(64);
    Region regions[3];
    std::uint64_t flags = 0;
    std::unique_ptr<LoopFinder> finder;
    std::uint64_t now = 1000;
};

}  // namespace

TEST_CASE("a loop is found, with its iterations and their times", "[record]") {
    Found found;
    found.calls("XY");
    found.calls("ABC", 50);
    found.now += 1000;  // one iteration takes longer
    found.calls("ABC", 50);
    found.calls("ZAB");
    found.finder->finish();
    CHECK(found.runs() == "(ABC)");
    const LoopEntry& loop = found.of("(ABC)");
    CHECK(loop.runs == 1);
    CHECK(loop.iterations == 100);
    CHECK(loop.least_iterations == 100);
    CHECK(loop.most_iterations == 100);
    CHECK(loop.ticks == 99 * 300 + 1000);
    CHECK(loop.min_ticks == 300);
    CHECK(loop.max_ticks == 1300);
    CHECK(loop.slowest_begin == 1200 + 49 * 300);
    CHECK(loop.first_begin == 1200);
    CHECK(loop.last_end == 1200 + 100 * 300 + 1000 - 90);
    CHECK(loop.run_ticks == loop.last_end - loop.first_begin);
}

TEST_CASE("the iterations so far are known while a loop runs", "[record]") {
    Found found;
    found.calls("AB", 3);
    CHECK(found.regions[0].used == 0);  // so few may be chance
    found.calls("AB", 7);
    found.call('A');
    CHECK(found.of("(AB)").iterations == 10);
    CHECK(found.of("(AB)").least_iterations == 0);
}

TEST_CASE("loops in loops are found, however often the inner ones go", "[record]") {
    Found found;
    std::minstd_rand random(7);
    for (int step = 0; step < 200; ++step) {
        found.call('A');
        found.calls("B", 1 + static_cast<int>(random() % 9));  // a single iteration is a loop too
        found.call('C');
        found.calls("DE", 2 + static_cast<int>(random() % 5));
    }
    found.call('Z');
    found.finder->finish();
    REQUIRE(found.runs() == "(A(B)C(DE))");
    const LoopEntry& outer = found.of("(A(B)C(DE))");
    CHECK(outer.iterations == 200);
    CHECK(found.of("(DE)").runs == 200);
    CHECK(found.of("(DE)").least_iterations == 2);
    CHECK(found.of("(DE)").most_iterations == 6);
}

TEST_CASE("four loops in one another, and two one after the other", "[record]") {
    Found found;
    for (int i = 0; i < 6; ++i) {
        found.call('A');
        for (int j = 0; j < 5; ++j) {
            found.call('B');
            for (int k = 0; k < 4; ++k) found.call('C'), found.calls("D", 4);
        }
    }
    found.calls("XYYY", 9);  // so few repetitions of one call are no loop
    found.finder->finish();
    CHECK(found.runs() == "(A(B(C(D)))) (XY)");
}

TEST_CASE("an interruption ends a run, not the loop", "[record]") {
    Found found;
    for (int i = 0; i < 3; ++i) {
        found.calls("ABC", 20 + i);
        found.call('A');  // an iteration that does not end
        found.call(static_cast<char>('P' + i));
    }
    found.finder->finish();
    CHECK(found.runs() == "(ABC) (ABC) (ABC)");
    CHECK(found.of("(ABC)").runs == 3);
    CHECK(found.of("(ABC)").iterations == 63);
    CHECK(found.of("(ABC)").least_iterations == 20);
    CHECK(found.of("(ABC)").most_iterations == 22);
}

TEST_CASE("a loop is the same one, whichever of its calls seems to be the first", "[record]") {
    Found found;
    found.calls("ABC", 10);
    found.call('X');
    found.calls("CAB", 10);
    found.finder->finish();
    CHECK(found.runs() == "(ABC) (ABC)");
}

TEST_CASE("sizes of one class are one call, of v operations all", "[record]") {
    Found found;
    for (std::uint64_t step = 0; step < 20; ++step) {
        found.call('A', 1024 + step);
        found.call('A', 8);
        found.finder->add({step * step * 1000, 'V', 0, false}, found.now, found.now + 1);
        found.now += 100;
    }
    found.finder->finish();
    CHECK(found.runs() == "(AAV)");
}

TEST_CASE("a call without a time has the time of the call before", "[record]") {
    Found found;
    for (int step = 0; step < 10; ++step) {
        found.call('A');
        found.finder->add({8, 'I', 0}, 0, 0);
    }
    found.finder->finish();
    CHECK(found.of("(AI)").min_ticks == 100);
    CHECK(found.of("(AI)").max_ticks == 100);
}

TEST_CASE("calls of several threads may be added in another order than they began", "[record]") {
    Found found;
    for (int step = 0; step < 20; ++step) {
        found.finder->add({8, 'A', 0}, found.now + 50, found.now + 60);
        found.finder->add({8, 'B', 0}, found.now, found.now + 90);
        found.finder->add({8, 'B', 0}, found.now + 10, found.now + 20);
        found.now += 100;
    }
    found.finder->finish();
    CHECK(found.of("(AB)").iterations == 20);
    CHECK(found.of("(AB)").max_ticks == 100);
    CHECK(found.of("(AB)").ticks == 19 * 100);
}

TEST_CASE("a program without loops has none, and long bodies are distinguished from it", "[record]") {
    Found found;
    std::minstd_rand random(3);
    for (int i = 0; i < 20'000; ++i)
        found.call(static_cast<char>(random() % 120 + 1), std::uint64_t{1} << random() % 40);
    found.finder->finish();
    for (std::size_t place = 0; place < found.regions[0].used; ++place) CHECK(found.loop[place].most_iterations <= 3);

    Found longer;
    std::string body;
    for (int place = 0; place < static_cast<int>(LoopFinder::kMostBody); ++place)
        body += static_cast<char>('0' + place);
    longer.calls(body, 30);
    longer.finder->finish();
    CHECK(longer.runs() == "(" + body + ")");
    CHECK(longer.of("(" + body + ")").iterations == 30);
}

TEST_CASE("loops that take long get the room when room is scarce", "[record]") {
    Found found(16, 64);
    const auto digits = [](int number) {
        return std::string{static_cast<char>('0' + number / 40), static_cast<char>('A' + number % 40)};
    };
    for (int number = 0; number < 300; ++number) found.calls(digits(number), 5);
    CHECK(found.regions[0].used >= 8);  // half of the room is for the loops found first
    CHECK(found.regions[0].used < 16);
    found.calls("abcde", 1000);
    found.finder->finish();
    CHECK(found.of("(abcde)").iterations == 1000);
}

TEST_CASE("the search pauses in long sequences without order, and a loop behind them is found", "[record]") {
    Found found;
    std::minstd_rand random(11);
    for (int i = 0; i < 200'000; ++i) found.call(static_cast<char>('A' + random() % 8));
    CHECK(found.flags == kLoopsPaused);
    const std::int64_t pause = LoopFinder::kCreditToResume * LoopFinder::kCallsPerStep;
    for (std::int64_t i = 0; i < pause; i += 3) found.calls("UVW");
    found.calls("UVW", 5000);
    found.finder->finish();
    const auto is_it = [](const LoopEntry& loop) {
        return loop.parts == 3 && loop.iterations >= 5000;
    };  // V may be first
    CHECK(std::count_if(found.loop.begin(), found.loop.end(), is_it) == 1);

    Found regular;  // calls in loops cost no credit
    for (int i = 0; i < 30'000; ++i) regular.calls(i % 50 == 0 ? "XABAB" : "ABABY");
    CHECK(regular.flags == 0);
}

TEST_CASE("random programs: each call is in the loops that were made, and no sequence breaks the finder", "[record]") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::minstd_rand random(seed);
        Found found(8 + seed % 60, 40 + seed);
        std::uint64_t made = 0;
        for (int piece = 0; piece < 60; ++piece) {
            std::string body;
            for (unsigned length = random() % 70 + 1; length > 0; --length)
                body += static_cast<char>('A' + random() % (seed % 20 + 1));
            const int times = static_cast<int>(random() % 8 + 1);
            found.calls(body, times);
            made += body.size() * static_cast<std::size_t>(times);
        }
        found.finder->finish();
        REQUIRE(found.regions[0].used <= found.regions[0].capacity);
        REQUIRE(found.regions[1].used <= found.regions[1].capacity);
        std::uint64_t end = 0;
        for (std::size_t place = 0; place < found.regions[2].used; ++place) {
            REQUIRE(found.run[place].loop < found.regions[0].used);
            REQUIRE(found.run[place].begin_ticks >= end);  // one after the other
            end = found.run[place].end_ticks;
        }
        REQUIRE(end <= 1000 + made * 100);
        for (std::size_t place = 0; place < found.regions[0].used; ++place) {
            const LoopEntry& loop = found.loop[place];
            REQUIRE(loop.iterations >= 2 * std::uint64_t{loop.runs});
            REQUIRE(loop.min_ticks <= loop.max_ticks);
            REQUIRE(loop.least_iterations <= loop.most_iterations);
        }
    }
}

TEST_CASE("a recorder's loops are in its image and in merged images", "[record]") {
    Spool spool;
    synthetic::open_in_memory(spool, {"MPI_Bcast collective", "MPI_Allreduce collective"});
    Recorder recorder(spool);
    for (std::uint64_t step = 1; step <= 40; ++step) recorder.note_in_loops({8, step % 2 == 0, kNoComm}, step, step);
    recorder.end_loops();
    const synthetic::LiveAndMerged images(spool);
    for (const Image* each : {&images.live, &images.merged}) {
        REQUIRE(each->loops().size() == 1);
        CHECK(each->loops()[0].iterations == 20);
        REQUIRE(each->parts_of(each->loops()[0]).size() == 2);
        CHECK(each->function_name(each->parts_of(each->loops()[0])[1].function) == "MPI_Allreduce");
        REQUIRE(each->loop_runs().size() == 1);
    }
}

TEST_CASE("loops may be the phases of a record", "[record]") {
    Spool spool;
    synthetic::open_in_memory(spool, {"A collective", "B collective", "C collective", "D collective"});
    Recorder recorder(spool);
    recorder.set_phases_by_loops();
    std::uint64_t now = 1;
    std::string entered;  // the phase after each change
    std::uint16_t last = 0;
    const auto calls = [&](const std::string& letters, int times) {
        for (int time = 0; time < times; ++time)
            for (const char letter : letters) {
                recorder.note_in_loops({8, static_cast<std::uint16_t>(letter - 'A'), kNoComm}, now, now + 1);
                now += 10;
                if (recorder.phase() != last) entered += std::to_string(last = recorder.phase());
            }
    };
    for (int step = 0; step < 20; ++step) calls("AB", 10), calls("C", 1);
    CHECK(entered == "12");  // the inner loop, until the outer one is known
    calls("D", 2);
    calls("C", 1);
    CHECK(entered == "12");
    calls("DCBA", 30);
    CHECK(entered == "123");
    for (std::uint16_t comm = 0; comm < 60; ++comm) recorder.note_in_loops({8, 0, comm}, now, now);
    calls("D", 1);
    CHECK(entered == "123");  // a few calls between two runs of a loop do not end its phase
    for (std::uint16_t comm = 0; comm < 60; ++comm) recorder.note_in_loops({8, 1, comm}, now, now);
    calls("D", 1);
    CHECK(entered == "1230");
    const auto* phases = reinterpret_cast<const PhaseEntry*>(spool.at(spool.header()->phases.offset));
    CHECK(spool.header()->phases.used == 4);
    CHECK(phases[0].entries == 2);
    CHECK(phases[1].label == 1);
    CHECK(phases[1].entries == 1);
}

TEST_CASE("records of version 3 have no loops, damaged ones are found", "[record]") {
    const auto error_of = [](void (*change)(synthetic::Parts&)) {
        auto parts = synthetic::make_parts(0, 2);
        parts.loop_parts = {{8, 0, 0, 0}, {8, 1, 0, 0}};
        parts.loops.resize(2);
        parts.loops[0].parts = 1;
        parts.loops[1].first_part = parts.loops[1].parts = 1;
        parts.loop_runs = {{1, 0, 1, 2}};
        change(parts);
        Image image;
        std::string error;
        const auto bytes = synthetic::build(parts);
        return Image::open(bytes, image, error) ? std::string("opened ") + std::to_string(image.loops().size()) : error;
    };
    using synthetic::Parts;
    CHECK(error_of([](Parts&) {}) == "opened 2");
    CHECK(error_of([](Parts& parts) { parts.header.version = 3; }) == "opened 0");
    CHECK(error_of([](Parts& parts) { parts.loops[1].parts = 2; }) == "damaged: a loop has parts that do not exist");
    CHECK(error_of([](Parts& parts) { parts.loops[1].first_part = 3; }) ==
          "damaged: a loop has parts that do not exist");
    CHECK(error_of([](Parts& parts) { parts.loop_parts[1].loop = 3; }) ==
          "damaged: a part of a loop names something that does not exist");
    CHECK(error_of([](Parts& parts) { parts.loop_parts[0].function = 99; }) ==
          "damaged: a part of a loop names something that does not exist");
    CHECK(error_of([](Parts& parts) { parts.loop_runs[0].loop = 2; }) ==
          "damaged: a run is of a loop that does not exist");
}

}  // namespace shunt::record
