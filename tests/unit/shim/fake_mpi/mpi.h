#pragma once
// An mpi.h without an MPI: the names that the sources of shim/ use, in two flavours. With SHUNT_FAKE_OPEN_MPI handles
// are pointers and a status is laid out as Open MPI's; else handles are integers and a status is laid out as MPICH's.
// Values of handles are those of MPICH 4.0 in both, whose bits give the kind of object (mpir_objects.h); pointers have
// these values and are never followed. Functions are not declared, because shim/ calls an MPI only through the table
// `host`, which FakeMpi fills.
#include <cstddef>
#include <cstdint>

#if defined(SHUNT_FAKE_OPEN_MPI)
#define OPEN_MPI 1
#define MPI_VERSION 3
#define SHUNT_FAKE_HANDLE(Name) \
    struct Fake##Name;          \
    using Name = Fake##Name*
#else
#define MPICH_VERSION "4.0-fake"
#define MPICH_NUMVERSION 40000300
#define MPI_VERSION 4
// Each kind of handle is an int in MPICH. Enumerations would distinguish them, but shim/ must compile without.
#define SHUNT_FAKE_HANDLE(Name) using Name = int
#endif
#define MPI_SUBVERSION 0

SHUNT_FAKE_HANDLE(MPI_Comm);
SHUNT_FAKE_HANDLE(MPI_Group);
SHUNT_FAKE_HANDLE(MPI_Datatype);
SHUNT_FAKE_HANDLE(MPI_Op);
SHUNT_FAKE_HANDLE(MPI_Request);
SHUNT_FAKE_HANDLE(MPI_Errhandler);
SHUNT_FAKE_HANDLE(MPI_Info);
SHUNT_FAKE_HANDLE(MPI_Win);
SHUNT_FAKE_HANDLE(MPI_Message);
SHUNT_FAKE_HANDLE(MPI_Session);
struct FakeFile;
using MPI_File = FakeFile*;  // a pointer in both
using MPI_Aint = std::ptrdiff_t;
using MPI_Count = long long;
using MPI_Offset = long long;

#if defined(SHUNT_FAKE_OPEN_MPI)
struct MPI_Status {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
    int _cancelled;
    std::size_t _ucount;
};
#else
struct MPI_Status {
    int count_lo, count_hi_and_cancelled;
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
};
#endif

using MPI_User_function = void(void*, void*, int*, MPI_Datatype*);
using MPI_Comm_copy_attr_function = int(MPI_Comm, int, void*, void*, void*, int*);
using MPI_Comm_delete_attr_function = int(MPI_Comm, int, void*, void*);
using MPI_Comm_errhandler_function = void(MPI_Comm*, int*, ...);

// C casts, because a handle is an integer or a pointer.
#define SHUNT_FAKE_VALUE(Name, value) ((Name)(std::uintptr_t)(value))

#define MPI_COMM_NULL SHUNT_FAKE_VALUE(MPI_Comm, 0x04000000)
#define MPI_COMM_WORLD SHUNT_FAKE_VALUE(MPI_Comm, 0x44000000)
#define MPI_COMM_SELF SHUNT_FAKE_VALUE(MPI_Comm, 0x44000001)
#define MPI_GROUP_NULL SHUNT_FAKE_VALUE(MPI_Group, 0x08000000)
#define MPI_GROUP_EMPTY SHUNT_FAKE_VALUE(MPI_Group, 0x48000000)
#define MPI_REQUEST_NULL SHUNT_FAKE_VALUE(MPI_Request, 0x2c000000)
#define MPI_ERRHANDLER_NULL SHUNT_FAKE_VALUE(MPI_Errhandler, 0x14000000)
#define MPI_ERRORS_ARE_FATAL SHUNT_FAKE_VALUE(MPI_Errhandler, 0x54000000)
#define MPI_ERRORS_RETURN SHUNT_FAKE_VALUE(MPI_Errhandler, 0x54000001)
#define MPI_INFO_NULL SHUNT_FAKE_VALUE(MPI_Info, 0x1c000000)
#define MPI_WIN_NULL SHUNT_FAKE_VALUE(MPI_Win, 0x20000000)
#define MPI_MESSAGE_NULL SHUNT_FAKE_VALUE(MPI_Message, 0x2c000000)
#define MPI_MESSAGE_NO_PROC SHUNT_FAKE_VALUE(MPI_Message, 0x6c000000)
#define MPI_SESSION_NULL SHUNT_FAKE_VALUE(MPI_Session, 0x38000000)
#define MPI_FILE_NULL (static_cast<MPI_File>(nullptr))

#define MPI_OP_NULL SHUNT_FAKE_VALUE(MPI_Op, 0x18000000)
#define MPI_MAX SHUNT_FAKE_VALUE(MPI_Op, 0x58000001)
#define MPI_MIN SHUNT_FAKE_VALUE(MPI_Op, 0x58000002)
#define MPI_SUM SHUNT_FAKE_VALUE(MPI_Op, 0x58000003)
#define MPI_PROD SHUNT_FAKE_VALUE(MPI_Op, 0x58000004)
#define MPI_LAND SHUNT_FAKE_VALUE(MPI_Op, 0x58000005)
#define MPI_BAND SHUNT_FAKE_VALUE(MPI_Op, 0x58000006)
#define MPI_LOR SHUNT_FAKE_VALUE(MPI_Op, 0x58000007)
#define MPI_BOR SHUNT_FAKE_VALUE(MPI_Op, 0x58000008)
#define MPI_LXOR SHUNT_FAKE_VALUE(MPI_Op, 0x58000009)
#define MPI_BXOR SHUNT_FAKE_VALUE(MPI_Op, 0x5800000a)
#define MPI_MINLOC SHUNT_FAKE_VALUE(MPI_Op, 0x5800000b)
#define MPI_MAXLOC SHUNT_FAKE_VALUE(MPI_Op, 0x5800000c)
#define MPI_REPLACE SHUNT_FAKE_VALUE(MPI_Op, 0x5800000d)
#define MPI_NO_OP SHUNT_FAKE_VALUE(MPI_Op, 0x5800000e)

// The second byte is the size, as in MPICH.
#define MPI_DATATYPE_NULL SHUNT_FAKE_VALUE(MPI_Datatype, 0x0c000000)
#define MPI_SIGNED_CHAR SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000118)
#define MPI_CHAR SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000101)
#define MPI_UNSIGNED_CHAR SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000102)
#define MPI_BYTE SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00010d)
#define MPI_PACKED SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00010f)
#define MPI_C_BOOL SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00013f)
#define MPI_INT8_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000137)
#define MPI_UINT8_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00013b)
#define MPI_SHORT SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000203)
#define MPI_UNSIGNED_SHORT SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000204)
#define MPI_INT16_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000238)
#define MPI_UINT16_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00023c)
#define MPI_INT SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000405)
#define MPI_UNSIGNED SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000406)
#define MPI_FLOAT SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00040a)
#define MPI_INT32_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000439)
#define MPI_UINT32_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00043d)
#define MPI_INTEGER SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00041b)
#define MPI_REAL SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00041c)
#define MPI_LOGICAL SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00041d)
#define MPI_LONG SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000807)
#define MPI_UNSIGNED_LONG SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000808)
#define MPI_LONG_LONG SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000809)
#define MPI_UNSIGNED_LONG_LONG SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000819)
#define MPI_DOUBLE SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00080b)
#define MPI_INT64_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00083a)
#define MPI_UINT64_T SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00083e)
#define MPI_DOUBLE_PRECISION SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00081f)
#define MPI_AINT SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000843)
#define MPI_OFFSET SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000844)
#define MPI_COUNT SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000845)
#define MPI_C_COMPLEX SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000840)
#define MPI_COMPLEX SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00081e)
#define MPI_2INT SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000816)
#define MPI_2REAL SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000821)
#define MPI_2INTEGER SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c000820)
#define MPI_LONG_DOUBLE SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c00100c)
#define MPI_C_DOUBLE_COMPLEX SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c001041)
#define MPI_DOUBLE_COMPLEX SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c001022)
#define MPI_2DOUBLE_PRECISION SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c001023)
#define MPI_C_LONG_DOUBLE_COMPLEX SHUNT_FAKE_VALUE(MPI_Datatype, 0x4c002042)
// Pairs that may have holes; these have no size in their handles.
#define MPI_FLOAT_INT SHUNT_FAKE_VALUE(MPI_Datatype, 0x8c000000)
#define MPI_DOUBLE_INT SHUNT_FAKE_VALUE(MPI_Datatype, 0x8c000001)
#define MPI_LONG_INT SHUNT_FAKE_VALUE(MPI_Datatype, 0x8c000002)
#define MPI_SHORT_INT SHUNT_FAKE_VALUE(MPI_Datatype, 0x8c000003)
#define MPI_LONG_DOUBLE_INT SHUNT_FAKE_VALUE(MPI_Datatype, 0x8c000004)

#define MPI_BOTTOM (static_cast<void*>(nullptr))
#define MPI_IN_PLACE (reinterpret_cast<void*>(static_cast<std::intptr_t>(-1)))
#define MPI_STATUS_IGNORE (reinterpret_cast<MPI_Status*>(static_cast<std::intptr_t>(1)))
#define MPI_STATUSES_IGNORE (reinterpret_cast<MPI_Status*>(static_cast<std::intptr_t>(1)))

enum {
    MPI_PROC_NULL = -1,
    MPI_ANY_SOURCE = -2,
    MPI_ROOT = -3,
    MPI_ANY_TAG = -1,
    MPI_UNDEFINED = -32766,
    MPI_TAG_UB = 0x64400001,
    MPI_MAX_OBJECT_NAME = 128,
    MPI_MAX_LIBRARY_VERSION_STRING = 256,
    MPI_MAX_PROCESSOR_NAME = 128,
    MPI_MAX_ERROR_STRING = 512,
    MPI_BSEND_OVERHEAD = 95,
};
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
enum { MPI_GRAPH = 1, MPI_CART, MPI_DIST_GRAPH };
enum {
    MPI_SUCCESS,
    MPI_ERR_BUFFER,
    MPI_ERR_COUNT,
    MPI_ERR_TYPE,
    MPI_ERR_TAG,
    MPI_ERR_COMM,
    MPI_ERR_RANK,
    MPI_ERR_ROOT,
    MPI_ERR_GROUP,
    MPI_ERR_OP,
    MPI_ERR_ARG,
    MPI_ERR_TRUNCATE,
    MPI_ERR_OTHER,
    MPI_ERR_INTERN,
    MPI_ERR_IN_STATUS,
    MPI_ERR_PENDING,
    MPI_ERR_REQUEST,
    MPI_ERR_NO_MEM,
};
enum {
    MPI_COMBINER_NAMED = 1,
    MPI_COMBINER_DUP,
    MPI_COMBINER_CONTIGUOUS,
    MPI_COMBINER_VECTOR,
    MPI_COMBINER_HINDEXED,
    MPI_COMBINER_HINDEXED_BLOCK,
    MPI_COMBINER_STRUCT,
    MPI_COMBINER_RESIZED,
};
