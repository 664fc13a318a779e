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

/// Parameters that an engine may have.
inline constexpr std::size_t kMostParameters = 8;

/// The ordinal of no call: a decision until then holds for ever.
inline constexpr std::uint32_t kForEver = UINT32_MAX;

/// One of the host's own algorithms.
struct HostChoice {
    std::string_view algorithm;  ///< the host's name; empty: what the host itself chooses.   Owner: the rules
    std::int64_t segment = 0;    ///< bytes sent at a time; 0: as many as there are
    bool is_given() const { return !algorithm.empty(); }
};

/// One that `auto` may try.
struct HostCandidate {
    HostChoice choice;
    int ranks = 0;          ///< the only size of a communicator that it is for; 0: any
    bool is_ready = false;  ///< no communicator has to be made for it
};

/// The number that a Trial knows the first of CallFacts::host_candidates by; the others follow. Engines' numbers are
/// their indices.
inline constexpr int kFirstHostCandidate = 64;

/// Who carries a call. Equal on all members of the communicator.
struct Decision {
    const Engine* engine = nullptr;  ///< null: the host
    int index = 0;                   ///< of the engine in profiles; 0: the host
    Because because;
    std::uint64_t least_bytes = 0;                           ///< Prospect::least_bytes
    GroupScheme groups = GroupScheme::automatic;             ///< the rule's parameter of that name
    std::uint32_t until = kForEver;                          ///< the ordinal of the last call that it holds for
    Facts facts;                                             ///< of the call
    std::array<std::int64_t, kMostParameters> parameters{};  ///< as CollectiveCall::parameters
    Trial* trial = nullptr;  ///< of `auto`, which measures such calls; null: nothing is measured.   Owner: Learning
    bool is_timed = false;   ///< such a call is to be told to `trial`
    std::string_view bound;  ///< Prospect::bound, of what the model was asked about
    HostChoice choice;       ///< where `engine` is null
    struct Promise {
        double choice_ns = 0, host_ns = 0;  ///< of a call; 0: nothing is promised
    };
    Promise expected;                                ///< by the plan's line that decided
    int candidate = 0;                               ///< of `trial`: the number of what carries the call
    std::span<const HostCandidate> host_candidates;  ///< of `trial`: as CallFacts::host_candidates
};

}  // namespace shunt
