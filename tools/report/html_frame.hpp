#pragma once
// The frame that column charts of the HTML report share.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>

#include "tools/report/html_text.hpp"

namespace shunt::tools::html {

inline constexpr double kWidth = 1000, kHalfWidth = 560, kHeight = 230, kLeft = 76, kRight = 8, kTop = 10, kBottom = 34,
                        kMostPitch = 110;
/// The next round number whose quarter is round as well. At most a third of the height is then free above the longest
/// bar.
inline double round_up(double value) {
    if (!(value > 0)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power * 1.0000001) return step * power;
    return 10 * power;
}

/// For bytes: the next power of two, so that labels are round in KiB and MiB.
inline double round_up_bytes(double value) { return value > 4 ? std::exp2(std::ceil(std::log2(value))) : 4; }

/// The frame of a column chart: axis, grid, labels, and positions.
struct Frame {
    double width = kWidth, height = kHeight, most = 1;
    std::size_t columns = 1;
    std::string svg;

    double plot_width() const { return width - kLeft - kRight; }
    double plot_height() const { return height - kTop - kBottom; }
    double pitch() const { return std::min(plot_width() / static_cast<double>(columns), kMostPitch); }
    double x(std::size_t column) const { return kLeft + pitch() * static_cast<double>(column); }
    double bar_width() const { return pitch() > 3 ? pitch() * 0.82 : pitch(); }
    double y(double value) const { return kTop + plot_height() * (1 - value / most); }

    void open(const std::string& title, const std::function<std::string(double)>& label) {
        svg = "<svg class=\"chart\" viewBox=\"0 0 " + number(width) + " " + number(height) +
              "\" role=\"img\" aria-label=\"" + escape(title) + "\">\n";
        for (int line = 0; line <= 4; ++line) {
            const double value = most * line / 4;
            svg += "<line class=\"grid\" x1=\"" + number(kLeft) + "\" x2=\"" + number(width - kRight) + "\" y1=\"" +
                   number(y(value)) + "\" y2=\"" + number(y(value)) + "\"/>";
            svg += "<text class=\"axis\" text-anchor=\"end\" x=\"" + number(kLeft - 8) + "\" y=\"" +
                   number(y(value) + 4) + "\">" + escape(label(value)) + "</text>\n";
        }
    }
    void rect(const char* cls, double left, double width, double low, double high) {
        if (!(high > low)) return;
        svg += std::string("<rect class=\"") + cls + "\" x=\"" + number(left) + "\" y=\"" + number(y(high)) +
               "\" width=\"" + number(width) + "\" height=\"" + number(y(low) - y(high)) + "\"/>";
    }
    void below(std::size_t column, const std::string& text) {
        svg += "<text class=\"axis\" text-anchor=\"middle\" x=\"" + number(x(column) + bar_width() / 2) + "\" y=\"" +
               number(height - kBottom + 17) + "\">" + escape(text) + "</text>\n";
    }
    void axis_title(const std::string& text) {
        const double middle = kLeft + pitch() * static_cast<double>(columns) / 2;
        svg += "<text class=\"axis\" text-anchor=\"middle\" x=\"" + number(middle) + "\" y=\"" + number(height - 3) +
               "\">" + escape(text) + "</text>\n";
    }
    std::string close() { return svg + "</svg>\n"; }
};

}  // namespace shunt::tools::html
