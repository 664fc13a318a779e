#pragma once
#include <cstdint>

namespace shunt {

namespace record {
class Recorder;
}

/// The place in the program that made the current call: offset of "module+0x1234" in the record's strings, 0 if
/// unknown. Frames of this library and of the MPI library (its Fortran bindings) are skipped. Costs a stack walk.
/// Thread: the one that calls, holding the recorder.
std::uint32_t current_callsite(record::Recorder& recorder);

}  // namespace shunt
