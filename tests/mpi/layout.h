/* Datatypes together with a description of the same made without MPI, and buffers filled and checked by that
 * description. */
#ifndef SHUNT_TESTS_MPI_LAYOUT_H
#define SHUNT_TESTS_MPI_LAYOUT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

enum LayoutKind {
    LAYOUT_INT, /* MPI_INT itself; six of them have the signature of one of the next */
    LAYOUT_CONTIGUOUS,
    LAYOUT_VECTOR,          /* holes inside */
    LAYOUT_NEGATIVE_BOUND,  /* resized to a negative lower bound */
    LAYOUT_NEGATIVE_OFFSET, /* data before the buffer's address */
    LAYOUT_INTERLEAVED,     /* extent smaller than size: neighbouring elements are woven into each other */
    LAYOUT_SPACED,          /* extent larger than size */
    LAYOUT_STRUCT,          /* starts with a hole */
    LAYOUT_REVERSED,        /* later data at lower addresses */
    LAYOUT_SUBARRAY,
    LAYOUT_NESTED,
    LAYOUT_SIX_INTS_END,
    LAYOUT_RECORD = LAYOUT_SIX_INTS_END, /* char, int, double as a C compiler lays them */
    LAYOUT_RECORD_BACKWARDS,             /* the same signature in another order of addresses */
    LAYOUT_END
};

typedef struct {
    long offset;
    int bytes;
} Entry;

typedef struct {
    enum LayoutKind kind;
    MPI_Datatype type;
    long extent;
    int entry_count;
    Entry entries[6];
} Layout;

/* Makes a layout; `elements` is how many will lie in one buffer (it sets the weave of LAYOUT_INTERLEAVED). */
Layout make_layout(enum LayoutKind kind, int elements);
void free_layout(Layout* layout);
const char* layout_name(enum LayoutKind kind);
/* How many elements make the signature of one unit, six ints or one record. */
int elements_per_unit(enum LayoutKind kind);

/* A buffer with guards around it; `base` is what MPI is given. */
typedef struct {
    unsigned char* memory;
    size_t bytes;
    unsigned char* base;
} Image;

/* The bytes from the lowest to the highest that `count` elements touch, relative to the first. */
void layout_span(const Layout* layout, int count, long* low, long* high);
/* A buffer in which offsets from `low` up to `high` may be written, all bytes the guard value. */
Image make_image(long low, long high);
Image copy_image(const Image* image);
void free_image(Image* image);
/* Writes `count` elements from `displacement` (bytes): the values of `key`, in the order of the signature. */
void put_block(Image* image, const Layout* layout, long displacement, int count, uint64_t key);
/* -1 when both hold the same, else the offset from base of the first byte that differs. */
long first_difference(const Image* actual, const Image* expected);
int images_equal(const Image* actual, const Image* expected);

#endif
