# The manual pages and the completion for bash, made from the program's own texts; compressed, as in Debian.
add_executable(shunt_manual manual/shunt_manual.cpp)
target_link_libraries(shunt_manual PRIVATE shunt_tools)
set(manual ${PROJECT_BINARY_DIR}/manual)
set(completion_template ${CMAKE_CURRENT_SOURCE_DIR}/manual/completion.bash)
find_program(SHUNT_GZIP gzip REQUIRED)
add_custom_command(OUTPUT ${manual}/completion
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND shunt_manual ${completion_template} ${manual}
  COMMAND ${SHUNT_GZIP} -9nr ${manual}/man1 ${manual}/man5
  DEPENDS shunt_manual ${completion_template} VERBATIM)
add_custom_target(shunt_manual_pages ALL DEPENDS ${manual}/completion)
install(DIRECTORY ${manual}/man1 ${manual}/man5 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${manual}/completion DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME shunt)
