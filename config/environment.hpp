#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::config {

/// The variables of this process that the reader uses (SHUNT, SHUNT_*, and those that name folders: TMPDIR, HOME,
/// XDG_CACHE_HOME), as "NAME=value". Thread: not while another changes the environment (setenv, putenv).   Fails:
/// std::bad_alloc.
std::vector<std::string> process_environment();

/// The value of the variable `name`, or nullptr: for facts that a launcher sets. Shunt's own settings come from
/// Options. Owner: the environment; copy it.   Thread: as process_environment().
const char* environment_value(const char* name);

/// The name of a variable with that prefix; empty: there is none.   Thread: likewise.   Fails: std::bad_alloc.
std::string variable_beginning_with(std::string_view prefix);

/// All variables whose names have one of the prefixes, as "NAME=value", in alphabetical order.   Thread: likewise.
/// Fails: std::bad_alloc.
std::vector<std::string> variables_beginning_with(std::initializer_list<std::string_view> prefixes);

/// Sets or removes a variable of this process that a host reads in MPI_Init.   Returns: whether it is set. Thread: not
/// while another reads the environment.
bool set_variable(const char* name, const char* value);
void unset_variable(const char* name);

}  // namespace shunt::config
