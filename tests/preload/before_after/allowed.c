// Calls the functions that MPI allows at any time: before, between and after. With an argument MPI is never
// initialised.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int ask(const char* when) {
    int version, subversion, initialized, finalized, length;
    char library[MPI_MAX_LIBRARY_VERSION_STRING], text[MPI_MAX_ERROR_STRING];
    MPI_Get_version(&version, &subversion);
    MPI_Get_library_version(library, &length);
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    printf("%s: %d.%d, initialized %d, finalized %d, library %zu %.10s\n", when, version, subversion, initialized,
           finalized, strlen(library), library);
#ifndef OPEN_MPI  // allowed since MPI 4
    MPI_Info info;
    int keys = -1, class_of_error = -1;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_get_nkeys(info, &keys);
    MPI_Info_free(&info);
    MPI_Error_class(MPI_ERR_TRUNCATE, &class_of_error);
    MPI_Error_string(MPI_ERR_TRUNCATE, text, &length);
    printf("%s: %d keys, class %d, %s\n", when, keys, class_of_error == MPI_ERR_TRUNCATE, text);
#else
    (void)text;
#endif
    return !version;
}

// Neither host survives MPI_T_finalize followed by another MPI_Init or MPI_T_init_thread. So the interface is
// initialised once and never finalised.
static void start_tool_interface(void) {
    int provided = -1;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
}

static int ask_tool_interface(const char* when) {
    int variables = -1;
    MPI_T_cvar_get_num(&variables);
    printf("%s: MPI_T %s\n", when, variables > 0 ? "has variables" : "is empty");
    return 0;
}

int main(int argc, char** argv) {
    start_tool_interface();
    int wrong = ask("before") + ask_tool_interface("before");
    if (argc > 1) return wrong;
    MPI_Init(&argc, &argv);
    wrong += ask("between");
    MPI_Finalize();
    wrong += ask("after") + ask_tool_interface("after");
    return wrong;
}
