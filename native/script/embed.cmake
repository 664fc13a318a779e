# cmake -DOUTPUT=FILE -DPARTS="a.lua;b.lua" -P embed.cmake: C++ that holds the files' text, one after the other.
set(text "")
foreach(part ${PARTS})
  file(READ ${part} read)
  string(APPEND text "${read}\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"native/script/prelude.hpp\"\n\nnamespace shunt::script {\n"
  "const std::string_view kPrelude = R\"prelude(${text})prelude\";\n}  // namespace shunt::script\n")
