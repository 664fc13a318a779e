# include() this from tools/CMakeLists.txt before add_library(shunt_tools) and add ${SHUNT_REPORT_SOURCES} to its
# sources: the generated file that contains the template, style and script of the HTML report, so that the program needs
# no data files.
set(_report_dir ${CMAKE_CURRENT_LIST_DIR})
set(_report_assets ${_report_dir}/template.html ${_report_dir}/style.css ${_report_dir}/report.js)
set(SHUNT_REPORT_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/report_assets.cpp)
add_custom_command(
  OUTPUT ${SHUNT_REPORT_SOURCES}
  COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${SHUNT_REPORT_SOURCES}" "-DASSETS=${_report_assets}" -P ${_report_dir}/embed.cmake
  DEPENDS ${_report_assets} ${_report_dir}/embed.cmake
  COMMENT "Embedding the HTML report's template, style and script"
  VERBATIM)
