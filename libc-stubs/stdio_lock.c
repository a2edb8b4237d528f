/* <stdio.h>: locking streams. These functions have a file of their own, so that others can
 * ask whether the program names them; see stream.h. */
#include "stream.h"

ROLE(locks) MASKED void flockfile(FILE *stream)
{
    __divine_interrupt_mask();
    augur_stream_take(augur_stream_enter(stream));
}

ROLE(blind) MASKED int ftrylockfile(FILE *stream)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_of(stream);
    if (s->owner && s->owner != augur_number())
        return -1;
    augur_stream_take(s);
    return 0;
}

ROLE(locks) MASKED void funlockfile(FILE *stream)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_of(stream);
    if (s->owner != augur_number())
        augur_misuse(s->owner ? "funlockfile: the stream is locked by another thread"
                              : "funlockfile: the stream is not locked");
    augur_stream_give(s);
}
