/* <unistd.h>: identities and limits. Files are in file.c and file_tree.c, sleeping
 * is in clock.c.
 *
 * Does not model processes: what is missing here is `unsupported` when reached. */
#include "libc.h"
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

/* posix: others
 * explored: one process (1000, of 999), one user and group (1000), threads numbered from 1000, four
 *   processors, pages of 4096 bytes.
 * left out: other numbers; items of sysconf that nobody needs (`unsupported`).
 * accesses: none.
 * tests: libc/numbers.c libc/numbers_ok.c */

enum { PARENT = 999, USER = 1000, PAGE = 4096, PROCESSORS = 4 };

pid_t getpid(void) { return AUGUR_PROCESS; }
pid_t getppid(void) { return PARENT; }
pid_t getpgrp(void) { return AUGUR_PROCESS; }
ROLE(numbers) pid_t gettid(void) { return AUGUR_PROCESS + __divine_get_tid(); }
uid_t getuid(void) { return USER; }
uid_t geteuid(void) { return USER; }
gid_t getgid(void) { return USER; }
gid_t getegid(void) { return USER; }
int getpagesize(void) { return PAGE; }

long sysconf(int name)
{
    switch (name) {
    case _SC_PAGESIZE: return PAGE;
    case _SC_NPROCESSORS_CONF: case _SC_NPROCESSORS_ONLN: return PROCESSORS;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 1024;
    case _SC_ARG_MAX: return 2097152;
    case _SC_THREADS: case _SC_BARRIERS: case _SC_SPIN_LOCKS: case _SC_SEMAPHORES:
    case _SC_READER_WRITER_LOCKS: case _SC_MONOTONIC_CLOCK: case _SC_TIMEOUTS:
    case _SC_VERSION:
        return 200809;
    case _SC_THREAD_KEYS_MAX: return 1024;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS: return 4;
    case _SC_THREAD_STACK_MIN: return 16384;
    case _SC_PHYS_PAGES: case _SC_AVPHYS_PAGES: return 262144;
    case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
    case _SC_MINSIGSTKSZ: return 2048;
    case _SC_SIGSTKSZ: return 8192;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LOGIN_NAME_MAX: return 256;
    case _SC_IOV_MAX: return 1024;
    case _SC_LINE_MAX: return 2048;
    case _SC_NGROUPS_MAX: return 65536;
    default: __augur_unsupported("sysconf with this name");
    }
}

long __sysconf(int name);
long __sysconf(int name) { return sysconf(name); }

int get_nprocs(void);
int get_nprocs(void) { return PROCESSORS; }
int get_nprocs_conf(void);
int get_nprocs_conf(void) { return PROCESSORS; }
