// Loads an MPI ("-": the plugin's dependencies load it) and the plugin, and runs the plugin.
//   loader MPI|- PLUGIN local|deepbind
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
    int how = RTLD_NOW | RTLD_LOCAL | (argc > 3 && !strcmp(argv[3], "deepbind") ? RTLD_DEEPBIND : 0);
    if (strcmp(argv[1], "-") && !dlopen(argv[1], RTLD_NOW | RTLD_LOCAL)) return fprintf(stderr, "%s\n", dlerror()), 2;
    void* plugin = dlopen(argv[2], how);
    if (!plugin) return fprintf(stderr, "%s\n", dlerror()), 2;
    int (*run)(void) = (int (*)(void))dlsym(plugin, "run");
    return run();
}
