# cmake -DROOT=FOLDER -DSOURCES="a.cpp;b.hpp" -DOUTPUT=FILE -P sources_digest.cmake: C++ that holds a digest of the
# names (below FOLDER) and contents of SOURCES.
set(all "")
list(SORT SOURCES)
foreach(source IN LISTS SOURCES)
  file(SHA256 ${ROOT}/${source} digest)
  string(APPEND all "${source} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 32 digest)
file(WRITE ${OUTPUT} "#include \"shim/wrappers/sources_digest.hpp\"\n\nnamespace shunt {\n"
  "const char kSourcesDigest[33] = \"${digest}\";\n}  // namespace shunt\n")
