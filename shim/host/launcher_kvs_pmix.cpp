// Declares the few parts of libpmix's public binary interface that are needed, which all of PMIx 2 to 5 share
// (libpmix.so.2). So the shim is built the same with or without PMIx installed, and it links no PMIx.
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "shim/host/launcher_kvs.hpp"
#include "shim/host/quirks.hpp"

namespace shunt {
namespace {

struct PmixProc {
    char nspace[256];
    std::uint32_t rank;
};

struct PmixValue {
    std::uint16_t type;
    union {
        bool flag;
        std::uint32_t uint32;
        std::uint64_t uint64;
        void* room[3];  // the largest members of the original hold three pointers
    } data;
};

struct PmixInfo {
    char key[512];
    std::uint32_t flags;
    PmixValue value;
};

static_assert(sizeof(PmixProc) == 260 && sizeof(PmixValue) == 32 && sizeof(PmixInfo) == 552);

constexpr int kSuccess = 0, kNotFound = -46;
constexpr std::uint16_t kBool = 1, kUint32 = 14, kUint64 = 15;
constexpr std::uint8_t kGlobal = 3;
constexpr std::uint32_t kWholeJob = 0xfffffffeu;
constexpr const char* kKey = "shunt.token";

using Init = int (*)(PmixProc*, PmixInfo*, std::size_t);
using Finalize = int (*)(const PmixInfo*, std::size_t);
using Put = int (*)(std::uint8_t, const char*, PmixValue*);
using Commit = int (*)();
using Get = int (*)(const PmixProc*, const char*, const PmixInfo*, std::size_t, PmixValue**);

struct Wanted {
    const char* part;
    char path[PATH_MAX];
};

int match(dl_phdr_info* info, std::size_t, void* data) noexcept {
    auto* wanted = static_cast<Wanted*>(data);
    if (info->dlpi_name == nullptr) return 0;
    const char* slash = std::strrchr(info->dlpi_name, '/');
    const char* base = slash == nullptr ? info->dlpi_name : slash + 1;
    if (std::strncmp(base, wanted->part, std::strlen(wanted->part)) != 0) return 0;
    return ::realpath(info->dlpi_name, wanted->path) != nullptr;
}

/// The real path of the loaded object whose file name starts with `part`; false when there is none.
bool loaded_path(Wanted& wanted) noexcept { return ::dl_iterate_phdr(match, &wanted) != 0; }

void* loaded(const char* part) noexcept {
    Wanted wanted{part, {}};
    return loaded_path(wanted) ? ::dlopen(wanted.path, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
}

constexpr const char* kEmbedded[] = {"mca_pmix_pmix1x.so", "mca_pmix_pmix2x.so", "mca_pmix_pmix3x.so",
                                     "mca_pmix_pmix4x.so"};
constexpr const char* kExternal[] = {"mca_pmix_ext2x.so", "mca_pmix_ext3x.so", "mca_pmix_ext4x.so"};

/// The number of `names` that exist in `folder`; `found` receives the path of the last.
template <std::size_t N>
int count_files(const char* folder, const char* const (&names)[N], char (&found)[PATH_MAX]) noexcept {
    int count = 0;
    char path[PATH_MAX];
    for (const char* name : names) {
        const int length = std::snprintf(path, sizeof path, "%s/%s", folder, name);
        if (length >= PATH_MAX || ::access(path, R_OK) != 0) continue;
        std::memcpy(found, path, static_cast<std::size_t>(length) + 1);
        ++count;
    }
    return count;
}

/// Loads the one component by which Open MPI 4 reaches an external libpmix.
void* load_component(char* opal_path, bool foreign_path, const char*& why) noexcept {
    if (char* slash = std::strrchr(opal_path, '/')) *slash = '\0';
    for (const char* below : {"openmpi", "openmpi/lib/openmpi3", "openmpi/lib/openmpi", "openmpi3"}) {
        char folder[PATH_MAX], found[PATH_MAX], embedded[PATH_MAX];
        if (std::snprintf(folder, sizeof folder, "%s/%s", opal_path, below) >= PATH_MAX) continue;
        const int external_count = count_files(folder, kExternal, found);
        const int embedded_count = count_files(folder, kEmbedded, embedded);
        if (external_count + embedded_count == 0) continue;
        if (foreign_path) why = "Open MPI loads its components from a folder that the user has set";
        else if (external_count != 1 || embedded_count != 0) why = "Open MPI may use its own embedded PMIx";
        else return ::dlopen(found, RTLD_LAZY | RTLD_LOCAL);
        return nullptr;
    }
    return nullptr;
}

/// Finds the libpmix that Open MPI will use. Version 5 calls it by name, so it is among the libraries that libopen-pal
/// needs, wherever components are loaded from. Version 4 reaches it by a component.
void* load_hosts_pmix(bool foreign_path, bool& is_linked, const char*& why) noexcept {
    why = "no PMIx library was found that Open MPI will use";
    Wanted opal{"libopen-pal.so", {}};
    void* const library = loaded_path(opal) ? ::dlopen(opal.path, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    if (library == nullptr) return nullptr;
    is_linked = ::dlsym(library, "PMIx_Init") != nullptr;
    if (is_linked) return library;
    ::dlclose(library);
    return load_component(opal.path, foreign_path, why);
}

}  // namespace

PmixKvs* PmixKvs::committing = nullptr;

/// Why by the component: a second copy of libpmix in one process would register with the launcher as a second process
/// of our rank.
const char* PmixKvs::load() noexcept {
    if (get_ != nullptr) return nullptr;
    const char* why = nullptr;
    void* library = load_hosts_pmix(foreign_path_, is_linked_, why);
    if (library == nullptr) return why;
    // Never closed: PMIx runs a thread, and only Open MPI may decide when its code is unloaded.
    init_ = ::dlsym(library, "PMIx_Init");
    finalize_ = ::dlsym(library, "PMIx_Finalize");
    put_ = ::dlsym(library, "PMIx_Put");
    commit_ = ::dlsym(library, "PMIx_Commit");
    get_ = ::dlsym(library, "PMIx_Get");
    const bool complete = init_ && finalize_ && put_ && commit_ && get_;
    if (!complete) get_ = nullptr;
    return complete ? nullptr : "the PMIx library lacks functions";
}

/// PMIx counts its initialisations: one is Open MPI's, in MPI_Init, and one is ours, which is released after that.
const char* PmixKvs::start() noexcept {
    PmixProc self{};
    if (reinterpret_cast<Init>(init_)(&self, nullptr, 0) != kSuccess) return "the PMIx server did not answer";
    started_ = true;
    rank_ = static_cast<int>(self.rank);
    std::memcpy(nspace_, self.nspace, sizeof nspace_);
    self.rank = kWholeJob;
    PmixValue* value = nullptr;
    if (reinterpret_cast<Get>(get_)(&self, "pmix.job.size", nullptr, 0, &value) != kSuccess || value == nullptr)
        return "the PMIx server does not know the size of the job";
    if (value->type == kUint32) size_ = static_cast<int>(value->data.uint32);
    std::free(value);
    return nullptr;
}

const char* PmixKvs::put(std::uint64_t token) noexcept {
    if (const char* why = load()) return why;
    token_ = token;
    return is_linked_ ? put_later() : put_now();
}

const char* PmixKvs::put_now() noexcept {
    if (const char* why = start()) return why;
    PmixValue value{};
    value.type = kUint64;
    value.data.uint64 = token_;
    if (reinterpret_cast<Put>(put_)(kGlobal, kKey, &value) != kSuccess) return "PMIx refused to keep a key for us";
    if (is_linked_) return nullptr;  // Open MPI commits at once
    return reinterpret_cast<Commit>(commit_)() == kSuccess ? nullptr : "the PMIx server did not take our key";
}

/// The keys that MPI_Init waits for are committed by Open MPI's own PMIx_Commit; libshunt.so notifies us of that call.
const char* PmixKvs::put_later() noexcept {
    before_commit_ = static_cast<BeforeCommit*>(::dlsym(RTLD_DEFAULT, "shunt_before_pmix_commit"));
    if (before_commit_ == nullptr) return "libshunt.so is not preloaded";
    not_put_ = "MPI_Init has not committed keys to PMIx";
    committing = this;
    const BeforeCommit put = &put_at_commit;
    __atomic_store_n(before_commit_, put, __ATOMIC_RELEASE);
    return nullptr;
}

void PmixKvs::put_at_commit() noexcept {
    if (committing != nullptr) committing->not_put_ = committing->put_now();
}

void PmixKvs::stop_waiting() noexcept {
    const BeforeCommit nobody = nullptr;
    if (before_commit_ != nullptr) __atomic_store_n(before_commit_, nobody, __ATOMIC_RELEASE);
    before_commit_ = nullptr;
    committing = nullptr;
}

/// Open MPI exchanges all data in a fence for which MPI_Init waits, at once or (pmix_base_async_modex) before it
/// returns. So async_mpi_init, which leaves out another fence, does no harm. Only with pmix_base_collect_data off do
/// keys stay where they were put; a key of another host then looks absent. The same is true of version 5 with
/// pmix_base_async_modex: it requests no data in that fence (Quirks::late_fence_exchanges).
/// Source: ompi_mpi_init.c of Open MPI 4.1, instance.c of 5.0.
const char* PmixKvs::unsynchronised() noexcept {
    stop_waiting();
    if (not_put_ != nullptr) return not_put_;
    void* const native = loaded("libmpi.so.");
    void* const mpi = native != nullptr ? native : loaded("libmpi_abi.so.");
    if (mpi == nullptr) return "no libmpi was found";
    const auto* collect = static_cast<const bool*>(::dlsym(mpi, "opal_pmix_collect_all_data"));
    const auto* later = static_cast<const bool*>(::dlsym(mpi, "opal_pmix_base_async_modex"));
    const char* why = nullptr;
    if (collect == nullptr || (is_linked_ && later == nullptr))
        why = "this Open MPI does not report whether MPI_Init exchanges the key-value space";
    else if (!*collect)
        why = "Open MPI was told not to exchange the key-value space in MPI_Init (pmix_base_collect_data)";
    else if (is_linked_ && *later && !host_quirks.late_fence_exchanges)
        why = "Open MPI was told not to exchange the key-value space in MPI_Init (pmix_base_async_modex)";
    ::dlclose(mpi);
    return why;
}

Lookup PmixKvs::get(int rank, std::uint64_t& token) noexcept {
    PmixProc who{};
    std::memcpy(who.nspace, nspace_, sizeof nspace_);
    who.rank = static_cast<std::uint32_t>(rank);
    // "Immediate": no key will be added any more, so the server need not wait for this one (it would for two seconds).
    PmixInfo immediate{};
    std::strcpy(immediate.key, "pmix.immediate");
    immediate.value.type = kBool;
    immediate.value.data.flag = true;
    PmixValue* value = nullptr;
    const int status = reinterpret_cast<Get>(get_)(&who, kKey, &immediate, 1, &value);
    if (status == kNotFound) return Lookup::absent;
    if (status != kSuccess || value == nullptr) return Lookup::failed;
    const bool ours = value->type == kUint64;
    token = ours ? value->data.uint64 : 0;
    std::free(value);  // an integer owns nothing else
    return ours ? Lookup::found : Lookup::failed;
}

void PmixKvs::release() noexcept {
    stop_waiting();
    if (!started_) return;
    started_ = false;
    reinterpret_cast<Finalize>(finalize_)(nullptr, 0);
}

}  // namespace shunt
