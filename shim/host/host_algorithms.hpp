#pragma once
// The host's own algorithms for its collectives, which of them can be chosen while the program runs, and how.
//
// MPICH: MPI_T variables of the process. What is written acts on the next call on any communicator.
// Open MPI: variables of the component coll/tuned. A communicator keeps for ever what they said when it was made, if
// `coll_tuned_use_dynamic_rules` was on when MPI_Init ran; nothing else changes by that. Where another component has a
// higher priority (han, from Open MPI 5 on), that of tuned is raised while the communicator is made. They are reached
// by Open MPI's own functions and not by MPI_T, whose start takes 50 ms of processor time there (shim/DECISIONS.md).
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/operation.hpp"
#include "shim/host/algorithm_words.hpp"

namespace shunt {

/// Makes the algorithms of Open MPI choosable: before and after the host's MPI_Init, of that thread. The environment
/// is afterwards as it was. Where the user has set a variable of Open MPI's collectives himself, nothing is done.
class DynamicRules {
public:
    /// Before MPI_Init.   Fails: std::bad_alloc.
    void ask_for();
    /// MPI_Init has returned.
    void restore();
    /// The user's own variable; empty: there is none.
    const std::string& own_setting() const { return own_setting_; }

private:
    bool is_set_ = false;
    std::string own_setting_;
};

/// Thread: one at a time; found before the first call of a collective.
class HostAlgorithms {
public:
    /// Looks what can be chosen, after MPI_Init. `library`: the host, of dlopen. `rules`: as used around MPI_Init.
    /// `multiple_threads`: they may call MPI at once; then nothing can be chosen.   Fails: std::bad_alloc.
    void find(void* library, const DynamicRules& rules, bool multiple_threads);

    /// Those that can be chosen for `operation`, in the order of their values; candidates for selection.
    std::span<const HostAlgorithm> list(Operation operation) const { return of(operation).algorithms; }
    /// Null: it cannot be chosen.
    const HostAlgorithm* find(Operation operation, std::string_view name) const;
    /// Whether the operation's algorithms are told how many bytes they send at a time.
    bool has_segments(Operation operation) const { return of(operation).segment >= 0; }
    /// Whether a communicator has to be made for each choice; else it is written before each call.
    bool needs_communicator() const { return needs_communicator_; }
    /// Equal on two ranks where the same can be chosen; 0: nothing.
    std::uint64_t digest() const;
    /// Why nothing can be chosen, as one clause; empty: something can.
    const std::string& refusal() const { return refusal_; }
    /// The variable by which the user himself has chosen an algorithm of the operation; empty: he has not.
    const std::string& own_setting(Operation operation) const { return of(operation).own_setting; }

private:
    friend class AlgorithmInForce;

    /// The variables of one operation.
    struct Variables {
        std::vector<HostAlgorithm> algorithms;
        void* handle = nullptr;  ///< MPI_T's
        int algorithm = -1;      ///< Open MPI's index of the variable; -1: there is none
        int segment = -1;        ///< likewise
        std::string own_setting;
    };
    /// The host's functions, by its own names.
    struct Functions {
        int (*tool_read)(void* handle, void* value) = nullptr;
        int (*tool_write)(void* handle, const void* value) = nullptr;
        int (*set_value)(int index, const void* value, std::size_t bytes, int source, const char* file) = nullptr;
    };

    const Variables& of(Operation operation) const { return variables_[static_cast<std::size_t>(operation)]; }
    void find_in_mpich(void* library);
    void find_in_open_mpi(void* library);
    bool write(Operation operation, int value, std::int64_t segment);

    std::array<Variables, kOperationCount> variables_;
    Functions functions_;
    std::string refusal_ = "they were not looked for";
    bool needs_communicator_ = false;
    int priority_ = -1;  ///< Open MPI's index of tuned's priority, where it has to be raised; -1: it has not
    int own_priority_ = 0;
    bool is_written_ = false;  ///< a variable says something now
    Operation written_ = Operation::barrier;
};

/// While it lives, the variables of the operation say that algorithm. What a call left that ended by a jump is taken
/// back first. Thread: that of the call; no other may make a communicator or call a collective.
class AlgorithmInForce {
public:
    AlgorithmInForce(HostAlgorithms& algorithms, Operation operation, const HostAlgorithm& algorithm,
                     std::int64_t segment);
    ~AlgorithmInForce();
    AlgorithmInForce(const AlgorithmInForce&) = delete;
    AlgorithmInForce& operator=(const AlgorithmInForce&) = delete;

    /// False: the host has refused, or the program has chosen itself by MPI_T, which stands.
    bool is_in_force() const { return is_in_force_; }

private:
    HostAlgorithms& algorithms_;
    const Operation operation_;
    bool is_in_force_ = false;
};

}  // namespace shunt
