/* The virtual file system, as its parts see it; not for users.
 *
 * It consists of inodes, names for them in directories, open file descriptions
 * and a table of descriptors, all in the library's own memory: what nobody can
 * reach any more is collected by the machine. Nothing of it exists before the
 * first use, and the contents of given files are copied when they are opened, so a
 * program that uses no files has no state for them.
 *
 * Output to descriptors 1 and 2 is not part of the state. It goes past all this until
 * the program closes or redirects one of them. */
#ifndef AUGUR_FILE_H
#define AUGUR_FILE_H

#include "libc.h"
#include <augur/thread.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { AUGUR_REGULAR, AUGUR_DIRECTORY, AUGUR_PIPE, AUGUR_NULL /* /dev/null */,
       AUGUR_OUTPUT /* 1 and 2 */, AUGUR_LINK /* symbolic */, AUGUR_RANDOM /* /dev/urandom */,
       AUGUR_SOCKET, AUGUR_EVENT /* a counter */, AUGUR_EPOLL, AUGUR_TIMER,
       AUGUR_SIGNALS /* that wait to be read */ };

struct augur_inode {
    int kind, mode, number, links;
    int given;                    /* 1 + index of the content that is not yet copied */
    int opens;                    /* who else keeps it: open files, mappings, directories in use */
    int mapped;                   /* by how many; the contents do not move then, see mman_file.c */
    unsigned readers, writers;    /* open ends of a pipe */
    unsigned ready;               /* a pipe: reading would not wait */
    struct augur_need *needs;     /* a pipe: what writers wait for */
    struct augur_meeting *meetings;    /* a pipe with a name: who waits for the other end */
    size_t capacity;              /* of a pipe */
    unsigned locks, is_locked;    /* flock: how many have it, and is it one alone */
    struct augur_range *ranges, *wanted;    /* locks of parts, see file_range.c */
    size_t size, room;
    char *data;                   /* contents; the path that a symbolic link stands for */
    struct augur_times *times;    /* null as long as nobody has set them */
    struct augur_entry *entries;
    int lists;                    /* a directory: how many streams read it */
    struct augur_inode *parent;   /* of a directory that is somewhere */
    struct augur_watch *watches;  /* who waits for it among others, see file_poll.c */
    void *special;                /* a struct augur_socket, a struct augur_poller … */
};

struct augur_entry {
    struct augur_entry *next;
    struct augur_inode *inode;
    long position;                /* for readers of the directory; increasing */
    char name[];
};

struct augur_times {
    struct timespec accessed, modified;
};

/* The last name of a path. */
struct augur_name {
    struct augur_inode *directory;    /* where it is, or would be; null if nowhere */
    const char *text;
    size_t length;
};

/* Room in a pipe that somebody waits for; by size, each size once. */
struct augur_need {
    struct augur_need *next;
    size_t bytes;
    unsigned waiting;      /* how many threads */
    unsigned is_missing;
};

struct augur_open {
    struct augur_inode *inode;
    long offset;
    int flags;     /* as open() has them */
    int lock;      /* LOCK_SH or LOCK_EX, by flock */
    int users;     /* descriptors */
    int output;    /* 1 or 2 */
};

/* -1 with errno set, for the functions that fail so. */
int augur_fail(int error);

/* Everything below is called inside an atomic section. */

/* Directories and names (file_tree.c). A path starts at the root, or at the directory
 * whose descriptor is given (or AT_FDCWD). Null, with errno set, for what is not there;
 * name->directory is null then, too, unless only the last name is missing. A symbolic link
 * at the end of the path is followed, or found itself. */
enum { AUGUR_FIND_LINK, AUGUR_FOLLOW };
struct augur_inode *augur_file_find(int directory, const char *path, int follows,
                                    struct augur_name *name);
struct augur_inode *augur_file_new(int kind, int mode);
/* Somebody else keeps it (by = 1), or does not any more (by = -1). */
void augur_file_keep(struct augur_inode *inode, int by);
/* Is some of R_OK, W_OK and X_OK not for the user? */
int augur_file_refuses(const struct augur_inode *inode, int wanted);
/* The permissions of a new file, by the mask that umask has set. */
int augur_file_mode(mode_t mode);
void augur_file_enter(const struct augur_name *name, struct augur_inode *inode);
/* 0, or the error if nothing can be entered there. */
int augur_file_no_entry(const struct augur_name *name);
/* The path of a directory, at the end of PATH_MAX bytes: where it begins, or null. */
char *augur_file_path(const struct augur_inode *directory, char *path);

/* Contents (file.c). */
void augur_file_load(struct augur_inode *inode);
void augur_file_resize(struct augur_inode *inode, size_t size);
size_t augur_file_size(const struct augur_inode *inode);
/* Bytes from /dev/urandom and its like (random.c). */
void augur_random_bytes(char *bytes, size_t size);

/* Descriptors (file.c). Null, with errno set, for one that is not open. */
struct augur_open *augur_file_open(int fd);
struct augur_open *augur_open_new(struct augur_inode *inode, int flags);
int augur_file_install(struct augur_open *open, int lowest, int close_on_exec);
void augur_file_release(int fd);

/* For the library: open, close, read, write and lseek under names that a program cannot
 * have for itself; those of files for streams. Those ending in _at are read and pread,
 * write and pwrite. */
enum { AUGUR_ON = -1 /* where the last one ended */ };
ssize_t augur_read_at(int fd, void *buffer, size_t size, long offset);
ssize_t augur_write_at(int fd, const void *bytes, size_t size, long offset);
int augur_file_open_path(int directory, const char *path, int flags, mode_t mode);
int augur_file_close(int fd);
/* What the descriptor stands for, opened once more. */
int augur_file_open_again(int fd, int flags);
/* AUGUR_CANCELLED if that happens while they wait. */
ssize_t augur_file_read(int fd, void *buffer, size_t size);
/* In one write; *is_part tells that there is a rest. AUGUR_BROKEN_PIPE instead of SIGPIPE. */
ssize_t augur_file_write(int fd, const void *bytes, size_t size, int *is_part);
long augur_file_seek(int fd, long offset, int whence);

/* Pipes (file_pipe.c). */
struct augur_inode *augur_pipe_new(void);
void augur_pipe_close(struct augur_inode *pipe, int is_writer);
/* F_GETPIPE_SZ, or F_SETPIPE_SZ with a size that is not 0. */
int augur_pipe_size(struct augur_inode *pipe, long bytes);
/* AUGUR_CANCELLED if that happens while they wait. */
ssize_t augur_pipe_read(struct augur_open *open, char *buffer, size_t size);
enum { AUGUR_BROKEN_PIPE = -1001 };
ssize_t augur_pipe_write(struct augur_open *open, const char *bytes, size_t size, int *is_part);

/* Opens one that has a name, with the flags of open(): 0, AUGUR_CANCELLED, or -1. */
int augur_pipe_open(struct augur_inode *pipe, int flags);

/* Sockets (socket.c), the same way. */
void augur_socket_close(struct augur_inode *socket);
void augur_socket_parts(const struct augur_inode *socket, struct augur_inode *parts[3]);
unsigned augur_socket_events(const struct augur_inode *socket);
ssize_t augur_socket_read(struct augur_open *open, char *buffer, size_t size);
ssize_t augur_socket_write(struct augur_open *open, const char *bytes, size_t size, int *is_part);
/* As write and read; without waiting, or without SIGPIPE. */
ssize_t augur_send(int fd, const void *bytes, size_t size, int is_patient, int is_quiet);
ssize_t augur_receive(int fd, void *buffer, size_t size, int is_patient);

/* Counters (file_event.c). */
ssize_t augur_event_read(struct augur_open *open, char *buffer, size_t size);
ssize_t augur_event_write(struct augur_open *open, const char *bytes, size_t size);

/* Timers (file_timer.c), in programs that can have any: brings up to date whether it has rung. */
#pragma weak timerfd_create
static inline int augur_has_timer_files(void) { return timerfd_create != NULL; }
ssize_t augur_timer_read(struct augur_open *open, char *buffer, size_t size);
void augur_timer_settle(struct augur_inode *timer);

/* Signals that are read (file_signal.c), the same way. Has the calling thread any? */
#pragma weak signalfd
static inline int augur_has_signal_files(void) { return signalfd != NULL; }
ssize_t augur_signals_read(struct augur_open *open, char *buffer, size_t size);
int augur_signals_are_there(const struct augur_inode *signals);
void augur_signals_close(struct augur_inode *signals);

/* Waiting for several (file_poll.c): something has changed, and what may be new; an open file
 * is closed; what an open file is ready for, as poll says it, and what its being
 * ready depends on. */
void augur_poll_tell(struct augur_inode *inode, unsigned news);
/* Who watches the first watches the second as well. */
void augur_poll_also(const struct augur_inode *inode, struct augur_inode *part);
void augur_poll_forget(struct augur_open *open);
unsigned augur_poll_events(const struct augur_open *open);
void augur_poll_parts(const struct augur_open *open, struct augur_inode *parts[3]);

/* Locks by flock (file_lock.c): an open file that is closed has none. */
void augur_lock_drop(struct augur_open *open);
/* Those of parts by fcntl (file_range.c). */
struct flock;
void augur_range_drop(struct augur_open *open);
int augur_range_ask(struct augur_open *open, struct flock *lock);
int augur_range_set(struct augur_open *open, const struct flock *lock, int is_patient);

/* Would reading or writing here wait for others? So it does for pipes. */
int augur_file_may_wait(int fd);
/* A part of that many bytes, as an error leaves them: any number below. */
size_t augur_short_count(size_t size);

/* Was 1 or 2 closed, or made to stand for something else? A program that names none of
 * the functions that can do that need not ask. (Others ask by a call: the compiler may look
 * at a variable earlier than it is told to, which others would notice.) */
int augur_is_output_moved(void);
#pragma weak close
#pragma weak fclose
#pragma weak dup2
#pragma weak dup3
#pragma weak freopen
#pragma weak freopen64
static inline int augur_is_redirected(void)
{
    return (close || fclose || dup2 || dup3 || freopen || freopen64) && augur_is_output_moved();
}
/* As augur_or_cancel. */
static inline ssize_t augur_or_cancel_size(ssize_t result)
{
    if (result == AUGUR_CANCELLED)
        augur_cancel_now();
    return result;
}
/* dup2 and dup3. */
int augur_dup_to(int fd, int to, int close_on_exec);

#endif
