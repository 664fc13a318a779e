# Run by cpack after all files are installed in its folder: adds the files that only a Debian package has.
set(folder ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share/lintian/overrides)
file(MAKE_DIRECTORY ${folder})
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/lintian-overrides ${folder}/shunt)
