/* <stdio.h>: locking streams. These functions have a file of their own, so that others can
 * ask whether the program names them; see stream.h. */
#include "stream.h"

/* posix: flockfile funlockfile ftrylockfile
 * explored: the lock keeps all other functions of the stream waiting, whether they lock it
 *   or not. Unlocking what is not locked by the thread is a misuse.
 * tests: streams/lock_circle.c streams/lock_circle_ok.c streams/lock_section.c
 *   streams/lock_section_ok.c streams/lock_not_held.c streams/lock_again_ok.c */
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
