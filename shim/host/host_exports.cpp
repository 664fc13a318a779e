#include "shim/host/host_exports.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdint>

namespace shunt {
namespace {

/// The parts of a library's dynamic section that name its symbols.
struct Symbols {
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    const std::uint32_t* gnu_hash = nullptr;

    explicit Symbols(const link_map& map) {
        // glibc has added the base already, other loaders have not.
        const auto at = [&](ElfW(Addr) value) { return value < map.l_addr ? value + map.l_addr : value; };
        for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry) {
            const ElfW(Addr) address = at(entry->d_un.d_ptr);
            if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(address);
            if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(address);
            if (entry->d_tag == DT_GNU_HASH) gnu_hash = reinterpret_cast<const std::uint32_t*>(address);
        }
    }
    bool are_there() const { return symbols && names && gnu_hash; }
};

}  // namespace

void for_each_export(void* library, const std::function<void(const char*)>& visit) {
    link_map* map = nullptr;
    if (!library || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
    const Symbols table(*map);
    if (!table.are_there()) return;
    // Header: buckets, first symbol, words of the filter, shift; then the filter, the buckets, a chain entry a symbol.
    const std::uint32_t bucket_count = table.gnu_hash[0], first = table.gnu_hash[1], filter_words = table.gnu_hash[2];
    const std::uint32_t* const buckets = table.gnu_hash + 4 + filter_words * (sizeof(ElfW(Addr)) / 4);
    const std::uint32_t* const chain = buckets + bucket_count;
    for (std::uint32_t bucket = 0; bucket < bucket_count; ++bucket) {
        if (buckets[bucket] < first) continue;  // empty
        for (std::uint32_t symbol = buckets[bucket];; ++symbol) {
            visit(table.names + table.symbols[symbol].st_name);
            if (chain[symbol - first] & 1) break;  // the bucket's last
        }
    }
}

bool may_take_request(std::string_view name) {
    if (!name.starts_with("MPI_") && !name.starts_with("MPIX_")) return false;
    if (name.starts_with("MPI_T_")) return false;
    constexpr std::string_view kStems[] = {"Request", "Wait",     "Test",     "Start", "Cancel",
                                           "Pready",  "Parrived", "Continue", "nqueue"};
    return std::any_of(std::begin(kStems), std::end(kStems),
                       [&](std::string_view stem) { return name.find(stem) != std::string_view::npos; });
}

std::string unknown_request_function(void* host_library, const std::function<bool(std::string_view)>& is_known) {
    std::string found;
    for_each_export(host_library, [&](const char* exported) {
        std::string_view name = exported;
        if (name.starts_with("PMPI")) name.remove_prefix(1);
        if (may_take_request(name) && !is_known(name) && (found.empty() || name < found)) found = name;
    });
    return found;
}

}  // namespace shunt
