// shunt_Alltoallv_*: the functions that mpix_shunt.h looks up. Handles are passed on unread, as in scatterv_groups.cpp.
#include "shim/preload/alltoallv_schedules.hpp"

#include <cstdint>

namespace shunt {

AlltoallvScheduleFunctions alltoallv_schedules;

}  // namespace shunt

using Word = std::uintptr_t;
#define SHUNT_EXPORT extern "C" __attribute__((visibility("default")))

SHUNT_EXPORT int shunt_Alltoallv_control1(Word send_counts, Word send_type, Word receive_counts, Word receive_type,
                                          Word comm, void** opened);
SHUNT_EXPORT int shunt_Alltoallv_control2(Word pattern, Word comm, void** opened);
SHUNT_EXPORT int shunt_Alltoallv_data_trans2(Word send, Word send_counts, Word send_displacements, Word send_type,
                                             Word receive, Word receive_counts, Word receive_displacements,
                                             Word receive_type, Word opened);
SHUNT_EXPORT int shunt_Alltoallv_free(Word opened);

int shunt_Alltoallv_control1(Word send_counts, Word send_type, Word receive_counts, Word receive_type, Word comm,
                             void** opened) {
    *opened = nullptr;
    if (!shunt::alltoallv_schedules.gather) return 0;
    using Control = int (*)(Word, Word, Word, Word, Word, void**);
    return reinterpret_cast<Control>(shunt::alltoallv_schedules.gather)(send_counts, send_type, receive_counts,
                                                                        receive_type, comm, opened);
}

int shunt_Alltoallv_control2(Word pattern, Word comm, void** opened) {
    *opened = nullptr;
    if (!shunt::alltoallv_schedules.given) return 0;
    return reinterpret_cast<int (*)(Word, Word, void**)>(shunt::alltoallv_schedules.given)(pattern, comm, opened);
}

// The other two are called only for an existing schedule, so there is a backend.
int shunt_Alltoallv_data_trans2(Word send, Word send_counts, Word send_displacements, Word send_type, Word receive,
                                Word receive_counts, Word receive_displacements, Word receive_type, Word opened) {
    using Move = int (*)(Word, Word, Word, Word, Word, Word, Word, Word, Word);
    return reinterpret_cast<Move>(shunt::alltoallv_schedules.move)(send, send_counts, send_displacements, send_type,
                                                                   receive, receive_counts, receive_displacements,
                                                                   receive_type, opened);
}

int shunt_Alltoallv_free(Word opened) {
    return reinterpret_cast<int (*)(Word)>(shunt::alltoallv_schedules.close)(opened);
}
