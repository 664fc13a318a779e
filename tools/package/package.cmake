# Files that `cmake --install` adds to the program and the libraries, and the Debian package: cd build && cpack
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Documents link to each other by their paths in the source tree.
file(GLOB_RECURSE documents RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/shim/*.md ${PROJECT_SOURCE_DIR}/native/*.md ${PROJECT_SOURCE_DIR}/config/*.md
  ${PROJECT_SOURCE_DIR}/tools/*.md ${PROJECT_SOURCE_DIR}/tests/*.md ${PROJECT_SOURCE_DIR}/bench/*.md)
file(GLOB scripts RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/scripts/*.lua)   # for users to copy and
                                                                                                                # change
foreach(document ${documents} ${scripts} tools/report/report.png native/engines/pipeline/figure5.svg shim/include/mpix_shunt.h)
  get_filename_component(folder ${document} DIRECTORY)
  install(FILES ${document} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
set(changelog ${PROJECT_BINARY_DIR}/changelog.gz)
add_custom_command(OUTPUT ${changelog} COMMAND sh -c "'${SHUNT_GZIP}' -9nc '${PROJECT_SOURCE_DIR}/tools/package/changelog' >'${changelog}'"
  DEPENDS tools/package/changelog VERBATIM)
add_custom_target(shunt_changelog ALL DEPENDS ${changelog})
install(FILES ${changelog} DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Shunt authors <shunt@localhost>")
set(CPACK_PACKAGE_VENDOR "The Shunt authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Preloaded under an unmodified MPI program, Open MPI's or MPICH's, it records
 what the program says to its peers, and carries selected calls over its own
 engines.")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# The user's programs need an MPI already; a dependency on both would install both.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libopenmpi3 | libmpich12")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "openmpi-bin, mpich, liblua5.4-0")
set(CPACK_SHUNT_BINARY_DIR ${PROJECT_BINARY_DIR})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/overrides.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/depends.cmake)
include(CPack)
