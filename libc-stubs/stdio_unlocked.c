/* <stdio.h>, <wchar.h>: functions that do not ask for the lock of a stream. They have a file of
 * their own, so that others can ask whether the program names them; see stream.h. */
#include "stream.h"
#include <wchar.h>

/* posix: others
 * explored: as the functions without _unlocked, but for the lock.
 * accesses: w the stream (r for feof_unlocked and ferror_unlocked): races with all that other
 *   threads do with it, unless both sides hold its lock; what the others access.
 * tests: streams/lock_unlocked.c streams/lock_unlocked_ok.c data-race/unlocked_against_*.c
 *   data-race/unlocked_stream_ok.c races:both_putc_unlocked races:both_feof_unlocked */

int fgetc_unlocked(FILE *stream) { return augur_get_one(stream, AUGUR_UNLOCKED); }
int getc_unlocked(FILE *stream) { return augur_get_one(stream, AUGUR_UNLOCKED); }
int getchar_unlocked(void) { return augur_get_one(stdin, AUGUR_UNLOCKED); }
int __uflow(FILE *stream) { return augur_get_one(stream, AUGUR_UNLOCKED); }

static MASKED int look_ahead(FILE *stream)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, AUGUR_UNLOCKED);
    return augur_stream_push(s, augur_stream_get(s));
}

int __underflow(FILE *stream);
int __underflow(FILE *stream)
{
    augur_may_cancel();
    int byte = look_ahead(stream);
    augur_stream_end();
    return byte;
}

char *fgets_unlocked(char *restrict buffer, int size, FILE *restrict stream)
{
    return augur_get_line(buffer, size, stream, AUGUR_UNLOCKED);
}

size_t fread_unlocked(void *restrict buffer, size_t size, size_t count, FILE *restrict stream)
{
    return augur_read_items(buffer, size, count, stream, AUGUR_UNLOCKED);
}

int fputc_unlocked(int c, FILE *stream) { return augur_put_one(c, stream, AUGUR_UNLOCKED); }
int putc_unlocked(int c, FILE *stream) { return augur_put_one(c, stream, AUGUR_UNLOCKED); }
int putchar_unlocked(int c) { return augur_put_one(c, stdout, AUGUR_UNLOCKED); }
int __overflow(FILE *stream, int c) { return augur_put_one(c, stream, AUGUR_UNLOCKED); }

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return augur_put_text(text, stream, AUGUR_UNLOCKED);
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count,
                       FILE *restrict stream)
{
    return augur_write_items(bytes, size, count, stream, AUGUR_UNLOCKED);
}

int fflush_unlocked(FILE *stream) { return augur_flush(stream, AUGUR_UNLOCKED); }

static int has_flag(FILE *stream, int flag)
{
    return (augur_stream_state(stream, 0, AUGUR_UNLOCKED_LOOK) & flag) != 0;
}

int feof_unlocked(FILE *stream) { return has_flag(stream, AUGUR_STREAM_EOF); }
int ferror_unlocked(FILE *stream) { return has_flag(stream, AUGUR_STREAM_ERROR); }
void clearerr_unlocked(FILE *stream)
{
    augur_stream_state(stream, AUGUR_STREAM_BOTH, AUGUR_UNLOCKED);
}

/* ---- wide ------------------------------------------------------------- */

wint_t fgetwc_unlocked(FILE *stream) { return augur_get_wide(stream, AUGUR_UNLOCKED); }
wint_t getwc_unlocked(FILE *stream) { return augur_get_wide(stream, AUGUR_UNLOCKED); }
wint_t getwchar_unlocked(void) { return augur_get_wide(stdin, AUGUR_UNLOCKED); }

wchar_t *fgetws_unlocked(wchar_t *restrict buffer, int size, FILE *restrict stream)
{
    return augur_get_wide_line(buffer, size, stream, AUGUR_UNLOCKED);
}

wint_t fputwc_unlocked(wchar_t c, FILE *stream) { return augur_put_wide(c, stream, AUGUR_UNLOCKED); }
wint_t putwc_unlocked(wchar_t c, FILE *stream) { return augur_put_wide(c, stream, AUGUR_UNLOCKED); }
wint_t putwchar_unlocked(wchar_t c) { return augur_put_wide(c, stdout, AUGUR_UNLOCKED); }

int fputws_unlocked(const wchar_t *restrict text, FILE *restrict stream)
{
    return augur_put_wide_text(text, stream, AUGUR_UNLOCKED);
}
