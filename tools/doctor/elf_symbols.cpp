#include "tools/doctor/elf_symbols.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {
namespace {

/// Reads structures out of untrusted bytes by copying, so that any offset and alignment is allowed.
struct Bytes {
    std::span<const std::byte> all;

    template <class Struct>
    bool read(std::uint64_t offset, Struct& out) const {
        if (offset > all.size() || sizeof out > all.size() - offset) return false;
        std::memcpy(&out, all.data() + offset, sizeof out);
        return true;
    }
    /// The text at `offset` of a string table, up to its NUL; empty when the offset is outside.
    std::string text(const Elf64_Shdr& table, std::uint64_t offset) const {
        if (table.sh_offset > all.size() || table.sh_size > all.size() - table.sh_offset || offset >= table.sh_size)
            return {};
        const auto* start = reinterpret_cast<const char*>(all.data() + table.sh_offset + offset);
        const std::size_t room = table.sh_size - offset;
        const auto* end = static_cast<const char*>(std::memchr(start, 0, room));
        return end == nullptr ? std::string() : std::string(start, end);
    }
};

bool is_exported_function(const Elf64_Sym& symbol) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    const auto binding = ELF64_ST_BIND(symbol.st_info);
    return symbol.st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           (binding == STB_GLOBAL || binding == STB_WEAK);
}

bool read_symbols(const Bytes& bytes, const Elf64_Shdr& symbols, const Elf64_Shdr& names,
                  std::vector<std::string>& out) {
    if (symbols.sh_offset > bytes.all.size() || symbols.sh_size > bytes.all.size() - symbols.sh_offset) return false;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        if (!bytes.read(symbols.sh_offset + at, symbol)) return false;
        if (!is_exported_function(symbol)) continue;
        std::string name = bytes.text(names, symbol.st_name);
        if (!name.empty()) out.push_back(std::move(name));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return true;
}

}  // namespace

bool exported_functions(std::span<const std::byte> file, std::vector<std::string>& out, std::string& error) {
    const Bytes bytes{file};
    const auto fail = [&](const char* why) {
        error = why;
        return false;
    };
    out.clear();
    Elf64_Ehdr head;
    if (!bytes.read(0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return fail("not an ELF library");
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB)
        return fail("not a 64-bit little-endian library");
    if (head.e_shentsize != sizeof(Elf64_Shdr)) return fail("damaged section table");
    for (std::uint64_t i = 0; i < head.e_shnum; ++i) {
        Elf64_Shdr section, names;
        if (!bytes.read(head.e_shoff + i * sizeof section, section)) return fail("damaged section table");
        if (section.sh_type != SHT_DYNSYM) continue;
        if (section.sh_link >= head.e_shnum || !bytes.read(head.e_shoff + section.sh_link * sizeof names, names))
            return fail("damaged section table");
        return read_symbols(bytes, section, names, out) || fail("damaged symbol table");
    }
    return fail("it has no table of exported symbols");
}

bool exported_functions_of(const std::string& path, std::vector<std::string>& out, std::string& error) {
    std::vector<std::byte> bytes;
    if (!record::read_whole_file(path, bytes, error)) return false;
    if (exported_functions(bytes, out, error)) return true;
    error = path + ": " + error;
    return false;
}

std::vector<std::string> needed_libraries(const std::string& path) {
    std::vector<std::byte> file;
    std::string error;
    Elf64_Ehdr head;
    if (!record::read_whole_file(path, file, error)) return {};
    const Bytes bytes{file};
    if (!bytes.read(0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64)
        return {};
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < head.e_shnum; ++i) {
        Elf64_Shdr section, texts;
        if (!bytes.read(head.e_shoff + i * sizeof section, section)) return {};
        if (section.sh_type != SHT_DYNAMIC || section.sh_link >= head.e_shnum) continue;
        if (!bytes.read(head.e_shoff + section.sh_link * sizeof texts, texts)) return {};
        Elf64_Dyn entry;
        for (std::uint64_t at = 0; at + sizeof entry <= section.sh_size; at += sizeof entry) {
            if (!bytes.read(section.sh_offset + at, entry) || entry.d_tag == DT_NULL) break;
            if (entry.d_tag == DT_NEEDED) names.push_back(bytes.text(texts, entry.d_un.d_val));
        }
    }
    return names;
}

bool is_static_program(const std::string& path) {
    std::vector<std::byte> file;
    std::string error;
    Elf64_Ehdr head;
    if (!record::read_whole_file(path, file, error)) return false;
    const Bytes bytes{file};
    if (!bytes.read(0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    for (std::uint64_t i = 0; i < head.e_phnum; ++i) {
        Elf64_Phdr part;
        if (!bytes.read(head.e_phoff + i * sizeof part, part) || part.p_type == PT_INTERP) return false;
    }
    return head.e_type == ET_EXEC || head.e_type == ET_DYN;
}

}  // namespace shunt::tools
