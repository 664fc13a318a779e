/* Replaces the runtime of an accelerator. Its "device" memory must not be accessed by the processor: the pages have no
 * rights, and their contents are also mapped at an address that only this library uses. Built once for each runtime,
 * with -DCUDA, -DHIP or -DLEVEL_ZERO, under its name. With -DPAGES it imitates shared memory in software instead: a
 * handler gives a page its rights at the first access. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum Kind { HOST, DEVICE, MANAGED };
static struct Memory {
    char *at, *shadow;
    size_t bytes;
    enum Kind kind;
} memories[256];
static int memory_count;
static int copies; /* copies that were not requested by the test */

static struct Memory* find(const void* address) {
    for (int i = 0; i < memory_count; ++i)
        if ((const char*)address >= memories[i].at && (const char*)address < memories[i].at + memories[i].bytes)
            return &memories[i];
    return NULL;
}

/* The address at which this library accesses the memory. NULL: not inside one allocation. */
static char* reach(const void* address, size_t bytes) {
    struct Memory* memory = find(address);
    if (!memory) return (char*)address;
    if ((const char*)address + bytes > memory->at + memory->bytes) return NULL;
    return memory->shadow + ((const char*)address - memory->at);
}

static int copy(void* to, const void* from, size_t bytes) {
    char *into = reach(to, bytes), *out_of = reach(from, bytes);
    if (!into || !out_of) return 1;
    memmove(into, out_of, bytes);
    return 0;
}

#ifdef PAGES
static void on_fault(int signal_number, siginfo_t* what, void* context) {
    (void)context;
    const uintptr_t page = (uintptr_t)what->si_addr & ~(uintptr_t)4095;
    if (find(what->si_addr) && mprotect((void*)page, 4096, PROT_READ | PROT_WRITE) == 0) ++copies;
    else signal(signal_number, SIG_DFL);
}
static void await_faults(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = &on_fault;
    sigaction(SIGSEGV, &action, NULL);
}
#endif

/* Called by the test: allocates memory of a kind, at an address or (NULL) anywhere; frees it; reads it; returns the
 * number of copies so far. */
void* stub_alloc(void* at, size_t bytes, int kind) {
    struct Memory* memory = &memories[memory_count++];
    const int file = memfd_create("stub", 0);
    if (memory_count > 256 || file < 0 || ftruncate(file, (off_t)bytes) != 0) abort();
#ifdef PAGES
    await_faults();
    const int rights = kind == DEVICE ? PROT_NONE : kind == MANAGED ? PROT_READ : PROT_READ | PROT_WRITE;
#else
    const int rights = kind == DEVICE ? PROT_NONE : PROT_READ | PROT_WRITE;
#endif
    *memory = (struct Memory){mmap(at, bytes, rights, MAP_SHARED | (at ? MAP_FIXED : 0), file, 0),
                              mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), bytes, (enum Kind)kind};
    close(file);
    return memory->at;
}
void stub_free(void* at) {
    struct Memory* memory = find(at);
    munmap(memory->at, memory->bytes);
    munmap(memory->shadow, memory->bytes);
    *memory = memories[--memory_count];
}
void stub_copy(void* to, const void* from, size_t bytes) {
    if (copy(to, from, bytes) != 0) abort();
}
int stub_copies(void) { return copies; }

#if defined CUDA
static _Thread_local int contexts;
static char a_context;
int cuPointerGetAttributes(unsigned count, int* attributes, void** data, uintptr_t address) {
    const struct Memory* memory = find((void*)address);
    for (unsigned i = 0; i < count; ++i) {
        switch (attributes[i]) {
            case 1: *(void**)data[i] = memory ? &a_context : NULL; break;
            case 2: *(unsigned*)data[i] = memory ? (memory->kind == HOST ? 1 : 2) : 0; break;
            case 8: *(unsigned*)data[i] = memory && memory->kind == MANAGED; break;
            case 9: *(int*)data[i] = memory ? 0 : -2; break;
            default: return 1;
        }
    }
    return 0;
}
int cuCtxPushCurrent_v2(void* context) { return context == &a_context ? ++contexts, 0 : 201; }
int cuCtxPopCurrent_v2(void** context) { return *context = &a_context, --contexts, 0; }
int cuDevicePrimaryCtxRetain(void** context, int device) { return *context = &a_context, device; }
int cuDevicePrimaryCtxRelease_v2(int device) { return device; }
int cuStreamSynchronize(void* stream) { return stream != NULL; }
int cuMemcpy(uintptr_t to, uintptr_t from, size_t bytes) {
    return contexts == 0 ? 201 : (++copies, copy((void*)to, (void*)from, bytes));
}
#elif defined HIP
struct Attributes {
    int type, device;
    void *device_pointer, *host_pointer;
    int is_managed;
    unsigned flags;
};
int hipPointerGetAttributes(struct Attributes* into, const void* address) {
    const struct Memory* memory = find(address);
    if (!memory) return 1;
    *into = (struct Attributes){
        memory->kind, 0, (void*)address, memory->kind == HOST ? (void*)address : NULL, memory->kind == MANAGED, 0};
    return 0;
}
int hipGetLastError(void) { return 0; }
int hipStreamSynchronize(void* stream) { return stream != NULL; }
int hipMemcpy(void* to, const void* from, size_t bytes, int kind) {
    return kind == 4 ? (++copies, copy(to, from, bytes)) : 21;
}
#elif defined LEVEL_ZERO
static char a_driver, a_context, a_device, a_list;
struct Properties {
    int type;
    void* next;
    int memory_type;
    uint64_t id, page_bytes;
};
int zeDriverGet(uint32_t* count, void** drivers) {
    if (drivers) drivers[0] = &a_driver;
    return *count = 1, 0;
}
int zeContextCreate(void* driver, const int* description, void** context) {
    return *context = &a_context, driver == &a_driver && *description == 0xd ? 0 : 1;
}
int zeMemGetAllocProperties(void* context, const void* address, struct Properties* into, void** device) {
    const struct Memory* memory = find(address);
    if (context != &a_context || into->type != 0x17) return 1;
    into->memory_type = !memory ? 0 : memory->kind == HOST ? 1 : memory->kind == DEVICE ? 2 : 3;
    *device = memory ? &a_device : NULL;
    return 0;
}
int zeCommandListCreateImmediate(void* context, void* device, const int* description, void** list) {
    return *list = &a_list, context == &a_context && device == &a_device && *description == 0xe ? 0 : 1;
}
int zeCommandListAppendMemoryCopy(void* list, void* to, const void* from, size_t bytes, void* event, uint32_t waits,
                                  void** wait_for) {
    if (list != &a_list || event || waits || wait_for) return 1;
    return ++copies, copy(to, from, bytes);
}
#endif
