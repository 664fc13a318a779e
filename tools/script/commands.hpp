#pragma once
#include "tools/command.hpp"

namespace shunt::tools {

// The subcommands of `shunt script`, with the arguments after their names.
int script_check(const Arguments& arguments);
int script_draw(const Arguments& arguments);
int script_show(const Arguments& arguments);
int script_try(const Arguments& arguments);

}  // namespace shunt::tools
