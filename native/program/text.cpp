// The text form of programs. README.md describes it.
#include <charconv>

#include "native/base/outcome.hpp"
#include "native/program/program.hpp"
#include "native/program/words.hpp"

namespace shunt::program {
namespace {

using std::string_view;

constexpr string_view kBufferWords[] = {"sendbuf", "recvbuf", "scratch"};

string_view word_of(Buffer buffer) {
    return buffer <= Buffer::scratch ? kBufferWords[static_cast<int>(buffer)] : "no buffer";
}

}  // namespace

std::string to_text(const Range& range) {
    return joined({word_of(range.buffer), "[", std::to_string(range.first), "+", std::to_string(range.count), "]"});
}

std::string to_text(const Step& step) {
    const std::string peer = std::to_string(step.peer);
    switch (step.kind) {
        case Kind::send: return joined({"send ", to_text(step.from()), " to ", peer});
        case Kind::receive: return joined({"receive ", to_text(step.to()), " from ", peer});
        case Kind::copy: return joined({"copy ", to_text(step.from()), " to ", to_text(step.to())});
        case Kind::combine: break;
    }
    return joined(
        {"combine ", to_text(step.from()), step.from_is_left ? " left-of " : " right-of ", to_text(step.to())});
}

std::string to_text(const Program& program) {
    std::string text = joined({"program ", name_of(program.operation), "\nranks ", std::to_string(program.size()),
                               "\ncount ", std::to_string(program.count), "\n"});
    if (program.root != 0) text += joined({"root ", std::to_string(program.root), "\n"});
    if (!program.counts.empty()) {
        text += "counts";
        for (const auto count : program.counts) text += joined({" ", std::to_string(count)});
        text += "\n";
    }
    if (program.commutative) text += "commutative\n";
    for (std::size_t r = 0; r < program.ranks.size(); ++r) {
        const RankProgram& rank = program.ranks[r];
        if (rank.steps.empty() && rank.scratch == 0) continue;
        text += joined({"rank ", std::to_string(r)});
        if (rank.scratch != 0) text += joined({" scratch ", std::to_string(rank.scratch)});
        text += "\n";
        for (std::size_t i = 0; i < rank.steps.size(); ++i) {
            const Step& step = rank.steps[i];
            text += joined({"  ", std::to_string(i), ": ", to_text(step)});
            if (step.chunk != 0) text += joined({" chunk ", std::to_string(step.chunk)});
            if (step.after_begin != step.after_end) text += " after";
            for (const auto index : rank.after(step)) text += joined({" ", std::to_string(index)});
            text += "\n";
        }
    }
    return text;
}

namespace {

constexpr string_view kStepForms =
    "a step is \"N: send RANGE to RANK\", \"N: receive RANGE from RANK\", \"N: copy RANGE to RANGE\" or "
    "\"N: combine RANGE left-of|right-of RANGE\", and then \"chunk N\" and \"after N ...\"";

/// Parses a program line by line. The first error is kept.
class Reader {
public:
    Reader(string_view text, string_view source) : text_(text) { program_.source = source; }

    Parsed read() {
        while (error_.empty() && !text_.empty()) {
            words_ = Words(take_line(text_));
            ++line_;
            if (!words_.at_end()) read_line(words_.take());
        }
        if (error_.empty() && !has_operation_) fail("no line \"program OPERATION\"");
        if (error_.empty() && program_.ranks.empty()) fail("no line \"ranks N\"");
        if (!error_.empty()) return {std::nullopt, joined({program_.source, ":", std::to_string(line_), ": ", error_})};
        return {std::move(program_), {}};
    }

private:
    void fail(std::string reason) {
        if (error_.empty()) error_ = std::move(reason);
    }

    void read_line(string_view word) {
        if (word.ends_with(':')) read_step(word);
        else if (word == "program") read_operation();
        else if (word == "ranks") read_ranks();
        else if (word == "count") program_.count = number("a count");
        else if (word == "root") read_root();
        else if (word == "counts") read_counts();
        else if (word == "commutative") program_.commutative = true;
        else if (word == "rank") begin_rank();
        else
            fail(joined(
                {"\"", shown(word), "\": expected program, ranks, count, root, counts, commutative, rank, or a step"}));
        if (error_.empty() && !words_.at_end()) fail(joined({"\"", shown(words_.take()), "\" is too much"}));
    }

    std::uint64_t number(string_view what) {
        const auto value = words_.take_number();
        if (!value) fail(joined({"\"", shown(words_.last()), "\": expected ", what}));
        return value.value_or(0);
    }

    void read_operation() {
        const auto operation = operation_named(words_.take());
        if (!operation) return fail(joined({"\"", shown(words_.last()), "\" is no operation"}));
        program_.operation = *operation;
        has_operation_ = true;
    }

    void read_ranks() {
        const auto ranks = number("how many ranks");
        if (!program_.ranks.empty()) return fail("a second line \"ranks\"");
        if (ranks == 0 || ranks > kMostRanks)
            return fail(joined({"from 1 to ", std::to_string(kMostRanks), " ranks are possible"}));
        program_.ranks.resize(ranks);
        is_begun_.resize(ranks);
    }

    void read_root() { program_.root = rank_number("the root"); }

    void read_counts() {
        while (error_.empty() && !words_.at_end()) program_.counts.push_back(number("a count"));
    }

    int rank_number(string_view what) {
        const auto rank = number(what);
        if (error_.empty() && rank >= program_.ranks.size())
            fail(program_.ranks.empty() ? "the line \"ranks N\" comes first"
                                        : joined({"there is no rank ", std::to_string(rank)}));
        return error_.empty() ? static_cast<int>(rank) : 0;
    }

    void begin_rank() {
        const int rank = rank_number("a rank");
        if (!error_.empty()) return;
        if (is_begun_[rank]) return fail(joined({"rank ", std::to_string(rank), " is defined twice"}));
        is_begun_[rank] = true;
        current_ = &program_.ranks[rank];
        if (words_.take_if("scratch")) current_->scratch = number("elements of scratch");
    }

    void read_step(string_view label) {
        if (current_ == nullptr) return fail("a step before the first line \"rank N\"");
        Words in_label(label.substr(0, label.size() - 1));
        const auto index = in_label.take_number();
        if (!index || *index != current_->steps.size())
            return fail(joined({"this is step ", std::to_string(current_->steps.size()), " of its rank, not ",
                                shown(label.substr(0, label.size() - 1))}));
        Step step = read_action();
        if (words_.take_if("chunk")) step.chunk = number("elements of a chunk");
        after_.clear();
        if (words_.take_if("after")) read_after(*index);
        step.line = line_;
        if (error_.empty()) current_->add(step, after_);
    }

    void read_after(std::uint64_t index) {
        if (words_.at_end()) fail("\"after\" without a step");
        while (error_.empty() && !words_.at_end()) {
            const auto earlier = number("a step");
            if (error_.empty() && earlier >= index)
                fail(joined({"step ", std::to_string(index), " can only be after an earlier one, not ",
                             std::to_string(earlier)}));
            after_.push_back(static_cast<std::uint32_t>(earlier));
        }
    }

    Step read_action() {
        const string_view kind = words_.take();
        if (kind == "send") {
            const Range from = range();
            expect("to");
            return send_step(from, rank_number("a rank"));
        }
        if (kind == "receive") {
            const Range to = range();
            expect("from");
            return receive_step(to, rank_number("a rank"));
        }
        if (kind == "copy") {
            const Range from = range();
            expect("to");
            return copy_step(from, equally_long(from));
        }
        if (kind == "combine") {
            const Range from = range();
            const bool is_left = words_.take_if("left-of");
            if (!is_left) expect("right-of");
            return combine_step(from, equally_long(from), is_left);
        }
        fail(std::string(kStepForms));
        return {};
    }

    void expect(string_view word) {
        if (!words_.take_if(word)) fail(std::string(kStepForms));
    }

    /// A range of as many elements as `other`.
    Range equally_long(const Range& other) {
        const Range range = this->range();
        if (range.count != other.count) fail("both ranges must be equally long");
        return range;
    }

    Range range() {
        const string_view word = words_.take();
        if (word == "nothing") return {};
        const auto bracket = word.find('['), plus = word.find('+');
        const string_view name = word.substr(0, bracket);
        for (int i = 0; i < 3 && bracket < plus && plus != string_view::npos && word.ends_with(']'); ++i) {
            if (name != kBufferWords[i]) continue;
            const auto first = parsed_number(word.substr(bracket + 1, plus - bracket - 1));
            const auto count = parsed_number(word.substr(plus + 1, word.size() - plus - 2));
            if (first && count) return {static_cast<Buffer>(i), *first, *count};
        }
        fail(joined({"\"", shown(word), "\" is no range: sendbuf|recvbuf|scratch[FIRST+COUNT], or nothing"}));
        return {};
    }

    string_view text_;
    Words words_{{}};
    std::uint32_t line_ = 0;
    Program program_;
    bool has_operation_ = false;
    std::vector<bool> is_begun_;
    RankProgram* current_ = nullptr;
    std::vector<std::uint32_t> after_;
    std::string error_;
};

}  // namespace

Parsed parse(string_view text, string_view source) { return Reader(text, source).read(); }

}  // namespace shunt::program
