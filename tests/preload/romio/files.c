// Both ranks write three interleaved blocks together and read them back. The program makes one MPI_Barrier and one
// MPI_Allreduce itself.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    enum { n = 1000 };
    int rank, size, wrong = 0, all = 0, data[n], back[n];
    MPI_File file;
    MPI_Datatype view;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Type_vector(3 * n / 10, 10, 10 * size, MPI_INT, &view);
    MPI_Type_commit(&view);
    MPI_File_set_view(file, 10 * sizeof(int) * rank, MPI_INT, view, "native", MPI_INFO_NULL);
    for (int block = 0; block < 3; ++block) {
        for (int i = 0; i < n; ++i) data[i] = rank * 1000000 + block * n + i;
        MPI_File_write_all(file, data, n, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int block = 2; block >= 0; --block) {
        MPI_File_read_at_all(file, block * n, back, n, MPI_INT, MPI_STATUS_IGNORE);
        for (int i = 0; i < n; ++i) wrong += back[i] != rank * 1000000 + block * n + i;
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Type_free(&view);
    printf("rank %d: %d wrong\n", rank, all);
    MPI_Finalize();
    return all != 0;
}
