/* Makes one call of a function fail: FAULT=name:n is the n-th one in the worker, counted from where it becomes
 * one. `own` are the allocations of our own code, without those of libraries. FAULT=list:0 lets all calls be and
 * writes to FAULT_LIST who makes the allocations of our own: a line of addresses for each. Loaded before all other
 * libraries. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

/* So many frames tell who allocates. */
#define DEPTH 24

static char name[32];
static long chosen;
static atomic_long calls;
static atomic_int armed;

/* Where the program's own code is. */
static char *own_base, *own_begin, *own_end;

/* The program comes first. */
static int note_own(struct dl_phdr_info *info, size_t size, void *unused) {
    own_base = (char *)info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
            own_begin = (char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            own_end = own_begin + info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

static int is_own(char *caller) { return own_begin <= caller && caller < own_end; }

__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("FAULT");
    const char *colon = fault ? strchr(fault, ':') : NULL;
    dl_iterate_phdr(note_own, NULL);
    if (colon && colon - fault < (long)sizeof name) {
        memcpy(name, fault, colon - fault);
        chosen = atol(colon + 1);
    }
    /* The first one allocates. */
    void *frames[1];
    backtrace(frames, 1);
    /* The process that splits is not a worker yet. */
    armed = strcmp(name, "fork") == 0;
}

static int fails(const char *function) {
    if (!armed || strcmp(name, function) != 0 || ++calls != chosen)
        return 0;
    const char *mark = getenv("FAULT_MARK");
    if (mark)
        unlink(mark);
    return 1;
}

#define NEXT(function) ((typeof(&function))dlsym(RTLD_NEXT, #function))
#define FAILS(function, error, result) \
    if (fails(#function)) {            \
        errno = error;                 \
        return result;                 \
    }

/* What a worker does first. */
int prctl(int what, ...) {
    long (*call)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    armed = 1;
    return (int)call(157, (long)what, 9L, 0L, 0L, 0L);
}

pid_t fork(void) { FAILS(fork, EAGAIN, -1) return NEXT(fork)(); }
ssize_t write(int fd, const void *bytes, size_t n) { FAILS(write, ENOSPC, -1) return NEXT(write)(fd, bytes, n); }
ssize_t read(int fd, void *bytes, size_t n) { FAILS(read, EIO, -1) return NEXT(read)(fd, bytes, n); }
int rename(const char *from, const char *to) { FAILS(rename, EACCES, -1) return NEXT(rename)(from, to); }

int open64(const char *path, int flags, ...) {
    FAILS(open64, EMFILE, -1)
    int (*call)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
    return call(path, flags, 0666);
}

void *mmap64(void *at, size_t n, int protection, int flags, int fd, off_t offset) {
    FAILS(mmap64, ENOMEM, MAP_FAILED)
    return NEXT(mmap)(at, n, protection, flags, fd, offset);
}

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset) {
    FAILS(mmap, ENOMEM, MAP_FAILED)
    return NEXT(mmap)(at, n, protection, flags, fd, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *argument) {
    if (fails("pthread_create"))
        return EAGAIN;
    return NEXT(pthread_create)(thread, how, run, argument);
}

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static _Thread_local int listing;

static void list(void) {
    if (!armed || listing || strcmp(name, "list") != 0)
        return;
    listing = 1;
    void *frames[DEPTH];
    char line[DEPTH * 20];
    int count = backtrace(frames, DEPTH), length = 0;
    /* The first two are here. */
    for (int i = 2; i < count; i++)
        length += sprintf(line + length, "%lx ", is_own(frames[i]) ? (long)((char *)frames[i] - own_base) : 0);
    line[length++] = '\n';
    int fd = open(getenv("FAULT_LIST"), O_WRONLY | O_APPEND | O_CREAT, 0666);
    NEXT(write)(fd, line, length);
    close(fd);
    listing = 0;
}

#define REFUSED (fails("malloc") || is_own(__builtin_return_address(0)) && (list(), fails("own")))
#define ALLOCATES            \
    if (REFUSED) {           \
        errno = ENOMEM;      \
        return NULL;         \
    }

void *malloc(size_t n) { ALLOCATES return __libc_malloc(n); }
void *calloc(size_t n, size_t each) { ALLOCATES return __libc_calloc(n, each); }
void *realloc(void *block, size_t n) { ALLOCATES return __libc_realloc(block, n); }
void *aligned_alloc(size_t alignment, size_t n) { ALLOCATES return __libc_memalign(alignment, n); }

int posix_memalign(void **block, size_t alignment, size_t n) {
    if (REFUSED)
        return ENOMEM;
    *block = __libc_memalign(alignment, n);
    return *block ? 0 : ENOMEM;
}
