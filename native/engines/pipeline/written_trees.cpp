#include <optional>
#include <utility>

#include "native/engines/pipeline/written.hpp"

namespace shunt::pipeline {
namespace {

using namespace steps;

/// Data, and the steps after which they are present.
struct Ready {
    Range range;
    After after;
};

/// The steps of one member in one tree, as TreeCall does them.
class BranchWriter {
public:
    BranchWriter(const VectorCall& call, const Branch& branch, const Ends& ends, RankProgram& into)
        : call_(call), branch_(branch), ends_(ends), cut_(call, branch.begin, branch.end), into_(into) {}

    void write() {
        if (cut_.count == 0) return;
        if (branch_.prefix) return write_scan();
        if (branch_.goes_up) {
            const Ready sum = combined();
            if (branch_.up_to >= 0) send(sum, branch_.up_to);
            else return hand_down(sum);  // the top: the result goes down at once
        }
        if (branch_.comes_down) write_fall();
    }

private:
    Range room() { return cut_.in(Buffer::scratch, std::exchange(into_.scratch, into_.scratch + cut_.count)); }
    Ready own() const { return {ends_.own.in(cut_), ends_.own.after}; }
    Range result() const { return ends_.result.in(cut_); }

    Ready receive(int from, Range into) { return {into, {into_.add(receive_step(into, from, cut_.chunk))}}; }
    void send(const Ready& data, int to) { into_.add(send_step(data.range, to, cut_.chunk), data.after); }
    /// `right` becomes `left` op `right`.
    Ready combine(const Ready& left, const Ready& right) {
        After after = left.after;
        after.insert(after.end(), right.after.begin(), right.after.end());
        return {right.range, {into_.add(combine_step(left.range, right.range, true, cut_.chunk), after)}};
    }
    Ready copy(const Ready& from, Range to) {
        return {to, {into_.add(copy_step(from.range, to, cut_.chunk), from.after)}};
    }

    /// This member's own data with those of its children: the rightmost operand collects the others, from right to
    /// left.
    Ready combined() {
        std::vector<Ready> operands;
        for (const int child : branch_.up_from) operands.push_back(receive(child, room()));
        const Ready mine = own();
        if (operands.empty()) return mine;
        if (branch_.own_at < operands.size() || call_.commutative) {
            const std::size_t at = std::min(branch_.own_at, operands.size() - 1);
            operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(at), mine);
        } else {
            operands.push_back(copy(mine, room()));
        }
        Ready sum = operands.back();
        for (std::size_t i = operands.size() - 1; i-- > 0;) sum = combine(operands[i], sum);
        return sum;
    }

    void hand_down(const Ready& data) {
        for (const int child : branch_.down_to) send(data, child);
        if (branch_.delivers) copy(data, result());
    }

    void write_fall() {
        Ready data = own();
        if (branch_.down_from >= 0) data = receive(branch_.down_from, branch_.delivers ? result() : room());
        for (const int child : branch_.down_to) send(data, child);
    }

    /// The sum of the subtree goes up, the sum of all left of it comes down; the result is the own data with all left
    /// of it.
    void write_scan() {
        const Ready mine = own();
        std::optional<Ready> left, right;
        if (branch_.own_at > 0) left = receive(branch_.up_from.front(), room());
        if (branch_.up_from.size() > branch_.own_at) right = receive(branch_.up_from.back(), room());
        Ready sum = copy(mine, result());
        if (left) sum = combine(*left, sum);
        if (branch_.up_to >= 0) send_up(mine, sum, left.has_value(), right);
        if (!branch_.comes_down) return;
        std::optional<Ready> above;
        if (branch_.down_from >= 0) {
            above = receive(branch_.down_from, room());
            Ready waiting = sum;
            waiting.after.insert(waiting.after.end(), readers_.begin(), readers_.end());
            sum = combine(*above, waiting);
        }
        for (std::size_t i = 0; i < branch_.down_to.size(); ++i) {
            const bool gets_result = branch_.serves_right && i + 1 == branch_.down_to.size();
            send(gets_result || !above ? sum : *above, branch_.down_to[i]);
        }
    }

    /// `sum` changes once the operands left of the subtree arrive; the data sent up must not.
    void send_up(const Ready& mine, const Ready& sum, bool has_left, const std::optional<Ready>& right) {
        Ready rising = mine;
        if (right) rising = combine(sum, *right);
        else if (has_left) rising = copy(sum, room());
        if (right || has_left) readers_ = rising.after;
        send(rising, branch_.up_to);
    }

    const VectorCall& call_;
    const Branch& branch_;
    const Ends& ends_;
    Cut cut_;
    RankProgram& into_;
    After readers_;  // of the result, before it is complete
};

}  // namespace

void write_branches(const VectorCall& call, const std::vector<Branch>& branches, const Ends& ends,
                    program::RankProgram& into) {
    for (const Branch& branch : branches) BranchWriter(call, branch, ends, into).write();
}

}  // namespace shunt::pipeline
