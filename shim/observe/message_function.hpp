#pragma once
#include <array>
#include <string_view>

#include "shim/table/generated/function_number.hpp"
#include "shim/table/generated/function_table.hpp"

namespace shunt {

/// By Function: whether its rows are of messages on one communicator. Not MPI_Start, whose communicator is unknown, and
/// not the partitioned functions, which the host always carries.
inline constexpr auto kMessageFunctions = [] {
    std::array<bool, kFunctionCount> marks{};
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const std::string_view name = record::kFunctions[i].name, kind = record::kFunctions[i].kind;
        const bool persistent = name.find("end_init") != name.npos || name.find("ecv_init") != name.npos;
        const bool partitioned = name.starts_with("MPI_P") && kind == "start";
        marks[i] = kind == "send" || kind == "recv" || kind == "sendrecv" || kind == "probe" ||
                   (kind == "start" && persistent && !partitioned);
    }
    return marks;
}();

constexpr bool is_message(Function function) { return kMessageFunctions[static_cast<std::size_t>(function)]; }

static_assert(is_message(Function::MPI_Send) && is_message(Function::MPI_Mrecv) &&
              is_message(Function::MPI_Bsend_init));
static_assert(!is_message(Function::MPI_Psend_init) && !is_message(Function::MPI_Bcast) &&
              !is_message(Function::MPI_Start) && !is_message(Function::MPI_Wait));

}  // namespace shunt
