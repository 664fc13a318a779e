// shunt_Scatterv_*: the functions that mpix_shunt.h looks up. An MPI's handles are int or pointer; either is one word
// of a call (x86-64 System V), and is passed on unread.
#include "shim/preload/scatterv_groups.hpp"

#include <cstdint>

namespace shunt {

ScattervGroupFunctions scatterv_groups;

}  // namespace shunt

using Word = std::uintptr_t;
#define SHUNT_EXPORT extern "C" __attribute__((visibility("default")))

SHUNT_EXPORT int shunt_Scatterv_open_group(Word counts, Word type, Word root, Word comm, void** opened);
SHUNT_EXPORT int shunt_Scatterv_data_movement(Word send, Word counts, Word displacements, Word send_type, Word receive,
                                              Word count, Word type, Word opened);
SHUNT_EXPORT int shunt_Scatterv_close_group(Word opened);

int shunt_Scatterv_open_group(Word counts, Word type, Word root, Word comm, void** opened) {
    *opened = nullptr;
    if (!shunt::scatterv_groups.open) return 0;
    return reinterpret_cast<int (*)(Word, Word, Word, Word, void**)>(shunt::scatterv_groups.open)(counts, type, root,
                                                                                                  comm, opened);
}

// The other two are called only for an open group, so there is a backend.
int shunt_Scatterv_data_movement(Word send, Word counts, Word displacements, Word send_type, Word receive, Word count,
                                 Word type, Word opened) {
    using Move = int (*)(Word, Word, Word, Word, Word, Word, Word, Word);
    return reinterpret_cast<Move>(shunt::scatterv_groups.move)(send, counts, displacements, send_type, receive, count,
                                                               type, opened);
}

int shunt_Scatterv_close_group(Word opened) {
    return reinterpret_cast<int (*)(Word)>(shunt::scatterv_groups.close)(opened);
}
