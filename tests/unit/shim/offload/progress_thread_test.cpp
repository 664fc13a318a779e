#include "shim/offload/progress_thread.hpp"

#include <catch2/catch.hpp>
#include <chrono>

#include "shim/objects/thread_state.hpp"

using namespace shunt;

namespace {

struct Driven {
    std::atomic<int> looks{0};
    std::atomic<int> depth{-1};
    std::atomic<bool> anything_waits{true};
    ProgressThread thread;

    explicit Driven(bool always = false) {
        CHECK(thread.start(
            [this] {
                depth = thread_state.depth;
                looks += 1;
                return anything_waits.load();
            },
            always));
    }
    ~Driven() { leave(); }
    /// The program's thread enters and leaves a call.
    void enter() { thread.enter(); }
    void leave() { const InsideCall left; }
    /// Whether the thread polls once more within 5 s.
    bool looks_again() {
        const int before = looks;
        for (int i = 0; i < 5000 && looks == before; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return looks != before;
    }
    int looks_within_30_ms() {
        const int before = looks;
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        return looks - before;
    }
};

}  // namespace

TEST_CASE("the progress thread polls while there is work and the program is inside a call", "[shim][progress_thread]") {
    Driven driven;
    CHECK(driven.looks_within_30_ms() == 0);
    driven.enter();
    CHECK(driven.looks_within_30_ms() == 0);  // nothing to do
    driven.thread.set_work(true);
    driven.enter();
    CHECK(driven.looks_again());
    CHECK(driven.looks_again());
    CHECK(driven.depth == 1);  // calls made by the progress thread are not the program's
    driven.thread.set_work(false);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(driven.looks_within_30_ms() == 0);
    driven.leave();
}

TEST_CASE("while the program computes the progress thread leaves it the core", "[shim][progress_thread]") {
    Driven driven;
    driven.thread.set_work(true);
    CHECK(driven.looks_within_30_ms() == 0);
    driven.enter();
    CHECK(driven.looks_again());
    driven.leave();
}

TEST_CASE("a call wakes a progress thread that sleeps, though there is work", "[shim][progress_thread]") {
    Driven driven;
    driven.thread.set_work(true);
    for (int i = 0; i < 3; ++i) {
        CHECK(driven.looks_within_30_ms() == 0);
        CHECK(driven.looks_within_30_ms() == 0);  // it sleeps by now
        driven.enter();
        CHECK(driven.looks_again());
        driven.leave();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));  // a poll may be under way
    }
}

TEST_CASE("a progress thread polls seldom while nothing waits for it", "[shim][progress_thread]") {
    Driven driven(true);
    driven.anything_waits = false;
    driven.thread.set_work(true);
    CHECK(driven.looks_again());
    driven.looks_within_30_ms();
    CHECK(driven.looks_within_30_ms() <= 40);  // one each ms; otherwise one each 100 us
}

TEST_CASE("a progress thread polls also while the program computes, if it is allowed to", "[shim][progress_thread]") {
    const bool from_the_start = GENERATE(false, true);
    Driven driven(from_the_start);
    if (!from_the_start) driven.thread.drive_always();
    driven.thread.set_work(true);
    CHECK(driven.looks_again());
}

TEST_CASE("a stopped progress thread no longer polls", "[shim][progress_thread]") {
    Driven driven(true);
    driven.thread.set_work(true);
    CHECK(driven.looks_again());
    driven.thread.stop();
    CHECK(driven.looks_within_30_ms() == 0);
    driven.thread.stop();
}
