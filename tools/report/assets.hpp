#pragma once
#include <string_view>

/// The files of tools/report/, put into the program by tools/report/embed.cmake.
namespace shunt::tools::report_assets {

extern const std::string_view template_html;
extern const std::string_view style_css;
extern const std::string_view report_js;

}  // namespace shunt::tools::report_assets
