// Times that the model of the pipelines predicts, without MPI.
//   bench_pipeline_model figure5 [OUT.svg]       the three charts of figure 5 of the paper, to 1024 members, as CSV,
//                                                and as a drawing in OUT.svg
//   bench_pipeline_model network OPERATION RANKS LATENCY_NS MOVE_NS COMBINE_NS LONE_NS BYTES ...
//                                                ms among nodes: along the chain, in the trees, and the one chosen
//   bench_pipeline_model predict OPERATION RANKS CORES LATENCY_NS MOVE_NS COMBINE_NS ATTACH_CALL_NS ATTACH_MOVE_NS
//                                BYTES ...       us on one node, with the algorithm and the block chosen
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "native/engines/pipeline/model.hpp"
#include "native/engines/pipeline/node_model.hpp"
#include "native/engines/pipeline/route.hpp"
#include "native/select/vocabulary.hpp"

namespace {

using namespace shunt;
using namespace shunt::pipeline;

constexpr double kKiB = 1024, kMiB = kKiB * kKiB;

/// SCI by DMA (sections 3 and 5.3): 250 MB/s. The start-up time is chosen so that 20 KB is the best block for 8
/// members.
Costs sci(double flow_control_ns = 5'000) {
    Costs costs;
    costs.put_ns = 8'000;
    costs.put_byte_ns = 4;
    costs.word_ns = flow_control_ns;
    return costs;
}

struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  // x, MB/s
};

struct Chart {
    std::string title, x_name;
    std::vector<Curve> curves;
};

double mb_per_s(double bytes, double ns) { return bytes / ns * 1e3; }

Curve curve(std::string name, const std::vector<double>& xs, const std::function<double(double)>& y) {
    Curve made{std::move(name), {}};
    for (const double x : xs) made.points.push_back({x, y(x)});
    return made;
}

std::vector<double> doubling(double from, double to) {
    std::vector<double> xs;
    for (double x = from; x <= to; x *= 1.41421356) xs.push_back(x);
    return xs;
}

double best_chain(int ranks, double bytes) {
    double best = 1e300;
    for (double block = 512; block <= bytes; block *= 2)
        best = std::min(best, chain_bcast_ns(sci(), ranks, bytes, block));
    return best;
}

double best_tree(int ranks, double bytes) {
    double best = best_chain(ranks, bytes);
    for (int run = 1; run < ranks; run *= 2)
        for (double block = 512; block <= bytes; block *= 2)
            best = std::min(best, fractional_tree_bcast_ns(sci(), ranks, run, bytes, block));
    return best;
}

double best_two_trees(int ranks, double bytes) {
    double best = 1e300;
    for (double block = 512; block <= bytes; block *= 2)
        best = std::min(best, two_trees_ns(sci(), Operation::bcast, ranks, bytes, block));
    return best;
}

/// Figure 5: block size, members, flow control; for the chain, the fractional tree and the two trees.
std::vector<Chart> figure5() {
    std::vector<Chart> charts{{"1 MB by block size", "block KB", {}},
                              {"best block by members", "members", {}},
                              {"1 MB, 64 members, by flow control", "block KB", {}}};
    for (const int ranks : {8, 16, 32, 64, 128, 256, 512, 1024})
        charts[0].curves.push_back(curve("P=" + std::to_string(ranks), doubling(1, 256), [&](double block) {
            return mb_per_s(kMiB, chain_bcast_ns(sci(), ranks, kMiB, block * kKiB));
        }));
    for (const double size : {64 * kKiB, 512 * kKiB, 4 * kMiB}) {
        const std::string name = std::to_string(static_cast<int>(size / kKiB)) + " KB";
        const std::vector<double> members = doubling(4, 1024.1);
        charts[1].curves.push_back(curve("chain " + name, members, [&](double ranks) {
            return mb_per_s(size, best_chain(static_cast<int>(ranks), size));
        }));
        charts[1].curves.push_back(curve("fractional tree " + name, members, [&](double ranks) {
            return mb_per_s(size, best_tree(static_cast<int>(ranks), size));
        }));
        charts[1].curves.push_back(curve("two trees " + name, members, [&](double ranks) {
            return mb_per_s(size, best_two_trees(static_cast<int>(ranks), size));
        }));
    }
    for (const double flow_us : {1, 5, 10, 20})
        charts[2].curves.push_back(curve(
            "flow control " + std::to_string(static_cast<int>(flow_us)) + " us", doubling(1, 256),
            [&](double block) { return mb_per_s(kMiB, chain_bcast_ns(sci(flow_us * 1e3), 64, kMiB, block * kKiB)); }));
    return charts;
}

void draw(const std::vector<Chart>& charts, const std::string& path) {
    constexpr double kWidth = 620, kHeight = 300, kLeft = 60, kPlot = 380, kDepth = 220, kTop = 250;
    const char* const colours[] = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd",
                                   "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"};
    std::ofstream svg(path);
    svg << "<svg xmlns='http://www.w3.org/2000/svg' width='" << kWidth << "' height='" << kHeight * charts.size()
        << "' font-family='sans-serif' font-size='12'>\n";
    for (std::size_t c = 0; c < charts.size(); ++c) {
        const Chart& chart = charts[c];
        const double low = chart.curves[0].points.front().first, high = chart.curves[0].points.back().first,
                     base = kHeight * static_cast<double>(c);
        const auto x = [&](double value) {
            return kLeft + kPlot * __builtin_log2(value / low) / __builtin_log2(high / low);
        };
        const auto y = [&](double value) { return base + 20 + kDepth * (1 - value / kTop); };
        svg << "<text x='" << kLeft << "' y='" << base + 14 << "'>" << chart.title << ", MB/s</text>\n";
        for (double value = 0; value <= kTop; value += 50)
            svg << "<text x='20' y='" << y(value) + 4 << "'>" << value << "</text><line x1='" << kLeft << "' x2='"
                << kLeft + kPlot << "' y1='" << y(value) << "' y2='" << y(value) << "' stroke='#ddd'/>\n";
        for (double value = low; value <= high * 1.01; value *= 4)
            svg << "<text x='" << x(value) - 8 << "' y='" << y(0) + 16 << "'>" << value << "</text>\n";
        svg << "<text x='" << kLeft + kPlot / 2 << "' y='" << y(0) + 32 << "'>" << chart.x_name << "</text>\n";
        for (std::size_t i = 0; i < chart.curves.size(); ++i) {
            const char* const colour = colours[i % std::size(colours)];
            svg << "<polyline fill='none' stroke='" << colour << "' points='";
            for (const auto& [px, py] : chart.curves[i].points) svg << x(px) << ',' << y(py) << ' ';
            svg << "'/><text x='" << kLeft + kPlot + 10 << "' y='" << base + 34 + 16 * static_cast<double>(i)
                << "' fill='" << colour << "'>" << chart.curves[i].name << "</text>\n";
        }
    }
    svg << "</svg>\n";
}

int print_figure(const char* svg) {
    const std::vector<Chart> charts = figure5();
    std::puts("chart,curve,x,mb_per_s");
    for (const Chart& chart : charts)
        for (const Curve& one : chart.curves)
            for (const auto& [x, y] : one.points)
                std::printf("%s,%s,%.4g,%.1f\n", chart.title.c_str(), one.name.c_str(), x, y);
    if (svg) draw(charts, svg);
    return 0;
}

int predict(int count, char** words) {
    const auto operation = operation_named(words[0]);
    if (!operation) return 2;
    const int ranks = std::atoi(words[1]), cores = std::atoi(words[2]);
    NodeCosts costs;
    costs.word_ns = std::atof(words[3]);
    costs.copy_byte_ns = std::atof(words[4]) / kMiB;
    costs.combine_byte_ns = std::atof(words[5]) / kMiB;
    costs.attach_ns = std::atof(words[6]);
    costs.attach_byte_ns = std::atof(words[7]) / kMiB;
    const std::int64_t ring_bytes = default_engine_options().get<PipelineOptions>().ring_bytes;
    const NodeWays ways{.ring_bytes = static_cast<double>(node_ring_bytes(ring_bytes, ranks, cores))};
    for (int i = 8; i < count; ++i) {
        const NodeChoice choice = choose_on_node(costs, *operation, ranks, cores, std::atof(words[i]), ways);
        std::printf("%s %.2f %s %.0f\n", words[i], choice.ns / 1e3, choice.direct ? "direct" : "ring",
                    choice.block_bytes);
    }
    return 0;
}

int predict_network(int count, char** words) {
    const auto operation = operation_named(words[0]);
    const int ranks = std::atoi(words[1]);
    if (!operation || ranks < 2) return 2;
    PipelineOptions options = default_engine_options().get<PipelineOptions>();
    options.tcp = {std::atoll(words[2]), std::atoll(words[3]), std::atoll(words[4]), std::atoll(words[5])};
    std::vector<int> node_of;
    for (int rank = 0; rank < ranks; ++rank) node_of.push_back(rank);
    const Ways ways(node_of);
    VectorCall call;
    call.operation = *operation;
    call.element_bytes = 4;
    for (int i = 6; i < count; ++i) {
        call.bytes = std::strtoull(words[i], nullptr, 10) / 4 * 4;
        const Route chain = route_of(call, ways, ranks, options, options.tcp, Shape::chain),
                    tree = route_of(call, ways, ranks, options, options.tcp, Shape::tree);
        const Route taken = route_of(call, ways, ranks, options, options.tcp, Shape::automatic);
        std::printf("%s %.3f %llu ", words[i], chain.expected_ns / 1e6,
                    static_cast<unsigned long long>(chain.block_bytes));
        if (tree.tree)
            std::printf("%.3f %llu %s\n", tree.expected_ns / 1e6, static_cast<unsigned long long>(tree.block_bytes),
                        taken.tree ? "tree" : "chain");
        else std::printf("- - chain\n");
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "figure5") return print_figure(argc > 2 ? argv[2] : nullptr);
    if (what == "predict" && argc > 10) return predict(argc - 2, argv + 2);
    if (what == "network" && argc > 8) return predict_network(argc - 2, argv + 2);
    std::fputs(
        "usage: bench_pipeline_model figure5 [OUT.svg] | predict OPERATION RANKS CORES LATENCY_NS MOVE_NS COMBINE_NS "
        "ATTACH_CALL_NS ATTACH_MOVE_NS BYTES ...\n"
        "       bench_pipeline_model network OPERATION RANKS LATENCY_NS MOVE_NS COMBINE_NS LONE_NS BYTES ...\n",
        stderr);
    return 2;
}
