#pragma once
#include <cstdint>
#include <vector>

#include "native/program/program.hpp"

namespace shunt::program {

/// A program in which each part of a chunked step is a step of its own (Step::chunk), after the previous part.
class Parts {
public:
    /// `program` is well formed, and kept until the end: if no step is chunked it is used directly. Cost: O(parts); see
    /// count_of().
    explicit Parts(const Program& program);

    /// How many parts a program has.   Returns: UINT64_MAX if that exceeds 64 bits.
    static std::uint64_t count_of(const Program& program);

    int ranks() const { return whole_.size(); }
    const RankProgram& of(int rank) const { return is_chunked_ ? parts_[rank] : whole_.ranks[rank]; }
    /// The step of the program to which a part belongs.
    std::uint32_t step_of(int rank, std::uint32_t part) const { return is_chunked_ ? steps_[rank][part] : part; }
    const Program& whole() const { return whole_; }
    /// "step 3 (send recvbuf[0+4] to 2)": the range is that of the part.
    std::string shown(int rank, std::uint32_t part) const;

private:
    void divide(int rank);

    const Program& whole_;
    bool is_chunked_ = false;
    std::vector<RankProgram> parts_;
    std::vector<std::vector<std::uint32_t>> steps_;
};

}  // namespace shunt::program
