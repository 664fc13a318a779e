# Read by cpack: asks dpkg-shlibdeps for the packages that the built files need, except the MPIs. (CPack's own call
# cannot leave any out.)
file(GLOB files ${CPACK_SHUNT_BINARY_DIR}/lib/libshunt*.so ${CPACK_SHUNT_BINARY_DIR}/lib/shunt/trial-*)
set(folder ${CPACK_SHUNT_BINARY_DIR}/depends)
file(WRITE ${folder}/debian/control "Source: shunt\n\nPackage: shunt\nArchitecture: any\n")
execute_process(COMMAND dpkg-shlibdeps -O --warnings=0 -xlibopenmpi3 -xlibmpich12 ${CPACK_SHUNT_BINARY_DIR}/bin/shunt ${files}
  WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE depends OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed OR NOT depends MATCHES "^shlibs:Depends=")
  message(FATAL_ERROR "dpkg-shlibdeps (package dpkg-dev) did not tell what shunt depends on")
endif()
string(REPLACE "shlibs:Depends=" "" CPACK_DEBIAN_PACKAGE_DEPENDS "${depends}")
