/* Streams, as the parts of <stdio.h> see them; not for users.
 *
 * glibc's macros look into a FILE: its pointers stay null, so that they always call
 * a function, and its flags hold the end and error bits where they expect them. */
#ifndef AUGUR_STREAM_H
#define AUGUR_STREAM_H

#include "file.h"
#include <stdio.h>

enum { AUGUR_STREAM_MAGIC = (int)0xfbad0000, AUGUR_STREAM_EOF = 0x10, AUGUR_STREAM_ERROR = 0x20 };

extern const FILE augur_stream_out, augur_stream_error;

/* All streams but stdout and stderr. */
enum { AUGUR_ON_FILE, AUGUR_ON_MEMORY /* fmemopen */, AUGUR_ON_GROWING /* open_memstream */ };
struct augur_stream {
    FILE file;
    int kind, flags;           /* flags: as open() has them */
    int pushed;                /* bytes that ungetc put back */
    unsigned char push[4];
    char *data;                /* the memory */
    size_t size, room, position;
    char **data_out;           /* what open_memstream keeps up to date */
    size_t *size_out;
    int owns_data;
    pthread_mutex_t lock;      /* of flockfile */
};

static inline int augur_is_standard(const FILE *stream)
{
    return stream == &augur_stream_out || stream == &augur_stream_error;
}

/* Does what is written to this stream leave the program at once? */
static inline int augur_is_straight(const FILE *stream)
{
    return augur_is_standard(stream) && !augur_is_redirected();
}

/* Inside a section: how many bytes were written. */
size_t augur_stream_write(FILE *stream, const void *bytes, size_t size);
size_t augur_stream_put(FILE *stream, const void *bytes, size_t size);

#endif
