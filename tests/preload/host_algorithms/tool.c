// A program that uses MPI_T itself. "tool before" initialises it before MPI_Init, "tool inside" initialises and
// finalises it while MPI runs, "tool choose" lets the host broadcast by an algorithm that the program chooses. In
// between it broadcasts, and prints what it reads.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int variables(void) {
    int count = 0;
    MPI_T_cvar_get_num(&count);
    return count;
}

// The algorithm that "tool choose" has chosen, as MPI_T reads it.
static int chosen(int choose) {
    int index, count, value = 0;
    MPI_T_cvar_handle handle;
    if (MPI_T_cvar_get_index("MPIR_CVAR_BCAST_INTRA_ALGORITHM", &index) != MPI_SUCCESS &&
        MPI_T_cvar_get_index("coll_tuned_bcast_algorithm", &index) != MPI_SUCCESS)
        return 0;
    MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);
    if (choose) MPI_T_cvar_write(handle, &choose);
    MPI_T_cvar_read(handle, &value);
    MPI_T_cvar_handle_free(&handle);
    return value;
}

int main(int argc, char** argv) {
    const int before = argc > 1 && !strcmp(argv[1], "before");
    int provided = -1, rank, wrong = 0, seen = 0;
    if (before) MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    if (before) seen = variables();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!before) MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    const int own = argc > 1 && !strcmp(argv[1], "choose") ? chosen(1) : 0;
    wrong += provided != MPI_THREAD_SINGLE || variables() <= 0 || variables() < seen;
    for (int i = 0; i < 20; ++i) {
        static int data[20000];
        for (int k = 0; k < 20000; ++k) data[k] = rank == 0 ? i + k : -1;
        MPI_Bcast(data, 20000, MPI_INT, 0, MPI_COMM_WORLD);
        for (int k = 0; k < 20000; ++k) wrong += data[k] != i + k;
        if (i % 4 == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
    wrong += variables() <= 0 || chosen(0) != own;
    if (argc > 1 && !strcmp(argv[1], "choose")) wrong += own != 1;
    if (!before) MPI_T_finalize();
    MPI_Finalize();
    printf("rank %d: %d wrong\n", rank, wrong);
    return wrong != 0;
}
