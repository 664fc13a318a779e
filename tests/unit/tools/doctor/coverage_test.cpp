#include "tools/doctor/coverage.hpp"

#include <elf.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "tools/doctor/elf_symbols.hpp"
#include "tools/launch/installed_mpi.hpp"

using namespace shunt::tools;

namespace {

/// A library of three symbols: an exported function, an undefined one, an exported variable.
std::vector<std::byte> tiny_library() {
    struct {
        Elf64_Ehdr head{};
        Elf64_Shdr sections[3]{};
        Elf64_Sym symbols[3]{};
        char names[32] = "\0MPI_Send\0MPI_Recv\0MPI_DATA";
    } file;
    std::memcpy(file.head.e_ident, ELFMAG, SELFMAG);
    file.head.e_ident[EI_CLASS] = ELFCLASS64;
    file.head.e_ident[EI_DATA] = ELFDATA2LSB;
    file.head.e_shoff = offsetof(decltype(file), sections);
    file.head.e_shentsize = sizeof(Elf64_Shdr);
    file.head.e_shnum = 3;
    file.sections[1].sh_type = SHT_DYNSYM;
    file.sections[1].sh_offset = offsetof(decltype(file), symbols);
    file.sections[1].sh_size = sizeof file.symbols;
    file.sections[1].sh_link = 2;
    file.sections[2].sh_type = SHT_STRTAB;
    file.sections[2].sh_offset = offsetof(decltype(file), names);
    file.sections[2].sh_size = sizeof file.names;
    file.symbols[0] = {1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, 0, 8};
    file.symbols[1] = {10, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, SHN_UNDEF, 0, 8};
    file.symbols[2] = {19, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), 0, 1, 0, 8};
    const auto* start = reinterpret_cast<const std::byte*>(&file);
    return {start, start + sizeof file};
}

}  // namespace

TEST_CASE("only exported functions of a library are listed", "[tools]") {
    std::vector<std::string> names;
    std::string error;
    REQUIRE(exported_functions(tiny_library(), names, error));
    CHECK(names == std::vector<std::string>{"MPI_Send"});
    REQUIRE(exported_functions_of("/proc/self/exe", names, error));
    CHECK_FALSE(exported_functions_of("/etc/passwd", names, error));
    CHECK(error == "/etc/passwd: not an ELF library");
    CHECK_FALSE(is_static_program("/proc/self/exe"));
    CHECK_FALSE(is_static_program("/etc/passwd"));
}

TEST_CASE("the libraries that a program names are found", "[tools]") {
    const auto names = needed_libraries("/proc/self/exe");
    CHECK(std::find(names.begin(), names.end(), "libc.so.6") != names.end());
    CHECK(needed_libraries("/etc/passwd").empty());
    CHECK(needed_libraries("/nonexistent").empty());
}

TEST_CASE("a damaged library is an error or a shorter list, never a crash", "[tools]") {
    const auto whole = tiny_library();
    std::mt19937 random(3);
    for (int round = 0; round < 20000; ++round) {
        auto bytes = whole;
        for (int hit = 0; hit < 3; ++hit)
            bytes[random() % bytes.size()] = static_cast<std::byte>(random() % 2 ? 0xff : random() % 256);
        if (round % 4 == 0) bytes.resize(random() % bytes.size());
        std::vector<std::string> names;
        std::string error;
        if (!exported_functions(bytes, names, error)) REQUIRE_FALSE(error.empty());
        REQUIRE(names.size() <= 3);
    }
}

TEST_CASE("C functions of MPI are classified, twins and Fortran names left out", "[tools]") {
    const auto functions = classify_exports({"MPIR_Init", "MPIX_Not_in_table", "MPI_COMM_DUP_FN", "MPI_Send",
                                             "MPI_Wtime", "PMPI_Recv", "PMPI_Send", "mpi_send_", "ompi_x"});
    REQUIRE(functions.size() == 4);
    CHECK(functions[0].name == "MPIX_Not_in_table");
    CHECK(functions[0].kind == CoverageClass::unknown);
    CHECK(functions[1].name == "MPI_Send");
    CHECK(functions[1].kind == CoverageClass::recorded);
    CHECK(functions[2].name == "MPI_Wtime");
    CHECK(functions[2].kind == CoverageClass::passed);
    CHECK(functions[3].name == "MPI_Recv");
}

TEST_CASE("MPI libraries are found among the libraries known to the dynamic linker", "[tools]") {
    const auto paths = mpi_paths_in(
        "3 libs found in cache\n\tlibmpi.so.40 (libc6,x86-64) => /u/libmpi.so.40\n"
        "\tlibmpi_cxx.so.40 (libc6,x86-64) => /u/libmpi_cxx.so.40\n\tlibmpich.so (libc6) => /u/libmpich.so\n");
    CHECK(paths == std::vector<std::string>{"/u/libmpi.so.40", "/u/libmpich.so"});
    CHECK(family_of("/lib/libmpi.so.40", {"MPI_Init", "ompi_mpi_init"}) == MpiFamily::open_mpi);
    CHECK(family_of("/lib/libmpich.so.12", {"MPIR_Err_create_code", "MPI_Init"}) == MpiFamily::mpich);
    CHECK(family_of("/lib/libmpi.so", {"MPI_Init"}) == MpiFamily::other);
    CHECK(family_of("/lib/libmpi_abi.so.1", {"MPIR_Err_create_code", "MPI_Init"}) == MpiFamily::standard_abi);
}

TEST_CASE("every function of the MPI libraries of this machine is known", "[tools]") {
    const auto libraries = installed_mpis();
    if (libraries.empty()) WARN("skipped: no MPI library is installed here");
    for (const MpiLibrary& library : libraries) {
        CHECK(classify_exports(library.exported).size() > 300);
        for (const CoveredFunction& function : classify_exports(library.exported)) {
            INFO(library.path << ' ' << function.name);
            CHECK(function.kind != CoverageClass::unknown);
        }
    }
}
