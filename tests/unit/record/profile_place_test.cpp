#include "shim/observe/record/profile_place.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include "shim/observe/record/profile_file.hpp"
#include "tests/unit/record/synthetic.hpp"

using namespace shunt::record;
using synthetic::make_image;
using synthetic::TemporaryDirectory;

namespace {

std::map<std::string, std::string> job_variables;

std::string label_of(std::map<std::string, std::string> variables) {
    job_variables = std::move(variables);
    return job_label([](const char* name) -> const char* {
        const auto found = job_variables.find(name);
        return found == job_variables.end() ? nullptr : found->second.c_str();
    });
}

/// Writes a profile of one rank of run `run_id`.   Returns: the name that it got.
std::string write_one(const std::string& path, std::uint64_t run_id, Placing placing) {
    ProfileWriter writer;
    const bool written =
        writer.open(path, 1, 1, run_id, placing) && writer.add(0, make_image(0, 1)) && writer.finish(0);
    return written ? writer.path() : writer.error();
}

std::uint64_t run_of(const std::string& path) {
    ProfileHeader head{};
    std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&head), sizeof head);
    return head.run_id;
}

std::set<std::string> names_in(const TemporaryDirectory& directory) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
        names.insert(entry.path().filename().string());
    return names;
}

/// `count` threads write profiles concurrently, thread i for run `run_of_thread(i)`.
template <class RunOf>
void write_at_once(int count, const std::string& path, Placing placing, RunOf run_of_thread) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        // Threads of one process need temporary names of their own; processes have them anyway.
        threads.emplace_back([&, i] {
            std::string name = path, temporary = path + ".part." + std::to_string(i);
            ProfileHeader head{};
            head.run_id = run_of_thread(i);
            std::ofstream(temporary, std::ios::binary).write(reinterpret_cast<const char*>(&head), sizeof head);
            (void)put_in_place(temporary, name, placing, head.run_id);
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("a Slurm job is labelled by job, task and step", "[record]") {
    CHECK(label_of({}).empty());
    CHECK(label_of({{"SLURM_STEP_ID", "0"}}).empty());
    CHECK(label_of({{"SLURM_JOB_ID", "12"}}) == "job12");
    CHECK(label_of({{"SLURM_JOB_ID", "12"}, {"SLURM_STEP_ID", "3"}}) == "job12.step3");
    CHECK(label_of({{"SLURM_JOB_ID", "12"}, {"SLURM_STEP_ID", "4294967291"}}) == "job12");
    CHECK(label_of({{"SLURM_JOB_ID", "14"},
                    {"SLURM_ARRAY_JOB_ID", "12"},
                    {"SLURM_ARRAY_TASK_ID", "7"},
                    {"SLURM_STEP_ID", "0"}}) == "job12_7.step0");
}

TEST_CASE("a profile keeps a file of its name, replaces it, or replaces it only if it is of another run", "[record]") {
    const TemporaryDirectory directory;
    const std::string path = directory / "a.shunt";
    CHECK(write_one(path, 1, Placing::keep) == path);
    CHECK(write_one(path, 1, Placing::keep) == directory / "a.2.shunt");
    CHECK(write_one(path, 2, Placing::replace) == path);
    CHECK(run_of(path) == 2);
    CHECK(write_one(path, 3, Placing::replace_other_run) == path);
    CHECK(run_of(path) == 3);
    CHECK(write_one(path, 3, Placing::replace_other_run) == directory / "a.3.shunt");
    std::filesystem::create_directory(directory / "b.shunt");
    CHECK(write_one(directory / "b.shunt", 1, Placing::keep) == directory / "b.2.shunt");
    std::filesystem::create_symlink(directory / "nowhere", directory / "c.shunt");
    CHECK(write_one(directory / "c.shunt", 1, Placing::keep) == directory / "c.2.shunt");
    CHECK(names_in(directory) ==
          std::set<std::string>{"a.shunt", "a.2.shunt", "a.3.shunt", "b.shunt", "b.2.shunt", "c.shunt", "c.2.shunt"});
}

TEST_CASE("profiles that are finished at once lose none", "[record]") {
    constexpr int kThreads = 8;
    const TemporaryDirectory directory;
    write_at_once(kThreads, directory / "new.shunt", Placing::keep, [](int i) { return i; });
    CHECK(names_in(directory).size() == kThreads);
    for (int round = 0; round < 20; ++round) {
        const TemporaryDirectory other;
        const std::string path = other / "run.shunt";
        if (round % 2 == 0) write_one(path, 1, Placing::replace);
        if (round % 4 == 1) std::ofstream(path).flush();  // claimed
        write_at_once(kThreads, path, Placing::replace_other_run, [](int) { return 2; });
        CHECK(names_in(other).size() == kThreads);
        CHECK(run_of(path) == 2);
    }
}

TEST_CASE("a claimed name is given to no other run, and released when nothing was written", "[record]") {
    const TemporaryDirectory directory;
    const std::string first = claim_profile(directory / "run"), second = claim_profile(directory / "run");
    CHECK(first == directory / "run.shunt");
    CHECK(second == directory / "run.2.shunt");
    CHECK(write_one(first, 1, Placing::replace_other_run) == first);
    unclaim_profile(first);
    unclaim_profile(second);
    CHECK(names_in(directory) == std::set<std::string>{"run.shunt"});
    CHECK(claim_profile(directory / "missing/run") == directory / "missing/run.shunt");
}
