/* Datatypes, each with a description of the same layout made without MPI. Buffers are filled and checked by that
 * description. */
#ifndef SHUNT_TESTS_MPI_LAYOUT_H
#define SHUNT_TESTS_MPI_LAYOUT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

enum LayoutKind {
    LAYOUT_INT, /* MPI_INT itself; six of them have the signature of one unit of the following kinds */
    LAYOUT_CONTIGUOUS,
    LAYOUT_VECTOR,          /* holes inside */
    LAYOUT_NEGATIVE_BOUND,  /* resized to a negative lower bound */
    LAYOUT_NEGATIVE_OFFSET, /* data before the buffer's address */
    LAYOUT_INTERLEAVED,     /* extent smaller than size: neighbouring elements interleave */
    LAYOUT_SPACED,          /* extent larger than size */
    LAYOUT_STRUCT,          /* starts with a hole */
    LAYOUT_REVERSED,        /* later data at lower addresses */
    LAYOUT_SUBARRAY,
    LAYOUT_NESTED,
    LAYOUT_SIX_INTS_END,
    LAYOUT_RECORD = LAYOUT_SIX_INTS_END, /* char, int, double as a C compiler places them */
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

/* Makes a layout. `elements` is the number of elements in one buffer (LAYOUT_INTERLEAVED interleaves them by it). */
Layout make_layout(enum LayoutKind kind, int elements);
void free_layout(Layout* layout);
const char* layout_name(enum LayoutKind kind);
/* The number of elements in the signature of one unit: six ints or one record. */
int elements_per_unit(enum LayoutKind kind);

/* A buffer with guards around it; `base` is the address passed to MPI. */
typedef struct {
    unsigned char* memory;
    size_t bytes;
    unsigned char* base;
} Image;

/* The bytes from the lowest to the highest that `count` elements touch, relative to the first. */
void layout_span(const Layout* layout, int count, long* low, long* high);
/* A buffer whose offsets from `low` to `high` may be written. All its bytes have the guard value. */
Image make_image(long low, long high);
Image copy_image(const Image* image);
void free_image(Image* image);
/* Writes `count` elements from `displacement` (bytes) on: the values of `key`, in the order of the signature. */
void put_block(Image* image, const Layout* layout, long displacement, int count, uint64_t key);
/* Returns: -1 when both have the same content, else the offset from `base` of the first byte that differs. */
long first_difference(const Image* actual, const Image* expected);
int images_equal(const Image* actual, const Image* expected);

#endif
