#pragma once
#include <cstdint>
#include <vector>

#include "native/program/program.hpp"

namespace shunt::program {

/// Which steps of one rank are done before which others begin, by Step::after and what follows from it. Steps are laid
/// in chains, each after the one before it in its chain. A step knows, for each chain, the last step that it is after.
/// Cost: O(1) a step where steps lie in few chains; a question takes O(log chains).
class StepOrder {
public:
    /// `steps` without chunks, well formed; kept until the end. Time and memory are bounded: see is_complete().
    explicit StepOrder(const RankProgram& steps);

    /// Whether the order was found: false where too many steps of many chains are after one another.
    bool is_complete() const { return is_complete_; }

    /// Whether step `a` is done before step `b` begins. a < b.
    bool is_before(std::uint32_t a, std::uint32_t b) const;

private:
    struct Known {
        std::uint32_t chain = 0;
        std::uint32_t place = 0;
    };
    struct Place {
        std::uint32_t chain = 0;
        std::uint32_t place = 0;
        std::uint32_t known = 0;  ///< number in `lists_`: the last steps of other chains that this one is after
    };
    struct List {
        std::uint64_t begin = 0;
        std::uint64_t count = 0;
    };

    void lay(std::uint32_t step);
    /// Puts a step behind `before`, in its chain if that ends there.
    void lay_behind(std::uint32_t step, std::uint32_t before);
    void lay_behind_all(std::uint32_t step, const std::vector<std::uint32_t>& before);
    void begin_chain(std::uint32_t step, std::uint32_t known);
    void extend_chain(std::uint32_t step, std::uint32_t tail, std::uint32_t known);
    bool is_tail(std::uint32_t step) const { return tails_[places_[step].chain] == step; }
    /// A list of all that `steps` know, and of themselves.
    std::uint32_t list_of(const std::vector<std::uint32_t>& steps);
    bool is_before_laid(std::uint32_t a, std::uint32_t b) const;
    bool knows(const Place& place, std::uint32_t chain, std::uint32_t at) const;

    const RankProgram& steps_;
    std::vector<bool> has_follower_;
    std::vector<Place> places_;
    std::vector<std::uint32_t> tails_;  ///< by chain
    std::vector<List> lists_;
    std::vector<Known> knowns_;          ///< of all lists; each sorted by chain
    std::vector<std::uint32_t> lasts_;   ///< what list_of() found, by chain
    std::vector<std::uint32_t> chains_;  ///< likewise: which
    std::vector<std::uint32_t> needed_;
    std::uint64_t work_ = 0;  ///< elements of lists read so far
    bool is_complete_ = true;
};

}  // namespace shunt::program
