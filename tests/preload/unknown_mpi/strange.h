// A few MPI functions of an imagined MPI library for one process. Neither real host has handles of this type.
typedef struct {
    short tag;
    double weight;
} MPI_Comm;
#define MPI_COMM_WORLD ((MPI_Comm){42, 2.5})

int MPI_Init(int*, char***);
int MPI_Finalize(void);
int MPI_Initialized(int*);
int MPI_Get_library_version(char*, int*);
int MPI_Comm_rank(MPI_Comm, int*);
int MPI_Send(const void*, int, int, int, int, MPI_Comm);
int MPI_Alltoallv(const void*, const int*, const int*, int, void*, const int*, const int*, int, MPI_Comm);
double MPI_Wtime(void);
