// An MPI library with a function that no table knows: `shunt doctor --coverage` must say so.
int MPI_Init(int* argc, char*** argv) { return argc == 0 || argv == 0; }
int MPI_Send(void) { return 0; }
int MPI_Frobnicate(void) { return 0; }
