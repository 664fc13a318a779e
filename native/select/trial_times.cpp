// Evaluates all members' times of a round.
#include <algorithm>

#include "native/select/trial.hpp"

namespace shunt {
namespace {

/// By chance, lateness may keep members this many times as far apart with one candidate as with another.
constexpr double kApartByChance = 4;

}  // namespace

double Trial::median_of(std::vector<std::uint64_t>& values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return static_cast<double>(*middle);
    return (static_cast<double>(*middle) + static_cast<double>(*std::max_element(values.begin(), middle))) / 2;
}

/// One block's time, combined over all members.
std::uint64_t Trial::combined(std::span<const std::uint64_t> all, std::size_t of_member, std::size_t place) const {
    std::uint64_t sum = all[place];
    for (std::size_t at = of_member + place; at < all.size(); at += of_member)
        sum = synchronises_ ? std::min(sum, all[at]) : std::max(sum, all[at]);
    return sum;
}

void Trial::Candidate::note(std::vector<std::uint64_t>& block_ns) {
    previous = median;
    median = median_of(block_ns);
    was_compared = true;
}

void Trial::take_medians(std::span<const std::uint64_t> all) {
    const auto tried = static_cast<std::size_t>(std::ranges::count(candidates_, true, &Candidate::is_tried));
    const std::size_t of_member = tried * blocks_;
    if (of_member == 0) return;
    std::size_t first = 0;
    for (Candidate& one : candidates_) {
        if (!one.is_tried) continue;
        std::vector<std::uint64_t> sums(blocks_), apart(blocks_);
        for (std::size_t block = 0; block < blocks_; ++block) {
            sums[block] = combined(all, of_member, first + block);
            apart[block] = mean(all, of_member, first + block) - sums[block];
        }
        one.note(sums);
        one.apart = median_of(apart);
        first += blocks_;
    }
    add_what_keeps_apart();
}

/// The members' mean of one block.
std::uint64_t Trial::mean(std::span<const std::uint64_t> all, std::size_t of_member, std::size_t place) {
    std::uint64_t sum = 0;
    for (std::size_t at = place; at < all.size(); at += of_member) sum += all[at];
    return sum / (all.size() / of_member);
}

/// Members stay longer in calls than the member that waits least. Most of that is the program's own: members arrive
/// late, alike for all candidates. What one candidate adds is its own fault: some members get their data much later
/// than others.
void Trial::add_what_keeps_apart() {
    double least = -1;
    for (const Candidate& one : candidates_)
        if (one.is_tried && (least < 0 || one.apart < least)) least = one.apart;
    for (Candidate& one : candidates_)
        if (one.is_tried) one.delay = std::max(0.0, one.apart - kApartByChance * least);
}

}  // namespace shunt
