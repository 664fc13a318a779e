#pragma once
#include <string_view>

/// The files of tools/report/, which tools/report/embed.cmake embeds in the program.
namespace shunt::tools::report_assets {

extern const std::string_view template_html;
extern const std::string_view style_css;
extern const std::string_view report_js;

}  // namespace shunt::tools::report_assets
