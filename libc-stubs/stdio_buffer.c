/* <stdio.h>: the lock and the buffer of a stream; see stream.h.
 *
 * Output waits in the buffer until it is full, the stream is flushed or closed, or the
 * program ends; input is read ahead as far as the buffer goes. Nothing is a terminal,
 * so streams are fully buffered unless setvbuf says otherwise; stderr is not. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const FILE augur_stream_out = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 1 };
const FILE augur_stream_error = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 2 };

const FILE *const augur_stdout __asm__("stdout") = &augur_stream_out;
const FILE *const augur_stderr __asm__("stderr") = &augur_stream_error;

struct augur_stream augur_standard[2] = {
    { .file = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 1 }, .flags = O_WRONLY,
      .capacity = AUGUR_STREAM_BYTES },
    { .file = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 2 }, .flags = O_WRONLY,
      .mode = _IONBF, .capacity = AUGUR_STREAM_BYTES },
};

__attribute__((noinline)) int augur_stream_has_array(FILE *stream)
{
    return augur_stream_of(stream)->array != NULL;
}

static void fail(struct augur_stream *s) { s->file._flags |= AUGUR_STREAM_ERROR; }

/* ---- the lock --------------------------------------------------------- */

/* Which stream the calling thread has locked, if it is one: it need not ask again. */
static _Thread_local struct augur_stream *held;

/* What reports call a stream. */
static const void *name_of(const FILE *stream)
{
    return stream == &augur_stream_out     ? (const void *)&augur_stdout
           : stream == &augur_stream_error ? (const void *)&augur_stderr
                                           : stream;
}

/* As if it took the lock and gave it back at once. */
ROLE(locks) __attribute__((noinline)) void augur_stream_wait(FILE *stream, struct augur_stream *s)
{
    if (held != s)
        __augur_wait((const unsigned *)&s->owner, ~0u, augur_number_if_holding(), AUGUR_FREE,
                     "stream", name_of(stream), &s->owner, NULL);
}

ROLE(locks) __attribute__((noinline)) void augur_stream_take(struct augur_stream *s)
{
    if (s->owner) {
        s->count++;
        return;
    }
    s->owner = augur_number();
    __augur_hold(1, &s->owner, &s->owner);
    if (!held)
        held = s;
}

ROLE(locks) __attribute__((noinline)) void augur_stream_give(struct augur_stream *s)
{
    if (s->count) {
        s->count--;
        return;
    }
    s->owner = 0;
    __augur_hold(-1, &s->owner, &s->owner);
    if (held == s)
        held = NULL;
}

/* ---- streams with something to write ---------------------------------- */

/* Files by descriptor; streams in memory for each thread, since nobody else sees what
 * they are about unless the thread shows it. */
static struct augur_stream *dirty;
static _Thread_local struct augur_stream *dirty_memory;

/* Not inlined: a thread that has no streams in memory shall have no list of them either. */
static __attribute__((noinline)) struct augur_stream **list_in_memory(void)
{
    return &dirty_memory;
}

static struct augur_stream **list_of(const struct augur_stream *s)
{
    return s->kind == AUGUR_ON_FILE ? &dirty : list_in_memory();
}

/* At the end nobody waits for locks, what is in memory is lost anyway, and it is too late to
 * be cancelled. */
static MASKED void flush_files(void)
{
    __divine_interrupt_mask();
    while (dirty)
        augur_stream_flush(dirty);
}

static void flush_at_exit(void)
{
    if (pthread_cancel)
        augur_cancel_close();
    flush_files();
    augur_stream_end();
}

static void set_dirty(struct augur_stream *s)
{
    struct augur_stream **at = list_of(s);
    while (*at && (*at)->file._fileno < s->file._fileno)
        at = &(*at)->next_dirty;
    s->next_dirty = *at;
    *at = s;
    if (s->kind == AUGUR_ON_FILE && !augur_at_exit)
        augur_at_exit = flush_at_exit;
}

static void set_clean(struct augur_stream *s)
{
    struct augur_stream **at = list_of(s);
    while (*at && *at != s)
        at = &(*at)->next_dirty;
    if (*at)
        *at = s->next_dirty;
    s->next_dirty = NULL;
}

/* ---- arrays of the program's ------------------------------------------ */

/* A stream whose array is in the heap is kept until it is closed, as glibc keeps all of
 * them: the array is not lost with the last pointer to the stream. */
static struct augur_stream *kept;

void augur_stream_set_array(struct augur_stream *s, char *array)
{
    if (!s->array && !array)
        return;
    struct augur_stream **at = &kept;
    while (*at && *at != s)
        at = &(*at)->next_kept;
    if (*at)
        *at = s->next_kept;
    s->next_kept = NULL;
    s->array = array;
    s->buffer = NULL;
    s->room = 0;
    if (__augur_object_kind(array) != AUGUR_HEAP)
        return;
    for (at = &kept; *at && (*at)->file._fileno < s->file._fileno;)
        at = &(*at)->next_kept;
    s->next_kept = *at;
    *at = s;
}

/* ---- what is done after a section ------------------------------------- */

/* The streams for which the thread has something to do. */
static _Thread_local struct augur_stream *duties;

/* Nobody else uses the stream meanwhile. */
static __attribute__((noinline)) void set_duty(struct augur_stream *s)
{
    if (s->has_duty)
        return;
    s->has_duty = 1;
    augur_stream_take(s);
    s->next_duty = duties;
    duties = s;
}

void augur_stream_wrote(struct augur_stream *s, const void *start, size_t size)
{
    if (!size)
        return;
    s->written = augur_place(s->written, start, size);
    set_duty(s);
}

/* The call of the calling thread ends by cancellation. */
static __attribute__((noinline)) void leave(struct augur_stream *s)
{
    s->is_left = 1;
    set_duty(s);
}

static MASKED struct augur_place *begin_duty(struct augur_stream *s, int *is_broken,
                                             int *is_left)
{
    __divine_interrupt_mask();
    struct augur_place *written = s->written;
    *is_broken = s->is_broken;
    s->written = NULL;
    *is_left |= s->is_left;
    s->is_broken = s->is_left = s->has_duty = 0;
    duties = s->next_duty;
    s->next_duty = NULL;
    return written;
}

static MASKED void end_duty(struct augur_stream *s)
{
    __divine_interrupt_mask();
    augur_stream_give(s);
}

void augur_stream_duties(void)
{
    int is_left = 0;
    while (duties) {
        struct augur_stream *s = duties;
        int is_broken;
        augur_writes_all(begin_duty(s, &is_broken, &is_left));
        if (is_broken) {
            raise(SIGPIPE);
            errno = EPIPE;
        }
        end_duty(s);
    }
    if (is_left)
        augur_cancel_now();
}

/* ---- past the buffer -------------------------------------------------- */

/* Nobody else uses the stream while the calling thread waits for a pipe. */
static int lock_to_wait(struct augur_stream *s)
{
    s->is_pipe = augur_file_may_wait(s->file._fileno);
    if (s->owner || !s->is_pipe)
        return 0;
    augur_stream_take(s);
    return 1;
}

static size_t put_memory(struct augur_stream *s, const char *bytes, size_t size)
{
    if (s->flags & O_APPEND)
        s->position = s->size;
    size_t end = s->position + size;
    if (end > s->data_room) {
        end = s->data_room;
        size = end > s->position ? end - s->position : 0;
        errno = ENOSPC;
    }
    if (size)
        __divine_memcpy(s->data + s->position, bytes, size);
    int ends_there = end > s->size && end < s->data_room;
    augur_stream_wrote(s, s->data + s->position, size + (size_t)ends_there);
    s->position = end;
    if (end > s->size)
        s->size = end;
    if (s->size < s->data_room)
        s->data[s->size] = 0;
    return size;
}

/* May write less, if the caller wants to know (is_part). */
static size_t put_straight(struct augur_stream *s, const char *bytes, size_t size, char *is_part)
{
    size_t done = 0;
    if (s->kind != AUGUR_ON_FILE)
        done = put_memory(s, bytes, size);
    else {
        int is_mine = lock_to_wait(s), has_rest;
        ssize_t part = 0;
        int fd = s->file._fileno;
        while (done < size &&
               (part = augur_file_write(fd, bytes + done, size - done, &has_rest)) > 0) {
            done += (size_t)part;
            if (is_part && has_rest)
                break;
        }
        if (is_mine)
            augur_stream_give(s);
        if (part == AUGUR_BROKEN_PIPE) {
            s->is_broken = 1;
            set_duty(s);
        } else if (part == AUGUR_CANCELLED) {
            leave(s);
            return done;
        }
        if (part > 0 && done < size) {
            *is_part = 1;
            return done;
        }
    }
    if (done < size)
        fail(s);
    return done;
}

static size_t get_straight(struct augur_stream *s, char *bytes, size_t size)
{
    int is_mine = lock_to_wait(s);
    ssize_t done = augur_file_read(s->file._fileno, bytes, size);
    if (is_mine)
        augur_stream_give(s);
    if (done == AUGUR_CANCELLED)
        leave(s);
    else if (done <= 0)
        s->file._flags |= done < 0 ? AUGUR_STREAM_ERROR : AUGUR_STREAM_EOF;
    return done < 0 ? 0 : (size_t)done;
}

/* ---- the buffer ------------------------------------------------------- */

static void empty(struct augur_stream *s)
{
    if (!s->array) {
        s->buffer = NULL;
        s->room = 0;
    }
    s->start = s->end = 0;
}

void augur_stream_drop(struct augur_stream *s)
{
    s->is_putting = 0;
    s->pushed = 0;
    set_clean(s);
    empty(s);
}

static void append(struct augur_stream *s, const char *bytes, size_t size);

/* What can not be written is lost; what was cancelled waits for the next one who flushes. */
int augur_stream_flush(struct augur_stream *s)
{
    if (!s->is_putting && !s->data_out)
        return 0;
    const char *bytes = s->buffer;
    size_t size = s->end;
    int was_left = s->is_left;
    augur_stream_drop(s);
    size_t done = size ? put_straight(s, bytes, size, NULL) : 0;
    if (done < size && s->is_left && !was_left)
        append(s, bytes + done, size - done);
    if (done < size)
        return EOF;
    if (s->data_out) {
        *s->data_out = s->data;
        *s->size_out = s->position;
        augur_stream_wrote(s, s->data_out, sizeof *s->data_out);
        augur_stream_wrote(s, s->size_out, sizeof *s->size_out);
    }
    return 0;
}

int augur_stream_settle(struct augur_stream *s)
{
    if (s->is_putting)
        return augur_stream_flush(s);
    long ahead = (long)(s->end - s->start) + s->pushed;
    if (s->kind != AUGUR_ON_FILE)
        s->position -= (size_t)s->pushed;
    else if (ahead && s->is_pipe)
        return 0;    /* A pipe takes nothing back. */
    else if (ahead)
        augur_file_seek(s->file._fileno, -ahead, SEEK_CUR);
    s->pushed = 0;
    empty(s);
    return 0;
}

int augur_stream_flush_all(void)
{
    int result = 0;
    while (dirty) {
        struct augur_stream *s = augur_stream_enter(&dirty->file);
        result |= augur_stream_flush(s);
        if (s->is_left)
            return EOF;
    }
    while (*list_in_memory())
        result |= augur_stream_flush(*list_in_memory());
    return result;
}

/* From reading to writing. */
static void start_putting(struct augur_stream *s)
{
    if (s->is_putting)
        return;
    augur_stream_settle(s);
    s->is_putting = 1;
    set_dirty(s);
}

static void make_room(struct augur_stream *s, size_t needed)
{
    enum { FIRST = 64 };
    if (s->array) {
        s->buffer = s->array;
        s->room = s->capacity;
    }
    if (needed <= s->room)
        return;
    size_t room = s->room ? 2 * s->room : FIRST;
    while (room < needed)
        room *= 2;
    char *block = __augur_alloc(room, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    if (s->end)
        __divine_memcpy(block, s->buffer, s->end);
    s->buffer = block;
    s->room = room;
}

static void append(struct augur_stream *s, const char *bytes, size_t size)
{
    start_putting(s);
    make_room(s, s->end + size);
    __divine_memcpy(s->buffer + s->end, bytes, size);
    if (s->array)
        augur_stream_wrote(s, s->buffer + s->end, size);
    s->end += size;
}

/* Fills the buffer; what comes when it is full goes past it as far as it would fill it.
 * Tells whether the file was written. */
static int put_by_buffer(struct augur_stream *s, struct augur_writing *w)
{
    int has_written = 0;
    while (w->done < w->size) {
        const char *bytes = w->bytes + w->done;
        size_t left = w->size - w->done, used = s->is_putting ? s->end : 0;
        int is_full = used == s->capacity, goes_past = !used && left >= s->capacity;
        if ((is_full || goes_past) && has_written) {
            w->is_part = 1;
            break;
        }
        has_written |= is_full || goes_past;
        if (is_full) {
            if (augur_stream_flush(s))
                break;
        } else if (goes_past) {
            size_t whole = left / s->capacity * s->capacity;
            augur_stream_settle(s);
            size_t part = put_straight(s, bytes, whole, &w->is_part);
            w->done += part;
            if (part < whole)
                break;
        } else {
            size_t free = s->capacity - used, part = left < free ? left : free;
            append(s, bytes, part);
            w->done += part;
        }
    }
    return has_written;
}

/* How much of the buffer is whole lines. */
static size_t whole_lines(const struct augur_stream *s)
{
    size_t lines = s->is_putting ? s->end : 0;
    while (lines && s->buffer[lines - 1] != '\n')
        lines--;
    return lines;
}

/* A line-buffered stream keeps what comes after the last end of a line. */
static int flush_lines(struct augur_stream *s)
{
    size_t lines = whole_lines(s);
    if (!lines)
        return 0;
    size_t left = s->end - lines;
    char *rest = __augur_alloc(left + 1, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    __divine_memcpy(rest, s->buffer + lines, left);
    s->end = lines;
    int result = augur_stream_flush(s);
    if (left)
        append(s, rest, left);
    return result;
}

/* Makes room in the memory of open_memstream, if that is enough. */
int augur_stream_reserve(struct augur_stream *s, size_t end, struct augur_writing *w)
{
    if (end < s->data_room)
        return 1;
    if (!w->room) {
        w->room = end + 1 > 2 * s->data_room ? end + 1 : 2 * s->data_room;
        w->old = s->data;
        w->is_part = 1;
        return 0;
    }
    if (!w->block)
        return 0;
    __builtin_memset(w->block + s->data_room, 0, w->room - s->data_room);
    s->data = w->block;
    s->data_room = w->room;
    w->room = 0;
    return 1;
}

/* Tells whether the file was written. */
static int put(struct augur_stream *s, struct augur_writing *w)
{
    const char *bytes = w->bytes + w->done;
    size_t left = w->size - w->done;
    if ((s->flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        fail(s);
        return 0;
    }
    if (s->kind == AUGUR_ON_GROWING) {
        start_putting(s);
        if (augur_stream_reserve(s, s->position + left, w))
            w->done += put_memory(s, bytes, left);
        else if (!w->is_part)
            fail(s);
        return 0;
    }
    if (s->mode == _IONBF) {
        augur_stream_settle(s);
        w->done += put_straight(s, bytes, left, &w->is_part);
        return 1;
    }
    int has_written = put_by_buffer(s, w);
    if (w->is_part || w->done < w->size || s->mode != _IOLBF || !whole_lines(s))
        return has_written;
    if (has_written)
        w->is_part = 1;
    else if (flush_lines(s))
        w->done = 0;
    return 1;
}

static void write_at_once(struct augur_writing *w)
{
    __augur_write(w->stream->_fileno, w->bytes, w->size);
    w->done = w->size;
    if (w->then)
        __augur_write(w->stream->_fileno, w->then, strlen(w->then));
}

void augur_stream_write_part(struct augur_writing *w)
{
    if (augur_is_straight(w->stream)) {
        write_at_once(w);
        return;
    }
    struct augur_stream *s = augur_stream_of(w->stream);
    w->is_part = 0;
    int has_written = put(s, w);
    while (w->then && !w->is_part && w->done == w->size) {
        w->bytes = w->then;
        w->size = strlen(w->then);
        w->done = 0;
        w->then = NULL;
        if (has_written)
            w->is_part = 1;
        else
            has_written = put(s, w);
    }
    if (w->is_part && !w->is_locked)
        augur_stream_take(s);
    if (!w->is_part && w->is_locked)
        augur_stream_give(s);
    w->is_locked = w->is_part;
}

/* Each write of the file may act on a cancellation. */
static MASKED void write_next(FILE *stream, int how, struct augur_writing *w)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    if (!w->room && augur_is_cancelled_or(1)) {
        w->is_part = w->is_locked = 0;
        augur_stream_give(s);
        leave(s);
    } else
        augur_stream_write_part(w);
}

void augur_stream_write_rest(struct augur_writing *w)
{
    while (w->is_part) {
        if (w->room)
            w->block = realloc(w->old, w->room);
        write_next(w->stream, w->how, w);
    }
    augur_stream_end();
}

/* ---- reading ahead ---------------------------------------------------- */

/* Is there something to be read, as far as the stream itself can tell? */
static int can_get(struct augur_stream *s)
{
    if ((s->flags & O_ACCMODE) == O_WRONLY) {
        fail(s);
        errno = EBADF;
        return 0;
    }
    augur_stream_flush(s);
    return !s->is_left && !(s->file._flags & AUGUR_STREAM_EOF);
}

static void fill(struct augur_stream *s)
{
    size_t size = s->mode == _IONBF ? 1 : s->capacity;
    char *block = s->array ? s->array : __augur_alloc(size, 16, AUGUR_INTERNAL);
    empty(s);
    size_t got = get_straight(s, block, size);
    if (!got)
        return;
    s->end = got;
    s->buffer = block;
    if (s->array)
        augur_stream_wrote(s, block, got);
    if (!s->array && got < size) {
        s->buffer = __augur_alloc(got, 16, AUGUR_INTERNAL);
        __divine_memcpy(s->buffer, block, got);
    }
    s->room = s->array ? s->capacity : got;
}

size_t augur_stream_look(struct augur_stream *s, const char **bytes)
{
    if (s->pushed) {
        *bytes = (const char *)&s->push[s->pushed - 1];
        return 1;
    }
    if (!can_get(s))
        return 0;
    if (s->kind != AUGUR_ON_FILE) {
        size_t left = s->position < s->size ? s->size - s->position : 0;
        *bytes = s->data + s->position;
        if (!left)
            s->file._flags |= AUGUR_STREAM_EOF;
        return left;
    }
    if (s->start == s->end)
        fill(s);
    *bytes = s->buffer + s->start;
    return s->end - s->start;
}

/* What came from a pipe and was read is forgotten: it may have come in other parts. The
 * part of a file may be read again, after fseek. */
void augur_stream_skip(struct augur_stream *s, size_t size)
{
    if (s->pushed) {
        s->pushed--;
        return;
    }
    if (s->kind != AUGUR_ON_FILE) {
        s->position += size;
        return;
    }
    s->start += size;
    if (s->array || !s->is_pipe)
        return;
    size_t left = s->end - s->start;
    const char *rest = s->buffer + s->start;
    empty(s);
    if (!left)
        return;
    s->buffer = __augur_alloc(left, 16, AUGUR_INTERNAL);
    __divine_memcpy(s->buffer, rest, left);
    s->room = s->end = left;
}

size_t augur_stream_read(struct augur_stream *s, char *bytes, size_t size)
{
    if (s->kind != AUGUR_ON_FILE || s->pushed || s->start < s->end || size < s->capacity ||
        s->mode == _IONBF || !can_get(s))
        return 0;
    return get_straight(s, bytes, size / s->capacity * s->capacity);
}

/* ---- faults ----------------------------------------------------------- */

int augur_stream_fails(struct augur_stream *s, int error)
{
    if (!augur_fault(AUGUR_FAULT_IO))
        return 0;
    fail(s);
    errno = error;
    return 1;
}

int augur_stream_flush_or_fail(struct augur_stream *s)
{
    if (!augur_stream_fails(s, ENOSPC))
        return augur_stream_flush(s);
    augur_stream_drop(s);
    return EOF;
}
