#include "shim/host/host_algorithms.hpp"

#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>

#include "config/environment.hpp"
#include "native/base/outcome.hpp"
#include "shim/host/algorithm_quirks.hpp"
#include "shim/host/quirks.hpp"
#include "shim/observe/record/format.hpp"

namespace shunt {
namespace {

constexpr const char* kDynamicRules = "OMPI_MCA_coll_tuned_use_dynamic_rules";

/// Of Open MPI's mca_base_var_source_t: set by a program.
constexpr int kSourceSet = 4;
/// Of Open MPI's mca_base_var_dump_type_t.
constexpr int kParsable = 1;

template <class Function>
void look_up(void* library, const char* name, Function*& out) {
    out = reinterpret_cast<Function*>(dlsym(library, name));
}

/// "MPIR_CVAR_REDUCE_SCATTER_INTRA_ALGORITHM"
std::string mpich_name(Operation operation) {
    std::string upper(name_of(operation));
    for (char& c : upper)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return "MPIR_CVAR_" + upper + "_INTRA_ALGORITHM";
}

/// "coll_tuned_reduce_scatter_algorithm"
std::string open_mpi_name(Operation operation) { return joined({"coll_tuned_", name_of(operation), "_algorithm"}); }

void apply_quirks(bool is_open_mpi, Operation operation, std::vector<HostAlgorithm>& algorithms) {
    std::erase_if(algorithms, [&](HostAlgorithm& one) {
        const AlgorithmQuirk* quirk = quirk_of(is_open_mpi, operation, one.name);
        if (quirk) one.ranks = quirk->ranks;
        one.waits = is_waiting(is_open_mpi, operation, one.name);
        return quirk && quirk->ranks == 0;
    });
}

/// Open MPI's register of variables, by functions that its libopen-pal exports (1.7 and later).
class Register {
public:
    explicit Register(void* library) {
        look_up(library, "mca_base_var_find_by_name", find_);
        look_up(library, "mca_base_var_dump", print_);
    }
    bool is_there() const { return find_ && print_; }
    /// -1: there is none.
    int index_of(const std::string& name) const {
        int index = -1;
        return find_(name.c_str(), &index) >= 0 && index >= 0 ? index : -1;
    }
    PrintedVariable read(const std::string& name) const {
        const int index = index_of(name);
        char** lines = nullptr;
        if (index < 0 || print_(index, &lines, kParsable) != 0 || !lines) return {};
        std::size_t count = 0;
        while (lines[count]) ++count;
        PrintedVariable variable = read_printed_variable({lines, count}, name);
        for (std::size_t i = 0; i < count; ++i) std::free(lines[i]);
        std::free(lines);
        return variable;
    }
    int number(const std::string& name) const { return std::atoi(read(name).value.c_str()); }

private:
    int (*find_)(const char* name, int* index) = nullptr;
    int (*print_)(int index, char*** lines, int form) = nullptr;
};

constexpr const char* kTunedPriority = "coll_tuned_priority";
/// Higher than any component's; the host's own priorities are 0 to 100.
constexpr int kHighestPriority = 1000;

/// The priority variable of a component that Open MPI prefers to coll/tuned, whose variables then have no effect;
/// empty: none.
std::string outranking(const Register& variables) {
    const int tuned = variables.number(kTunedPriority);
    for (const char* component :
         {"han", "adapt", "sm", "smdirect", "hcoll", "ucc", "fca", "portals4", "acoll", "xhc"}) {
        const std::string prefix = joined({"coll_", component, "_"});
        const std::string enabled = variables.read(prefix + "enable").value;
        if (enabled == "0" || enabled == "false") continue;
        if (variables.number(prefix + "priority") >= tuned) return prefix + "priority";
    }
    return {};
}

}  // namespace

void DynamicRules::ask_for() {
    if (!host_quirks.is_open_mpi) {
        for (const char* prefix : {"MPIR_CVAR_", "MPIR_PARAM_", "MPICH_"})
            if (own_setting_.empty())
                own_setting_ = config::variable_beginning_with(joined({prefix, "COLL_SELECTION_TUNING_JSON_FILE"}));
        // A call for which a chosen algorithm is not suited would then fail, or print a line.
        for (const char* prefix : {"MPIR_CVAR_", "MPIR_PARAM_", "MPICH_"}) {
            const std::string name = joined({prefix, "COLLECTIVE_FALLBACK"});
            const char* const value = config::environment_value(name.c_str());
            if (own_setting_.empty() && value && std::string_view(value) != "silent") own_setting_ = name;
        }
        return;
    }
    own_setting_ = config::variable_beginning_with("OMPI_MCA_coll_");
    if (own_setting_.empty() && config::environment_value("OMPI_MCA_coll")) own_setting_ = "OMPI_MCA_coll";
    if (own_setting_.empty()) is_set_ = config::set_variable(kDynamicRules, "1");
}

void DynamicRules::restore() {
    if (is_set_) config::unset_variable(kDynamicRules);
    is_set_ = false;
}

void HostAlgorithms::find(void* library, const DynamicRules& rules, bool multiple_threads) {
    needs_communicator_ = host_quirks.is_open_mpi;
    if (!library) refusal_ = "the host's library is not known";
    else if (multiple_threads)
        refusal_ =
            "the program has asked for MPI_THREAD_MULTIPLE, and an algorithm can only be chosen for all threads at "
            "once";
    else if (!rules.own_setting().empty()) refusal_ = rules.own_setting() + " is set and takes precedence";
    else if (refusal_.clear(); host_quirks.is_open_mpi) find_in_open_mpi(library);
    else find_in_mpich(library);
    const bool none = std::ranges::all_of(variables_, [](const Variables& one) { return one.algorithms.empty(); });
    if (none && refusal_.empty()) refusal_ = "this host has no variables for them";
}

void HostAlgorithms::find_in_open_mpi(void* library) {
    const Register known(library);
    look_up(library, "mca_base_var_set_value", functions_.set_value);
    look_up(library, "mca_base_var_get_value", functions_.get_value);
    if (!known.is_there() || !functions_.set_value || !functions_.get_value) return;
    const auto is_ours = [&](const char* name) { return known.index_of(name) < 0 || known.read(name).is_default; };
    if (!is_ours("coll_tuned_dynamic_rules_filename"))
        refusal_ = "coll_tuned_dynamic_rules_filename is set and takes precedence";
    else if (known.read("coll_tuned_use_dynamic_rules").value != "true")
        refusal_ = "coll_tuned_use_dynamic_rules is off, perhaps since MPI_T began before MPI_Init";
    else if (const std::string other = outranking(known); !other.empty()) {
        own_priority_ = known.number(kTunedPriority);
        if (known.read(kTunedPriority).is_writeable) priority_ = known.index_of(kTunedPriority);
        else refusal_ = other + " makes another component carry the collectives";
    }
    if (!refusal_.empty()) return;
    for (std::size_t place = 0; place < kOperationCount; ++place) {
        const auto operation = static_cast<Operation>(place);
        const std::string name = open_mpi_name(operation);
        PrintedVariable variable = known.read(name);
        Variables& out = variables_[place];
        if (!variable.is_default && !variable.algorithms.empty()) out.own_setting = name;
        if (!variable.is_default || !variable.is_writeable) continue;
        out.algorithm = known.index_of(name);
        out.algorithms = std::move(variable.algorithms);
        apply_quirks(true, operation, out.algorithms);
        if (segments_are_sound(true, operation) && known.read(name + "_segmentsize").is_writeable)
            out.segment = known.index_of(name + "_segmentsize");
    }
}

// MPICH 4.0 loses all its variables when MPI_T_finalize matches the last MPI_T_init_thread: a second MPI_T_init_thread
// then crashes, as does MPI_Init. So MPI_T, once started here, is never finalized, and the program may start and
// finalize it at will.
void HostAlgorithms::find_in_mpich(void* library) {
    int (*begin)(int, int*) = nullptr;
    int (*index_of)(const char*, int*) = nullptr;
    int (*describe)(int, char*, int*, int*, void*, void*, char*, int*, int*, int*) = nullptr;
    int (*allocate)(int, void*, void**, int*) = nullptr;
    look_up(library, "PMPI_T_init_thread", begin);
    look_up(library, "PMPI_T_cvar_get_index", index_of);
    look_up(library, "PMPI_T_cvar_get_info", describe);
    look_up(library, "PMPI_T_cvar_handle_alloc", allocate);
    look_up(library, "PMPI_T_cvar_read", functions_.tool_read);
    look_up(library, "PMPI_T_cvar_write", functions_.tool_write);
    if (!begin || !index_of || !describe || !allocate || !functions_.tool_read || !functions_.tool_write) return;
    int provided = 0;
    // The thread level of the last caller applies to all, and the highest level harms no caller.
    if (begin(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) return;
    for (std::size_t place = 0; place < kOperationCount; ++place) {
        const auto operation = static_cast<Operation>(place);
        const std::string name = mpich_name(operation);
        std::array<char, 4096> text{};
        int index = -1, count = 0, value = 0, length = static_cast<int>(text.size());
        Variables& out = variables_[place];
        if (index_of(name.c_str(), &index) != MPI_SUCCESS) continue;
        if (describe(index, nullptr, nullptr, nullptr, nullptr, nullptr, text.data(), &length, nullptr, nullptr) !=
            MPI_SUCCESS)
            continue;
        if (allocate(index, nullptr, &out.handle, &count) != MPI_SUCCESS || count != 1) continue;
        if (functions_.tool_read(out.handle, &value) != MPI_SUCCESS) continue;
        if (value != 0) {
            out.own_setting = name;
            continue;
        }
        out.algorithms = algorithms_in_description(text.data());
        apply_quirks(false, operation, out.algorithms);
    }
}

const HostAlgorithm* HostAlgorithms::find(Operation operation, std::string_view name) const {
    for (const HostAlgorithm& one : of(operation).algorithms)
        if (one.name == name) return &one;
    return nullptr;
}

std::uint64_t HostAlgorithms::digest() const {
    if (!refusal_.empty()) return 0;
    std::string text;
    for (const Variables& one : variables_) {
        for (const HostAlgorithm& algorithm : one.algorithms)
            text += joined({algorithm.name, "=", std::to_string(algorithm.value), ","});
        text += one.segment >= 0 ? "segment;" : ";";
    }
    return record::fnv1a(text.data(), text.size()) | 1;
}

std::optional<int> HostAlgorithms::read_open_mpi(int index) const {
    const int* value = nullptr;
    if (functions_.get_value(index, &value, nullptr, nullptr) != 0 || !value) return std::nullopt;
    return *value;
}

/// The algorithm that the variable of `operation` names; 0: the host chooses. Empty: it cannot be read.
std::optional<int> HostAlgorithms::read(Operation operation) const {
    const Variables& variables = of(operation);
    if (needs_communicator_) return read_open_mpi(variables.algorithm);
    int value = 0;
    if (functions_.tool_read(variables.handle, &value) != MPI_SUCCESS) return std::nullopt;
    return value;
}

/// Gives the variables that were written the values they had before.
void HostAlgorithms::take_back() {
    if (is_written_) write(written_, 0, own_segment_);
    is_written_ = false;
}

bool HostAlgorithms::write(Operation operation, int value, std::int64_t segment) {
    const Variables& variables = of(operation);
    if (!needs_communicator_) return functions_.tool_write(variables.handle, &value) == MPI_SUCCESS;
    const auto set = [&](int index, int to) {
        return functions_.set_value(index, &to, sizeof to, kSourceSet, nullptr) == 0;
    };
    if (priority_ >= 0 && !set(priority_, value == 0 ? own_priority_ : kHighestPriority)) return false;
    if (variables.segment >= 0 && !set(variables.segment, static_cast<int>(segment))) return false;
    return set(variables.algorithm, value);
}

AlgorithmInForce::AlgorithmInForce(HostAlgorithms& algorithms, Operation operation, const HostAlgorithm& algorithm,
                                   std::int64_t segment)
    : algorithms_(algorithms) {
    algorithms_.take_back();
    if (algorithms_.read(operation) != 0) return;
    const int segment_variable = algorithms_.of(operation).segment;
    algorithms_.own_segment_ = segment_variable >= 0 ? algorithms_.read_open_mpi(segment_variable).value_or(0) : 0;
    is_in_force_ = algorithms_.write(operation, algorithm.value, segment);
    algorithms_.is_written_ = true;
    algorithms_.written_ = operation;
}

AlgorithmInForce::~AlgorithmInForce() { algorithms_.take_back(); }

}  // namespace shunt
