#include "native/engines/remote_write/preferred_peers.hpp"

#include <algorithm>
#include <utility>

namespace shunt::remote_write {

void PreferredPeers::prefer(std::span<const int> processes) {
    preferred_.assign(processes.begin(), processes.begin() + std::min<std::ptrdiff_t>(std::ssize(processes), most_));
    count_lacking();
}

void PreferredPeers::expect(std::span<const int> processes) {
    prefer(processes);
    expected_ = preferred_;
    left_out_.clear();
}

bool PreferredPeers::has(const std::vector<int>& list, int process) {
    return std::ranges::find(list, process) != list.end();
}

void PreferredPeers::count_lacking() {
    const auto lacks = [this](int process) { return !has(made_, process); };
    lacking_ = static_cast<std::size_t>(std::ranges::count_if(preferred_, lacks));
}

// Called before each frame to a process without a channel.
bool PreferredPeers::admits(int process) const {
    if (!are_limited()) return true;
    if (made_.size() >= most_) return false;
    return made_.size() + lacking_ < most_ || prefers(process);
}

void PreferredPeers::made(int process) {
    if (!are_limited()) return;
    made_.push_back(process);
    count_lacking();
}

void PreferredPeers::gone(int process) {
    channels_gone_ += std::erase(made_, process);
    count_lacking();
}

void PreferredPeers::declined(int process) {
    std::erase(preferred_, process);
    count_lacking();
}

bool PreferredPeers::review(std::span<const Use> uses) {
    constexpr std::uint64_t kKeeps = 2;  // making a channel costs 50 to 100 us
    ++reviews_;
    std::vector<std::pair<std::uint64_t, int>> worth;
    for (const Use& use : uses) {
        if (use.is_waiting) left_out_[use.process] = reviews_ + kReviewsLeftOut;
        const auto left_out = left_out_.find(use.process);
        if (use.frames == 0 || (left_out != left_out_.end() && left_out->second > reviews_)) continue;
        const bool keeps = use.has_channel || has(expected_, use.process);
        worth.emplace_back(keeps ? use.frames * kKeeps : use.frames, use.process);
    }
    std::ranges::sort(worth, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<int> busiest;
    for (const auto& [frames, process] : worth) busiest.push_back(process);
    busiest.resize(std::min<std::size_t>(busiest.size(), most_));
    std::ranges::sort(busiest);
    if (busiest == preferred_) return false;
    prefer(busiest);
    return true;
}

}  // namespace shunt::remote_write
