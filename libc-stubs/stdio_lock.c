/* <stdio.h>: locking streams. These functions have a file of their own, so that others can
 * ask whether the program names them; see stream.h. */
#include "stream.h"
#include <wchar.h>

/* What glibc's macros call. */
extern int __overflow(FILE *, int) __attribute__((weak));
extern int __uflow(FILE *) __attribute__((weak));
extern int __underflow(FILE *) __attribute__((weak));
#pragma weak putc_unlocked
#pragma weak putchar_unlocked
#pragma weak fputc_unlocked
#pragma weak fputs_unlocked
#pragma weak fwrite_unlocked
#pragma weak getc_unlocked
#pragma weak getchar_unlocked
#pragma weak fgetc_unlocked
#pragma weak fgets_unlocked
#pragma weak fread_unlocked
#pragma weak fflush_unlocked
#pragma weak clearerr_unlocked
#pragma weak feof_unlocked
#pragma weak ferror_unlocked
#pragma weak fgetwc_unlocked
#pragma weak getwc_unlocked
#pragma weak getwchar_unlocked
#pragma weak fgetws_unlocked
#pragma weak fputwc_unlocked
#pragma weak putwc_unlocked
#pragma weak putwchar_unlocked
#pragma weak fputws_unlocked

int augur_has_unlocked(void)
{
    return putc_unlocked || putchar_unlocked || fputc_unlocked || fputs_unlocked ||
           fwrite_unlocked || getc_unlocked || getchar_unlocked || fgetc_unlocked ||
           fgets_unlocked || fread_unlocked || fflush_unlocked || clearerr_unlocked ||
           feof_unlocked || ferror_unlocked || fgetwc_unlocked || getwc_unlocked ||
           getwchar_unlocked || fgetws_unlocked || fputwc_unlocked || putwc_unlocked ||
           putwchar_unlocked || fputws_unlocked || __overflow || __uflow || __underflow;
}

/* posix: flockfile funlockfile ftrylockfile
 * explored: the lock keeps all other functions of the stream waiting, whether they lock it
 *   or not. Unlocking what is not locked by the thread is a misuse.
 * tests: streams/lock_circle.c streams/lock_circle_ok.c streams/lock_section.c
 *   streams/lock_section_ok.c streams/lock_not_held.c streams/lock_again_ok.c */
ROLE(locks) MASKED void flockfile(FILE *stream)
{
    __divine_interrupt_mask();
    augur_stream_take(augur_stream_await(stream));
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
