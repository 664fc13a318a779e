#include "strange.h"

#include <stdio.h>
#include <string.h>

static int running;

int PMPI_Init(int* argc, char*** argv) { return running = argc && argv, 0; }
int PMPI_Finalize(void) { return running = 0; }
int PMPI_Initialized(int* flag) { return *flag = running, 0; }
int PMPI_Get_library_version(char* text, int* length) {
    strcpy(text, "Strange MPI 0.1");
    *length = (int)strlen(text);
    return 0;
}
int PMPI_Comm_rank(MPI_Comm comm, int* rank) { return *rank = comm.tag, comm.weight == 2.5 ? 0 : 1; }
int PMPI_Send(const void* data, int count, int type, int to, int tag, MPI_Comm comm) {
    return printf("send %s %d %d %d %d %d %.1f\n", (const char*)data, count, type, to, tag, comm.tag, comm.weight), 17;
}
int PMPI_Alltoallv(const void* a, const int* b, const int* c, int d, void* e, const int* f, const int* g, int h,
                   MPI_Comm m) {
    return *(int*)e = *(const int*)a + b[0] + c[0] + d + f[0] + g[0] + h + m.tag, 0;
}
double PMPI_Wtime(void) { return 0.25; }

#define ALIAS(name) __typeof__(P##name) name __attribute__((weak, alias("P" #name)))
ALIAS(MPI_Init);
ALIAS(MPI_Finalize);
ALIAS(MPI_Initialized);
ALIAS(MPI_Get_library_version);
ALIAS(MPI_Comm_rank);
ALIAS(MPI_Send);
ALIAS(MPI_Alltoallv);
ALIAS(MPI_Wtime);
