/* <stdio.h>: streams in memory of the program's. These functions have a file of their own, so
 * that others can ask whether the program names them; see stream.h. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

/* posix: fmemopen open_memstream
 * explored: the program sees what it has written once the stream is flushed or closed. The
 *   block of open_memstream comes from malloc and grows by realloc, also if these are the
 *   program's own, which find the stream locked.
 * left out: reading ahead of fmemopen; flushing all streams covers those in memory that the
 *   calling thread has used.
 * faults: malloc
 * accesses: w the memory, when the stream is written; w where it is and its size, when the
 *   stream is flushed or closed. While it has the stream locked.
 * tests: streams/memory_not_flushed.c streams/memory_not_flushed_ok.c
 *   streams/memory_not_told.c data-race/stream_memory.c data-race/stream_memory_ok.c
 *   libc/own_realloc.c libc/own_realloc_ok.c streams/memory_seek.c streams/memory_seek_ok.c
 *   races:both_fmemopen races:both_memstream_size */
static MASKED FILE *open_memory(char *memory, size_t size, const char *mode, int *writes)
{
    __divine_interrupt_mask();
    int flags = augur_stream_flags(mode);
    if (flags < 0)
        return NULL;
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return augur_stream_no_memory();
    struct augur_stream *s = augur_stream_new(AUGUR_ON_MEMORY, -1, flags);
    s->data = memory ? memory : __augur_alloc(size, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    s->data_room = size;
    *writes = flags & O_TRUNC && size;
    if (*writes)
        s->data[0] = 0;
    else if (!(flags & O_TRUNC))
        s->size = *mode == 'a' ? augur_length(s->data, size) : memory ? size : 0;
    return &s->file;
}

FILE *fmemopen(void *memory, size_t size, const char *mode)
{
    int writes = 0;
    FILE *stream = open_memory(memory, size, mode, &writes);
    if (memory && writes)
        augur_writes(memory, 1);
    return stream;
}

/* The program is told where its text is when the stream is flushed or closed. */
FILE *open_memstream(char **data, size_t *size)
{
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return augur_stream_no_memory();
    char *block = malloc(1);
    if (!block)
        return NULL;
    *block = 0;
    struct augur_stream *s = augur_stream_new(AUGUR_ON_GROWING, -1, O_WRONLY);
    s->data = block;
    s->data_room = 1;
    s->data_out = data;
    s->size_out = size;
    return &s->file;
}
