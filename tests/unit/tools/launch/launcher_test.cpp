#include "tools/launch/launcher.hpp"

#include <catch2/catch.hpp>

using namespace shunt::tools;

namespace {

Words words(const std::string& line) {
    Words out;
    std::string word;
    for (const char c : line + " ") {
        if (c != ' ') word += c;
        else if (!word.empty()) out.push_back(std::move(word)), word.clear();
    }
    return out;
}

std::string line_of(const Words& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
}

bool is_program(const std::string& word) {
    for (const char* one : {"./app", "./other", "hpcc", "python3", "node", "mpirun", "mpiexec", "/usr/bin/orterun",
                            "srun", "timeout", "nice", "shunt", "/usr/bin/mpirun.openmpi"})
        if (word == one) return true;
    return false;
}

/// The command `line` as rewritten for `launcher`. Its launcher is found in the way of `shunt run`.
std::string rewritten(const std::string& line, Launcher launcher, const std::string& inherited = "") {
    const Words command = words(line);
    const RankEnvironment ranks{
        "/l/libshunt.so", inherited, {{"SHUNT_PROFILE", "/p.shunt"}, {"SHUNT_RULES", "* -> host"}}};
    return line_of(plan_launch(command, find_launcher(command, is_program), launcher, ranks, is_program).command);
}

const std::string kOpenMpi = "-x LD_PRELOAD=/l/libshunt.so -x SHUNT_PROFILE -x SHUNT_RULES";
const std::string kHydra = "-genv LD_PRELOAD /l/libshunt.so -genv SHUNT_PROFILE /p.shunt -genv SHUNT_RULES * -> host";

}  // namespace

TEST_CASE("a launcher is found at the start of a command or behind words that start it", "[tools]") {
    const auto place = [](const std::string& line) { return find_launcher(words(line), is_program); };
    CHECK(place("shunt cluster run --name a -- mpirun -np 4 ./a") == 6u);
    CHECK(place("mpirun -np 4 ./app") == 0u);
    CHECK(place("/opt/mpi/bin/mpiexec.hydra -n 4 ./app") == 0u);
    CHECK(place("mpirun.openmpi ./app") == 0u);
    CHECK(place("srun ./app") == 0u);
    CHECK(place("env A=1 B=2 mpirun ./app") == 2u + 1u);
    CHECK(place("nice -n 5 timeout 60 mpiexec ./app") == 5u);
    CHECK(place("time -v /usr/bin/orterun ./app") == 2u);
    CHECK(place("env timeout -s KILL 60 nice mpirun ./app") == 6u);
    CHECK_FALSE(place("env MPIRUN=/usr/bin/mpirun.openmpi ./app"));
    CHECK_FALSE(place("timeout 600 ./app --launcher /usr/bin/mpirun.openmpi input"));
    CHECK_FALSE(place("nice ./mpirun.log"));
    CHECK_FALSE(place("./app mpirun"));
    CHECK_FALSE(place("./mpirun_rsh ./app"));
    CHECK_FALSE(place("env A=1 ./app"));
    CHECK_FALSE(place(""));
}

TEST_CASE("a launcher's family is known by its name or by its printed version", "[tools]") {
    CHECK(launcher_from_name("/usr/bin/orterun") == Launcher::open_mpi);
    CHECK(launcher_from_name("mpirun.openmpi") == Launcher::open_mpi);
    CHECK(launcher_from_name("/x/mpiexec.hydra") == Launcher::hydra);
    CHECK(launcher_from_name("mpirun.mpich") == Launcher::hydra);
    CHECK(launcher_from_name("/usr/bin/srun") == Launcher::srun);
    CHECK_FALSE(launcher_from_name("/opt/openmpi/bin/mpirun"));
    CHECK(launcher_from_version("mpirun (Open MPI) 4.1.4\n") == Launcher::open_mpi);
    CHECK(launcher_from_version("mpirun.openmpi (OpenRTE) 4.1.4") == Launcher::open_mpi);
    CHECK(launcher_from_version("HYDRA build details:\n    Version: 4.0.2") == Launcher::hydra);
    CHECK(launcher_from_version("Intel(R) MPI Library for Linux* OS, Version 2021.8") == Launcher::hydra);
    CHECK_FALSE(launcher_from_version("usage: mpirun [options]"));
}

TEST_CASE("the program is found behind a launcher's options", "[tools]") {
    const auto program = [](const std::string& line) {
        const Words command = words(line);
        const auto place = find_program(command, 1, is_program);
        return place ? command[*place] : "none";
    };
    CHECK(program("mpirun ./app -np 7") == "./app");
    CHECK(program("mpirun -np 4 ./app") == "./app");
    CHECK(program("mpirun --oversubscribe ./app 3") == "./app");
    CHECK(program("mpirun --mca btl self,tcp --map-by node -np 4 hpcc") == "hpcc");
    CHECK(program("mpirun --unknown value -x A -np 4 ./app") == "./app");
    CHECK(program("srun --nodes=2 -n 4 ./app") == "./app");
    CHECK(program("mpiexec -genv A B -n 2 python3 x.py") == "python3");
    CHECK(program("mpirun -np 2 not-yet-built") == "not-yet-built");
    CHECK(program("mpirun --version") == "none");
    CHECK(program("mpirun --map-by node ./app") == "./app");
    CHECK(program("srun -J hpcc ./app") == "./app");
    CHECK(program("srun --export NONE ./app") == "./app");
    CHECK(program("mpiexec -launcher node -iface hpcc ./app") == "./app");
}

TEST_CASE("Open MPI's ranks get the preload with -x, the launcher does not", "[tools]") {
    CHECK(rewritten("mpirun -np 4 ./app", Launcher::open_mpi) == "mpirun " + kOpenMpi + " -np 4 ./app");
    CHECK(rewritten("env A=1 mpirun -np 4 ./app", Launcher::open_mpi) == "env A=1 mpirun " + kOpenMpi + " -np 4 ./app");
    const Words command = words("mpirun ./app");
    const auto plan =
        plan_launch(command, 0, Launcher::open_mpi, {"/l/libshunt.so", "/t.so", {{"SHUNT", "on"}}}, is_program);
    CHECK(plan.environment == Variables{{"SHUNT", "on"}});
    CHECK(line_of(plan.command) == "mpirun -x LD_PRELOAD=/t.so:/l/libshunt.so -x SHUNT ./app");
}

TEST_CASE("each program of a command line with colons gets the preload from Open MPI", "[tools]") {
    CHECK(rewritten("mpirun -np 1 ./app a : -np 2 ./other b", Launcher::open_mpi) ==
          "mpirun " + kOpenMpi + " -np 1 ./app a : " + kOpenMpi + " -np 2 ./other b");
    CHECK(rewritten("mpirun -np 1 -x LD_PRELOAD=/t.so ./app : -np 2 ./other", Launcher::open_mpi) ==
          "mpirun -x SHUNT_PROFILE -x SHUNT_RULES -np 1 -x LD_PRELOAD=/t.so:/l/libshunt.so ./app : " + kOpenMpi +
              " -np 2 ./other");
}

TEST_CASE("the user's own exports stay, with Shunt's library after the user's preload", "[tools]") {
    CHECK(rewritten("mpirun -x LD_PRELOAD=/t.so -x SHUNT_RULES=none ./app", Launcher::open_mpi) ==
          "mpirun -x SHUNT_PROFILE -x LD_PRELOAD=/t.so:/l/libshunt.so -x SHUNT_RULES=none ./app");
    CHECK(rewritten("mpirun -x LD_PRELOAD ./app", Launcher::open_mpi, "/t.so") ==
          "mpirun -x SHUNT_PROFILE -x SHUNT_RULES -x LD_PRELOAD=/t.so:/l/libshunt.so ./app");
    CHECK(rewritten("mpirun ./app -x LD_PRELOAD=mine", Launcher::open_mpi) ==
          "mpirun " + kOpenMpi + " ./app -x LD_PRELOAD=mine");
    CHECK(rewritten("mpiexec -env LD_PRELOAD /t.so -n 1 ./app -env LD_PRELOAD x", Launcher::hydra) ==
          "mpiexec " + kHydra + " -env LD_PRELOAD /t.so:/l/libshunt.so -n 1 ./app -env LD_PRELOAD x");
}

TEST_CASE("Hydra's ranks get everything with -genv once for all programs", "[tools]") {
    CHECK(rewritten("mpiexec.hydra -n 4 ./app : -n 2 ./other", Launcher::hydra) ==
          "mpiexec.hydra " + kHydra + " -n 4 ./app : -n 2 ./other");
    CHECK(rewritten("mpiexec -n 1 ./app : -env LD_PRELOAD /t.so -n 2 ./other", Launcher::hydra) ==
          "mpiexec " + kHydra + " -n 1 ./app : -env LD_PRELOAD /t.so:/l/libshunt.so -n 2 ./other");
}

TEST_CASE("Slurm's ranks get the preload with --export", "[tools]") {
    CHECK(rewritten("srun -n 4 ./app", Launcher::srun) == "srun --export=ALL,LD_PRELOAD=/l/libshunt.so -n 4 ./app");
    CHECK(rewritten("srun --export=A,B -n 4 ./app", Launcher::srun) ==
          "srun --export=A,B,LD_PRELOAD=/l/libshunt.so,SHUNT_PROFILE,SHUNT_RULES -n 4 ./app");
    CHECK(rewritten("srun --export=NONE ./app", Launcher::srun) ==
          "srun --export=LD_PRELOAD=/l/libshunt.so,SHUNT_PROFILE,SHUNT_RULES ./app");
    CHECK(rewritten("srun --export=ALL,LD_PRELOAD=./tool.so ./app", Launcher::srun) ==
          "srun --export=ALL,LD_PRELOAD=./tool.so:/l/libshunt.so,SHUNT_PROFILE,SHUNT_RULES ./app");
    CHECK(rewritten("srun --export NONE -n 2 ./app", Launcher::srun) ==
          "srun --export LD_PRELOAD=/l/libshunt.so,SHUNT_PROFILE,SHUNT_RULES -n 2 ./app");
    CHECK(rewritten("srun -J hpcc --export=A hpcc", Launcher::srun) ==
          "srun -J hpcc --export=A,LD_PRELOAD=/l/libshunt.so,SHUNT_PROFILE,SHUNT_RULES hpcc");
    CHECK(rewritten("srun ./app --export=x", Launcher::srun) ==
          "srun --export=ALL,LD_PRELOAD=/l/libshunt.so ./app --export=x");
}

TEST_CASE("the user's list of Open MPI's variables gets the preload, and no -x is added beside it", "[tools]") {
    const std::string ours = "LD_PRELOAD=/l/libshunt.so;SHUNT_PROFILE;SHUNT_RULES";
    CHECK(rewritten("mpirun --mca mca_base_env_list A=1;B -np 2 ./app : ./other", Launcher::open_mpi) ==
          "mpirun --mca mca_base_env_list A=1;B;" + ours + " -np 2 ./app : ./other");
    CHECK(rewritten("mpirun -gmca mca_base_env_list LD_PRELOAD=/t.so;SHUNT_RULES=none ./app", Launcher::open_mpi) ==
          "mpirun -gmca mca_base_env_list LD_PRELOAD=/t.so:/l/libshunt.so;SHUNT_RULES=none;SHUNT_PROFILE ./app");
    CHECK(rewritten("mpirun -gmca mca_base_env_list LD_PRELOAD ./app", Launcher::open_mpi, "/t.so") ==
          "mpirun -gmca mca_base_env_list LD_PRELOAD=/t.so:/l/libshunt.so;SHUNT_PROFILE;SHUNT_RULES ./app");
    CHECK(rewritten("env OMPI_MCA_mca_base_env_list=A mpirun ./app", Launcher::open_mpi) ==
          "env OMPI_MCA_mca_base_env_list=A;" + ours + " mpirun ./app");
    // Behind a colon, and behind the program, it is not the launcher's.
    CHECK(rewritten("mpirun ./app --mca mca_base_env_list A : --mca mca_base_env_list A ./other", Launcher::open_mpi) ==
          "mpirun " + kOpenMpi + " ./app --mca mca_base_env_list A : " + kOpenMpi +
              " --mca mca_base_env_list A ./other");
    const Words command = words("mpirun ./app");
    for (const std::string list : {"", "A=1"}) {
        const auto plan =
            plan_launch(command, 0, Launcher::open_mpi, {"/l/libshunt.so", "", {{"SHUNT", "on"}}, list}, is_program);
        CHECK(plan.command == command);
        CHECK(plan.environment == Variables{{"SHUNT", "on"},
                                            {"OMPI_MCA_mca_base_env_list",
                                             (list.empty() ? "" : list + ";") + "LD_PRELOAD=/l/libshunt.so;SHUNT"}});
    }
}

TEST_CASE("the user's options are found behind an option whose argument is also a program's name", "[tools]") {
    CHECK(rewritten("mpirun --unknown node -x LD_PRELOAD=/t.so ./app", Launcher::open_mpi) ==
          "mpirun -x SHUNT_PROFILE -x SHUNT_RULES --unknown node -x LD_PRELOAD=/t.so:/l/libshunt.so ./app");
    CHECK(rewritten("mpiexec -unknown node -env LD_PRELOAD /t.so ./app", Launcher::hydra) ==
          "mpiexec " + kHydra + " -unknown node -env LD_PRELOAD /t.so:/l/libshunt.so ./app");
    CHECK(rewritten("srun --unknown hpcc --export=A hpcc", Launcher::srun) ==
          "srun --unknown hpcc --export=A,LD_PRELOAD=/l/libshunt.so,SHUNT_PROFILE,SHUNT_RULES hpcc");
    CHECK(rewritten("mpirun --oversubscribe ./app -x LD_PRELOAD=mine file", Launcher::open_mpi) ==
          "mpirun " + kOpenMpi + " --oversubscribe ./app -x LD_PRELOAD=mine file");
}

TEST_CASE("the program's own environment is set without a launcher", "[tools]") {
    const Words command = words("./app 1");
    const auto plan =
        plan_launch(command, std::nullopt, Launcher::none, {"/l/libshunt.so", "/t.so", {{"SHUNT", "on"}}}, is_program);
    CHECK(plan.command == command);
    CHECK(plan.environment == Variables{{"SHUNT", "on"}, {"LD_PRELOAD", "/t.so:/l/libshunt.so"}});
}

TEST_CASE("a launcher that reads its arguments from a file, or is unknown, passes on its environment", "[tools]") {
    for (const auto& [line, kind] : {std::pair{"mpirun --app list", Launcher::open_mpi},
                                     {"mpiexec -configfile list", Launcher::hydra},
                                     {"srun --multi-prog list", Launcher::srun},
                                     {"mpirun -np 2 ./app", Launcher::none}}) {
        const Words command = words(line);
        const auto plan = plan_launch(command, 0, kind, {"/l/libshunt.so", "", {}}, is_program);
        CHECK(plan.command == command);
        CHECK(plan.environment == Variables{{"LD_PRELOAD", "/l/libshunt.so"}});
    }
}

TEST_CASE("words of the program that look like a launcher's options change nothing", "[tools]") {
    CHECK(rewritten("mpirun -np 2 ./app -app x -configfile y", Launcher::open_mpi) ==
          "mpirun " + kOpenMpi + " -np 2 ./app -app x -configfile y");
    CHECK(rewritten("mpiexec -n 2 ./app -genv LD_PRELOAD x", Launcher::hydra) ==
          "mpiexec " + kHydra + " -n 2 ./app -genv LD_PRELOAD x");
}

TEST_CASE("a libshunt.so that is preloaded already is not added again", "[tools]") {
    CHECK(joined_preload("", "/l/libshunt.so") == "/l/libshunt.so");
    CHECK(joined_preload("/a.so:/b.so", "/l/libshunt.so") == "/a.so:/b.so:/l/libshunt.so");
    CHECK(joined_preload("/a.so /k/libshunt.so", "/l/libshunt.so") == "/a.so /k/libshunt.so");
    CHECK(joined_preload("/k/libshunt.so.debug", "/l/libshunt.so") == "/k/libshunt.so.debug:/l/libshunt.so");
}

TEST_CASE("the runtime of a sanitizer is the first preloaded library, once", "[tools]") {
    CHECK(with_sanitizer("", {"libmpi.so.40", "libc.so.6"}).empty());
    CHECK(with_sanitizer("tool.so", {"libmpi.so.40"}) == "tool.so");
    CHECK(with_sanitizer("", {"libasan.so.8", "libc.so.6"}) == "libasan.so.8");
    CHECK(with_sanitizer("tool.so", {"libtsan.so.2"}) == "libtsan.so.2:tool.so");
    CHECK(with_sanitizer("/usr/lib/libasan.so.8:tool.so", {"libasan.so.8"}) == "/usr/lib/libasan.so.8:tool.so");
}
