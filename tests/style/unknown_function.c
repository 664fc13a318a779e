// An MPI library with a function that is not in the table: `shunt doctor --coverage` must report it.
int MPI_Init(int* argc, char*** argv) { return argc == 0 || argv == 0; }
int MPI_Send(void) { return 0; }
int MPI_Frobnicate(void) { return 0; }
