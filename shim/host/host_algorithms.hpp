#pragma once
// The host's own algorithms for its collectives: which can be chosen while the program runs, and how.
//
// MPICH: MPI_T variables of the process. A value written affects the next call on any communicator.
// Open MPI: variables of the component coll/tuned. A communicator keeps for its lifetime the values they had when it
// was made, if `coll_tuned_use_dynamic_rules` was on when MPI_Init ran; that switch changes nothing else. If another
// component has a higher priority (han, from Open MPI 5 on), the priority of tuned is raised while the communicator is
// made. The variables are accessed by Open MPI's own functions and not by MPI_T, whose start takes 50 ms of processor
// time there (shim/DECISIONS.md).
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/operation.hpp"
#include "shim/host/algorithm_words.hpp"

namespace shunt {

/// Makes the algorithms of Open MPI choosable. Used before and after the host's MPI_Init, by the thread that calls it.
/// Afterwards the environment is as before. If the user has set a variable of Open MPI's collectives, nothing is done.
class DynamicRules {
public:
    /// To be called before MPI_Init.   Fails: std::bad_alloc.
    void ask_for();
    /// To be called when MPI_Init has returned.
    void restore();
    /// The variable that the user has set; empty: none.
    const std::string& own_setting() const { return own_setting_; }

private:
    bool is_set_ = false;
    std::string own_setting_;
};

/// Thread: one at a time; find() precedes the first call of a collective.
class HostAlgorithms {
public:
    /// Finds which algorithms can be chosen, after MPI_Init. `library`: the host, from dlopen. `rules`: as used around
    /// MPI_Init. `multiple_threads`: several threads may call MPI at once; then nothing can be chosen.   Fails:
    /// std::bad_alloc.
    void find(void* library, const DynamicRules& rules, bool multiple_threads);

    /// The algorithms that can be chosen for `operation`, in the order of their values; candidates for selection.
    std::span<const HostAlgorithm> list(Operation operation) const { return of(operation).algorithms; }
    /// Null: it cannot be chosen.
    const HostAlgorithm* find(Operation operation, std::string_view name) const;
    /// Whether the operation has a variable for the bytes its algorithms send at a time.
    bool has_segments(Operation operation) const { return of(operation).segment >= 0; }
    /// True: a communicator must be made for each choice. False: the variables are written before each call.
    bool needs_communicator() const { return needs_communicator_; }
    /// Equal on two ranks if the same algorithms can be chosen on both; 0: none can.
    std::uint64_t digest() const;
    /// Why nothing can be chosen, as one clause; empty: something can be.
    const std::string& refusal() const { return refusal_; }
    /// The variable by which the user has chosen an algorithm of the operation; empty: none.
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
        /// `value`: receives the address of the variable.
        int (*get_value)(int index, const void* value, int* source, const char** file) = nullptr;
    };

    const Variables& of(Operation operation) const { return variables_[static_cast<std::size_t>(operation)]; }
    void find_in_mpich(void* library);
    void find_in_open_mpi(void* library);
    bool write(Operation operation, int value, std::int64_t segment);
    void take_back();
    std::optional<int> read_open_mpi(int index) const;
    std::optional<int> read(Operation operation) const;

    std::array<Variables, kOperationCount> variables_;
    Functions functions_;
    std::string refusal_ = "the algorithms were not searched for";
    bool needs_communicator_ = false;
    int priority_ = -1;  ///< Open MPI's index of tuned's priority; -1: it need not be raised
    int own_priority_ = 0;
    bool is_written_ = false;  ///< a variable of the host has a value of ours now
    Operation written_ = Operation::barrier;
    int own_segment_ = 0;  ///< the program's, in place of which ours was written
};

/// While an object of this class exists, the variables of the operation name that algorithm. If an earlier call was
/// left by a jump, the constructor first resets the variables it had written. Thread: that of the call; no other thread
/// may make a communicator or call a collective.
class AlgorithmInForce {
public:
    AlgorithmInForce(HostAlgorithms& algorithms, Operation operation, const HostAlgorithm& algorithm,
                     std::int64_t segment);
    ~AlgorithmInForce();
    AlgorithmInForce(const AlgorithmInForce&) = delete;
    AlgorithmInForce& operator=(const AlgorithmInForce&) = delete;

    /// False: the host has refused, or the program has made its own choice by MPI_T, which takes precedence.
    bool is_in_force() const { return is_in_force_; }

private:
    HostAlgorithms& algorithms_;
    bool is_in_force_ = false;
};

}  // namespace shunt
