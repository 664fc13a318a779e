#include "tools/script/drawing.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "native/program/goal.hpp"
#include "native/program/parts.hpp"
#include "native/program/simulator.hpp"
#include "tools/report/html_text.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using program::Kind;
using program::StepGraph;

constexpr double kWidth = 1200, kLeft = 70, kRight = 24, kTop = 64, kBottom = 44;

/// Colours that are told apart by all kinds of colour vision, and in print by their lightness.
/// CSS variables are not used, because some viewers do not know them. A viewer without themes shows the light one.
constexpr std::string_view kStyle = R"(<style>
.page { fill: #ffffff; } text { fill: #17202b; font-family: system-ui, "Liberation Sans", sans-serif; font-size: 13px; }
.soft { fill: #526070; } .rank { stroke: #d8dee5; } .tick { stroke: #d8dee5; stroke-dasharray: 2 4; }
.message { stroke: #1f5fa8; } .local { stroke: #2a9d8f; } .head { fill: #1f5fa8; } .localhead { fill: #2a9d8f; }
.combine { fill: #c2410c; } .copy { fill: #8b96a5; } .end { stroke: #526070; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
.page { fill: #10151b; } text { fill: #e4eaf0; }
.soft { fill: #9eabb9; } .rank { stroke: #33404d; } .tick { stroke: #33404d; }
.message { stroke: #7db6f0; } .local { stroke: #3fbdac; } .head { fill: #7db6f0; } .localhead { fill: #3fbdac; }
.combine { fill: #f0a040; } .copy { fill: #77848f; } .end { stroke: #9eabb9; }
}
</style>
)";

class Drawing {
public:
    Drawing(const program::Program& program, const program::Network& network, std::uint64_t element_bytes)
        : program_(program), network_(network), element_bytes_(element_bytes), parts_(program), graph_(parts_) {
        if (graph_.nodes() > 2 * kMostDrawn) throw std::runtime_error(too_much());
        if (graph_.match() || graph_.sort()) throw std::runtime_error("the program is wrong: see shunt script check");
        if (graph_.order().size() > kMostDrawn) throw std::runtime_error(too_much());
        prediction_ = program::simulate(graph_, network, element_bytes, true);
        lane_ = program.size() <= 8 ? 46 : program.size() <= 20 ? 30 : program.size() <= 40 ? 20 : 14;
        height_ = kTop + lane_ * (program.size() - 1) + kBottom;
    }

    std::string svg() {
        out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << n(kWidth) << ' ' << n(height_)
             << "\" width=\"" << n(kWidth) << "\" height=\"" << n(height_) << "\" role=\"img\">\n<title>"
             << html::escape(heading()) << "</title>\n"
             << kStyle << "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
        text(kLeft, 24, "", "start", heading());
        draw_legend();
        draw_axes();
        for (const StepGraph::Node node : graph_.order()) draw_step(node);
        for (int rank = 0; rank < program_.size(); ++rank) draw_end(rank);
        out_ << "</svg>\n";
        return out_.str();
    }

private:
    static std::string n(double value) { return html::number(value, 1); }
    std::string too_much() const {
        return "more than " + std::to_string(kMostDrawn) + " steps cannot be drawn: draw it for fewer ranks or chunks";
    }

    std::string heading() const {
        std::string text = std::string(name_of(program_.operation)) + ", " +
                           plural(static_cast<std::uint64_t>(program_.size()), "rank");
        if (program::has_root(program_.operation)) text += ", root " + std::to_string(program_.root);
        if (program_.count > 0) text += ", " + show_bytes(static_cast<double>(program_.count * element_bytes_));
        return text + ": " + show_time(static_cast<double>(prediction_.time)) + " predicted, " +
               plural(prediction_.messages, "message") + "   (" + program_.source + ")";
    }

    double x(std::uint64_t time) const {
        const double whole = static_cast<double>(std::max<std::uint64_t>(prediction_.time, 1));
        return kLeft + (kWidth - kLeft - kRight) * static_cast<double>(time) / whole;
    }
    double y(int rank) const { return kTop + lane_ * rank; }

    void text(double at_x, double at_y, const char* cls, const char* anchor, const std::string& shown) {
        out_ << "<text x=\"" << n(at_x) << "\" y=\"" << n(at_y) << "\" class=\"" << cls << "\" text-anchor=\"" << anchor
             << "\">" << html::escape(shown) << "</text>\n";
    }
    void line(const char* cls, double x1, double y1, double x2, double y2, const std::string& more = "") {
        out_ << "<line class=\"" << cls << "\" x1=\"" << n(x1) << "\" y1=\"" << n(y1) << "\" x2=\"" << n(x2)
             << "\" y2=\"" << n(y2) << "\"" << more;
    }

    void draw_legend() {
        const struct {
            const char *cls, *word;
        } words[] = {{"message", "message"}, {"local", "within a node"}, {"combine", "combine"}, {"copy", "copy"}};
        double at = kLeft;
        for (const auto& [cls, word] : words) {
            const bool is_line = std::string_view(cls) == "message" || std::string_view(cls) == "local";
            if (is_line) line(cls, at, 41, at + 18, 41, " stroke-width=\"2.5\"/>\n");
            else out_ << "<rect class=\"" << cls << "\" x=\"" << n(at) << "\" y=\"36\" width=\"18\" height=\"10\"/>\n";
            text(at + 24, 45, "soft", "start", word);
            at += 44 + 7.2 * static_cast<double>(std::string_view(word).size());
        }
    }

    void draw_axes() {
        const int every = program_.size() <= 20 ? 1 : program_.size() <= 40 ? 2 : program_.size() <= 80 ? 4 : 16;
        for (int rank = 0; rank < program_.size(); ++rank) {
            line("rank", kLeft, y(rank), kWidth - kRight, y(rank), "/>\n");
            if (rank % every == 0) text(kLeft - 8, y(rank) + 4.5, "", "end", std::to_string(rank));
        }
        constexpr int kTicks = 6;
        for (int i = 0; i <= kTicks; ++i) {
            const std::uint64_t time = prediction_.time / kTicks * static_cast<std::uint64_t>(i);
            line("tick", x(time), kTop - 8, x(time), height_ - kBottom + 8, "/>\n");
            text(x(time), height_ - 14, "soft",
                 i == kTicks ? "end"
                 : i == 0    ? "start"
                             : "middle",
                 show_time(static_cast<double>(time)));
        }
    }

    /// The text shown under the pointer.
    std::string title(const std::string& shown) const { return "><title>" + html::escape(shown) + "</title>"; }

    void draw_step(StepGraph::Node node) {
        const auto& step = graph_.step(node);
        const int rank = graph_.rank_of(node);
        const auto span = prediction_.spans[node];
        const std::string shown = "rank " + std::to_string(rank) + ", " + parts_.shown(rank, graph_.part_of(node));
        if (step.kind == Kind::send) return draw_message(node, shown);
        const double thick = std::min(10.0, lane_ * 0.4);
        out_ << "<rect class=\"" << (step.kind == Kind::copy ? "copy" : "combine") << "\" x=\"" << n(x(span.begin))
             << "\" y=\"" << n(y(rank) - thick / 2) << "\" width=\"" << n(std::max(x(span.end) - x(span.begin), 1.5))
             << "\" height=\"" << n(thick) << '"' << title(shown) << "</rect>\n";
    }

    void draw_message(StepGraph::Node send, const std::string& shown) {
        const StepGraph::Node receive = graph_.partner(send);
        const int from = graph_.rank_of(send), to = graph_.rank_of(receive);
        const double x1 = x(prediction_.spans[send].begin), x2 = x(prediction_.spans[receive].end);
        const bool local =
            network_.node_of(static_cast<std::uint64_t>(from)) == network_.node_of(static_cast<std::uint64_t>(to));
        // Lines are thinner if there are more of them, so that a picture of thousands of messages shows their density.
        const double messages = static_cast<double>(prediction_.messages);
        const double width = messages < 100 ? 1.8 : messages < 600 ? 1.0 : 0.6;
        const double opacity = messages < 600 ? 0.9 : messages < 3000 ? 0.55 : 0.3;
        line(local ? "local" : "message", x1, y(from), x2, y(to),
             " stroke-width=\"" + n(width) + "\" stroke-opacity=\"" + html::number(opacity) + "\"" + title(shown) +
                 "</line>\n");
        if (messages < 600)
            out_ << "<circle class=\"" << (local ? "localhead" : "head") << "\" cx=\"" << n(x2) << "\" cy=\""
                 << n(y(to)) << "\" r=\"" << n(width + 1) << "\"/>\n";
    }

    void draw_end(int rank) {
        const double at = x(prediction_.done_at[static_cast<std::size_t>(rank)]);
        line("end", at, y(rank) - lane_ * 0.25, at, y(rank) + lane_ * 0.25, "/>\n");
    }

    const program::Program& program_;
    const program::Network& network_;
    const std::uint64_t element_bytes_;
    const program::Parts parts_;
    StepGraph graph_;
    program::Prediction prediction_;
    double lane_ = 0, height_ = 0;
    std::ostringstream out_;
};

}  // namespace

std::string drawing_of(const program::Program& program, const program::Network& network, std::uint64_t element_bytes) {
    return Drawing(program, network, element_bytes).svg();
}

}  // namespace shunt::tools
