#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace shunt {

/// Calls `visit` for the names of all functions and data that a loaded library exports, in no order. `library`: from
/// dlopen.   Source: the System V ABI, dynamic section; the GNU hash table, which alone gives their number.
void for_each_export(void* library, const std::function<void(const char* name)>& visit);

/// Whether a function of that name, which the table of functions does not contain, may accept requests of the program.
/// MPI and its extensions name such functions after what they do to a request.
bool may_take_request(std::string_view name);

/// The name of a host function that may accept requests and is not known; empty: none. `is_known`: whether the table of
/// functions contains that MPI_X.
std::string unknown_request_function(void* host_library, const std::function<bool(std::string_view)>& is_known);

}  // namespace shunt
