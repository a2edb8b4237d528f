/* Streams, as the parts of <stdio.h> see them; not for users.
 *
 * glibc's macros look into a FILE: its pointers stay null, so that they always call
 * a function, and its flags hold the end and error bits where they expect them.
 *
 * A stream has a lock, which flockfile takes, and which a function that waits for a
 * pipe has meanwhile. All others only wait until nobody else has it: what they do is
 * one atomic section, so they need not take it. */
#ifndef AUGUR_STREAM_H
#define AUGUR_STREAM_H

#include "file.h"
#include <stdio.h>

enum { AUGUR_STREAM_MAGIC = (int)0xfbad0000, AUGUR_STREAM_EOF = 0x10, AUGUR_STREAM_ERROR = 0x20 };

/* stdout and stderr; constants, so that naming them costs no visible action. */
extern const FILE augur_stream_out, augur_stream_error;

/* How much a buffer holds unless setvbuf says otherwise: what glibc takes for files whose
 * st_blksize is that. */
enum { AUGUR_STREAM_BYTES = 4096 };

enum { AUGUR_ON_FILE, AUGUR_ON_MEMORY /* fmemopen */, AUGUR_ON_GROWING /* open_memstream */ };
struct augur_stream {
    FILE file;
    int kind, flags;           /* flags: as open() has them */
    int mode;                  /* _IOFBF, _IOLBF, _IONBF */
    int owner;                 /* of the lock: 1 + the number of a thread */
    unsigned count;            /* how often it has locked it, but for the first time */
    int pushed;                /* bytes that ungetc put back */
    unsigned char push[4];

    /* The buffer: bytes `start` to `end` were read ahead, or wait to be written. It has
     * no more room than it needs, and none when it is empty, unless it is the program's
     * own array. */
    char *buffer, *array;
    size_t room, capacity, start, end;
    int is_putting, is_pipe;
    struct augur_stream *next_dirty;    /* of those with bytes to be written */
    struct augur_stream *next_kept;     /* of those with an array in the heap */

    char *data;                /* the memory of a stream that has some instead of a file */
    size_t size, data_room, position;
    char **data_out;           /* what open_memstream tells the program */
    size_t *size_out;

    struct augur_place *written;         /* see augur_stream_end */
    char is_broken, is_left, has_duty;   /* is_left: a call was cancelled */
    struct augur_stream *next_duty;
};

/* What belongs to the constants. */
extern struct augur_stream augur_standard[2];

static inline int augur_is_standard(const FILE *stream)
{
    return stream == &augur_stream_out || stream == &augur_stream_error;
}

static inline struct augur_stream *augur_stream_of(FILE *stream)
{
    return stream == &augur_stream_out     ? &augur_standard[0]
           : stream == &augur_stream_error ? &augur_standard[1]
                                           : (struct augur_stream *)stream;
}

#pragma weak setvbuf
#pragma weak setbuf
#pragma weak setbuffer
#pragma weak fmemopen
#pragma weak open_memstream
#pragma weak pipe
#pragma weak pipe2

int augur_stream_has_array(FILE *stream);
/* Sets the array, or takes it away (null); the stream is settled. */
void augur_stream_set_array(struct augur_stream *s, char *array);

/* Does what is written to this stream leave the program at once? Nobody can see whether
 * it is buffered before, unless the buffer is an array of the program's. */
static inline int augur_is_straight(FILE *stream)
{
    if (!augur_is_standard(stream) || augur_is_redirected())
        return 0;
    return !(setvbuf || setbuf || setbuffer) || !augur_stream_has_array(stream);
}

/* What a call has to do when its section is over, while it still has the stream locked: to
 * tell of memory of the program's that it has written, and to raise SIGPIPE; and when the
 * stream is unlocked, to end the thread, if it was cancelled meanwhile. Every function that
 * may have written or waited calls this outside of its section, before it returns. */
void augur_stream_duties(void);
static inline void augur_stream_end(void)
{
    if (pthread_cancel || pipe || pipe2 || setvbuf || setbuf || setbuffer || fmemopen || open_memstream)
        augur_stream_duties();
}

/* A call that writes. It does at most one write of the file in a section; if that is not
 * all, it keeps the stream locked until the rest is written. */
struct augur_writing {
    FILE *stream;
    const char *bytes, *then;    /* then: one more text, if not null */
    size_t size, done;
    int how;                     /* AUGUR_LOCKED … */
    char is_part, is_locked;     /* is_part: there is a rest */
    char *old, *block;           /* a block of open_memstream's that must grow, and has */
    size_t room;                 /* to this size */
};
/* The first part is written inside the caller's section, the rest outside. If not all was
 * written, the error is set. */
void augur_stream_write_part(struct augur_writing *w);
void augur_stream_write_rest(struct augur_writing *w);

/* fwrite, fputc, fputs, fgetc, fgets, fread, fflush and others, with the lock or without it;
 * they may act on a cancellation. */
size_t augur_write_items(const void *bytes, size_t size, size_t count, FILE *stream, int how);
int augur_put_one(int c, FILE *stream, int how);
int augur_put_text(const char *text, FILE *stream, int how);
int augur_get_one(FILE *stream, int how);
char *augur_get_line(char *buffer, int size, FILE *stream, int how);
size_t augur_read_items(void *buffer, size_t size, size_t count, FILE *stream, int how);
int augur_flush(FILE *stream, int how);
wint_t augur_get_wide(FILE *stream, int how);
wchar_t *augur_get_wide_line(wchar_t *buffer, int size, FILE *stream, int how);
wint_t augur_put_wide(wchar_t c, FILE *stream, int how);
int augur_put_wide_text(const wchar_t *text, FILE *stream, int how);
/* The end and error flags, some of which are cleared. */
enum { AUGUR_STREAM_BOTH = AUGUR_STREAM_EOF | AUGUR_STREAM_ERROR };
int augur_stream_state(FILE *stream, int clear, int how);

/* Everything below is called inside an atomic section. */

#pragma weak flockfile
#pragma weak ftrylockfile

/* Waits until no other thread has locked the stream. A program that locks none, and has the
 * standard streams where they are, need not ask. */
void augur_stream_wait(FILE *stream, struct augur_stream *s);
static inline struct augur_stream *augur_stream_await(FILE *stream)
{
    struct augur_stream *s = augur_stream_of(stream);
    if (flockfile || ftrylockfile || !augur_is_straight(stream))
        augur_stream_wait(stream, s);
    return s;
}

/* Functions whose names end in _unlocked do not ask for the lock: they race with each other
 * and with those that do, unless both only look. First thing in a section. */
enum { AUGUR_LOCKED, AUGUR_LOCKED_LOOK, AUGUR_UNLOCKED, AUGUR_UNLOCKED_LOOK };
int augur_has_unlocked(void);    /* Does the program name any of them? */
static inline struct augur_stream *augur_stream_use(FILE *stream, int how)
{
    int is_locked = how == AUGUR_LOCKED || how == AUGUR_LOCKED_LOOK;
    int is_look = how == AUGUR_LOCKED_LOOK || how == AUGUR_UNLOCKED_LOOK;
    struct augur_stream *s = is_locked ? augur_stream_await(stream) : augur_stream_of(stream);
    if (!is_locked || augur_has_unlocked())
        __augur_touch(&s->file, sizeof s->file,
                      (is_look ? AUGUR_READS : AUGUR_WRITES) | (is_locked ? AUGUR_ATOMICALLY : 0));
    return s;
}
static inline struct augur_stream *augur_stream_enter(FILE *stream)
{
    return augur_stream_use(stream, AUGUR_LOCKED);
}
void augur_stream_take(struct augur_stream *s);
void augur_stream_give(struct augur_stream *s);

/* The program's memory was written; see augur_stream_end. */
void augur_stream_wrote(struct augur_stream *s, const void *start, size_t size);

/* One call of the program may fail as a whole: then this sets the error. */
int augur_stream_fails(struct augur_stream *s, int error);

/* A new one, on a descriptor or in memory. */
struct augur_stream *augur_stream_new(int kind, int fd, int flags);
/* The flags of a mode, or -1. */
int augur_stream_flags(const char *mode);
/* Null, with errno set. */
FILE *augur_stream_no_memory(void);

/* One byte, or EOF; and back with it. */
int augur_stream_get(struct augur_stream *s);
int augur_stream_push(struct augur_stream *s, int c);

/* How many bytes can be had now, and where; at least one, or the end or the error is
 * set. The second takes some of them. */
size_t augur_stream_look(struct augur_stream *s, const char **bytes);
void augur_stream_skip(struct augur_stream *s, size_t size);
/* Reads past the buffer, if it is empty and that many are wanted. */
size_t augur_stream_read(struct augur_stream *s, char *bytes, size_t size);

/* Is there room up to there in the memory of open_memstream? If not, w->is_part tells that
 * there will be when augur_stream_write_rest goes on. */
int augur_stream_reserve(struct augur_stream *s, size_t end, struct augur_writing *w);

/* Writes what is to be written: 0, or EOF with the error set. */
int augur_stream_flush(struct augur_stream *s);
/* The same, and forgets what was read ahead: the file's position is the stream's. */
int augur_stream_settle(struct augur_stream *s);
int augur_stream_flush_all(void);
/* For functions that may fail to write. */
int augur_stream_flush_or_fail(struct augur_stream *s);
/* Forgets what is in the buffer. */
void augur_stream_drop(struct augur_stream *s);

#endif
