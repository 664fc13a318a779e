#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "native/engines/contract.hpp"
#include "native/select/reason.hpp"

namespace shunt {

class Trial;

/// Largest number of parameters of an engine.
inline constexpr std::size_t kMostParameters = 8;

/// No call has this ordinal: a decision until then never expires.
inline constexpr std::uint32_t kForEver = UINT32_MAX;

/// One of the host's own algorithms.
struct HostChoice {
    std::string_view algorithm;  ///< the host's name; empty: the algorithm that the host itself chooses.   Owner: the
                                 ///< rules
    std::int64_t segment = 0;    ///< bytes sent at a time; 0: the whole message at once
    bool is_given() const { return !algorithm.empty(); }
};

/// A host's algorithm that `auto` may try.
struct HostCandidate {
    HostChoice choice;
    int ranks = 0;          ///< the only size of a communicator for which it can be chosen; 0: any
    bool is_ready = false;  ///< it needs no communicator of its own
};

/// The candidate number in a Trial of the first of CallFacts::host_candidates; the others follow. Candidate numbers of
/// engines are their indices.
inline constexpr int kFirstHostCandidate = 64;

/// Who carries a call. Equal on all members of the communicator.
struct Decision {
    const Engine* engine = nullptr;  ///< null: the host
    int index = 0;                   ///< of the engine in profiles; 0: the host
    Because because;
    std::uint64_t least_bytes = 0;                           ///< Prospect::least_bytes
    GroupScheme groups = GroupScheme::automatic;             ///< the rule's parameter of that name
    std::uint32_t until = kForEver;                          ///< the ordinal of the last call for which it holds
    Facts facts;                                             ///< of the call
    std::array<std::int64_t, kMostParameters> parameters{};  ///< as CollectiveCall::parameters
    Trial* trial = nullptr;  ///< of `auto`, which measures such calls; null: no measurement.   Owner: Learning
    bool is_timed = false;   ///< such a call must be reported to `trial`
    std::string_view bound;  ///< Prospect::bound of the question that the model answered
    HostChoice choice;       ///< where `engine` is null
    struct Promise {
        double choice_ns = 0, host_ns = 0;  ///< of a call; 0: no promise
    };
    Promise expected;                                ///< by the plan's line, or the knowledge file's, that decided
    int candidate = 0;                               ///< number of the carrier in `trial`
    std::span<const HostCandidate> host_candidates;  ///< those that `trial` numbers: as CallFacts::host_candidates
};

}  // namespace shunt
