#pragma once
#include <cstdint>
#include <vector>

#include "native/program/known_places.hpp"
#include "native/program/program.hpp"

namespace shunt::program {

/// Determines which steps of one rank are done before others begin, by Step::after and its transitive closure. Steps
/// are arranged in chains, each after the previous one of its chain. For each other chain a step knows the last step
/// that it is after. Cost: near-linear if few chains interact; a query takes constant time, but see cost_of_queries().
class StepOrder {
public:
    /// `steps` without chunks, well formed; kept until the end. Time and memory are limited: see is_complete().
    explicit StepOrder(const RankProgram& steps);

    /// Whether the order was found: false if too many chains interact too often.
    bool is_complete() const { return is_complete_; }
    /// The cost of finding it.
    std::uint64_t cost() const { return known_.cost() + places_.size(); }

    /// What is_before(a, b) takes beyond constant time, for any `a`.
    std::uint64_t cost_of_queries(std::uint32_t b) const;
    /// Whether step `a` is done before step `b` begins. a < b.
    bool is_before(std::uint32_t a, std::uint32_t b) const;

private:
    struct Place {
        std::uint32_t chain = 0;
        std::uint32_t place = 0;
        KnownPlaces::Map known = KnownPlaces::kEmpty;  ///< in other chains
    };

    void find_heirs();
    bool is_worth_a_place(std::uint32_t step) const;
    void lay(std::uint32_t step);
    bool is_before_laid(std::uint32_t a, std::uint32_t b) const;

    const RankProgram& steps_;
    std::vector<std::uint32_t>
        heirs_;  ///< for each step the one that may follow it in its chain; kNone: no step is after it
    std::vector<Place> places_;
    std::uint32_t chains_ = 0;
    KnownPlaces known_;
    std::vector<std::uint32_t> needed_;
    bool is_complete_ = true;
};

}  // namespace shunt::program
