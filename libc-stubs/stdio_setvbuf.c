/* <stdio.h>: the buffers that a program brings itself. These functions have a file of their
 * own, so that others can ask whether the program names them; see stream.h. */
#include "stream.h"

static MASKED int change(FILE *stream, char *array, int mode, size_t size)
{
    __divine_interrupt_mask();
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
        return -1;
    struct augur_stream *s = augur_stream_enter(stream);
    if (mode != _IONBF && !array) {
        s->mode = mode;
        return 0;
    }
    if (augur_stream_settle(s))
        return -1;
    augur_stream_drop(s);
    int is_buffered = mode != _IONBF && size;
    s->mode = is_buffered ? mode : _IONBF;
    augur_stream_set_array(s, is_buffered ? array : NULL);
    s->capacity = is_buffered ? size : AUGUR_STREAM_BYTES;
    return 0;
}

/* posix: setvbuf setbuf setbuffer setlinebuf
 * explored: an array that the program brings is really used, until the stream is closed or
 *   the program ends.
 * left out: calls after the first input or output flush first, as glibc does; a size
 *   without an array is ignored.
 * accesses: array rw, when the stream is used, while it is locked
 * tests: streams/array_dies.c streams/array_dies_ok.c streams/array_of_main.c
 *   streams/array_of_main_ok.c streams/array_freed.c streams/array_freed_ok.c
 *   streams/buffer_size_ok.c races:both_setvbuf data-race/stream_memory_ok.c */
int setvbuf(FILE *restrict stream, char *restrict array, int mode, size_t size)
{
    int result = change(stream, array, mode, size);
    augur_stream_end();
    return result;
}

void setbuffer(FILE *restrict stream, char *restrict array, size_t size)
{
    setvbuf(stream, array, array ? _IOFBF : _IONBF, size);
}

void setbuf(FILE *restrict stream, char *restrict array) { setbuffer(stream, array, BUFSIZ); }
void setlinebuf(FILE *stream) { setvbuf(stream, NULL, _IOLBF, 0); }
