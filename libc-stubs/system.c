/* <sys/utsname.h>, <sys/resource.h>, <syslog.h> and the like: the
 * machine and the process, which are always the same. */
#include "libc.h"
#include <augur/known.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <unistd.h>

static const char host[] = "augur";
enum { USER = 1000 };

int uname(struct utsname *name)
{
    *name = (struct utsname){ "Linux", "augur", "6.1.0", "#1 SMP", "x86_64", "(none)" };
    return 0;
}

/* posix: gnu_get_libc_version gnu_get_libc_release prctl
 * explored: the version of the glibc whose headers are known here; prctl sets and tells the name
 *   of the calling thread. What else it asks of the system is accepted and changes nothing.
 * left out: what prctl tells, but for names (`unsupported`).
 * accesses: r or w the name.
 * tests: libc/small_calls.c libc/small_calls_ok.c */
const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }

int prctl(int option, ...)
{
    va_list arguments;
    va_start(arguments, option);
    char *name = option == PR_SET_NAME || option == PR_GET_NAME ? va_arg(arguments, char *) : NULL;
    va_end(arguments);
    if (option == PR_GET_NAME) {
        pthread_getname_np(pthread_self(), name, 16);
        return 0;
    }
    if (option == PR_SET_NAME) {
        char own[16] = "";
        for (int i = 0; i < 15 && name[i]; i++)
            own[i] = name[i];
        return pthread_setname_np(pthread_self(), own);
    }
    if (option != PR_SET_PDEATHSIG && option != PR_SET_DUMPABLE && option != PR_SET_NO_NEW_PRIVS &&
        option != PR_SET_TIMERSLACK && option != PR_SET_PTRACER)
        __augur_unsupported("prctl with this option");
    return 0;
}

int gethostname(char *name, size_t size)
{
    if (size < sizeof host) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, host, sizeof host);
    return 0;
}

int getdomainname(char *name, size_t size)
{
    if (size < sizeof "(none)") {
        errno = EINVAL;
        return -1;
    }
    memcpy(name, "(none)", sizeof "(none)");
    return 0;
}

long gethostid(void) { return 0x007f0100; }

/* ---- who ---------------------------------------------------------------- */

int getresuid(uid_t *real, uid_t *effective, uid_t *saved)
{
    *real = *effective = *saved = USER;
    return 0;
}

int getresgid(gid_t *real, gid_t *effective, gid_t *saved)
{
    *real = *effective = *saved = USER;
    return 0;
}

int getgroups(int count, gid_t *groups)
{
    if (count)
        groups[0] = USER;
    return 1;
}

/* One may become who one is, and nobody else. */
static int become(unsigned id)
{
    if (id == USER)
        return 0;
    errno = EPERM;
    return -1;
}

int setuid(uid_t id) { return become(id); }
int seteuid(uid_t id) { return become(id); }
int setgid(gid_t id) { return become(id); }
int setegid(gid_t id) { return become(id); }

pid_t getpgid(pid_t process)
{
    if (process == 0 || process == AUGUR_PROCESS)
        return AUGUR_PROCESS;
    errno = ESRCH;
    return -1;
}

pid_t getsid(pid_t process) { return getpgid(process); }

/* ---- what it uses ------------------------------------------------------- */

/* posix: getrusage sysinfo
 * explored: the time that the processor was busy, and since the start, as the clocks of
 *   clock_gettime have it. A thread's own is that of all.
 * left out: memory and whatever else is counted.
 * accesses: w the result.
 * tests: time/uptime.c time/uptime_ok.c races:getrusage */
int getrusage(__rusage_who_t who, struct rusage *usage)
{
    enum { MICROSECOND = 1000, SECOND = 1000000000 };
    long busy = who == RUSAGE_CHILDREN ? 0 : augur_clock_read(1);
    *usage = (struct rusage){ .ru_utime = { busy / SECOND, busy % SECOND / MICROSECOND } };
    return 0;
}

/* What was set, and RLIM_INFINITY in both where nothing was. */
static struct {
    struct rlimit limit;
    int set;
} limits[RLIM_NLIMITS];

static struct rlimit limit_at_start(unsigned resource)
{
    struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };
    if (resource == RLIMIT_NOFILE)
        limit.rlim_cur = 1024;
    if (resource == RLIMIT_STACK)
        limit.rlim_cur = 8 << 20;
    if (resource == RLIMIT_CORE)
        limit.rlim_cur = 0;
    return limit;
}

static MASKED int exchange_limit(unsigned resource, const struct rlimit *new, struct rlimit *old)
{
    __divine_interrupt_mask();
    if (resource >= RLIM_NLIMITS)
        return EINVAL;
    *old = limits[resource].set ? limits[resource].limit : limit_at_start(resource);
    if (!new)
        return 0;
    if (new->rlim_cur > new->rlim_max)
        return EINVAL;
    if (new->rlim_max > old->rlim_max)
        return EPERM;
    limits[resource].limit = *new;
    limits[resource].set = 1;
    return 0;
}

static int told(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

/* posix: others
 * explored: one machine (Linux, 1 GiB of memory) and one user without rights: what needs them
 *   fails (EPERM). The log is thrown away.
 * left out: other machines; priorities, which are always told as 0; what the program uses (told as
 *   nothing); the log.
 * accesses: w what is told; r the format of the log and what it stands for.
 * tests: races:uname races:gethostname races:getrusage libc/rights.c libc/rights_ok.c */

/* posix: getrlimit setrlimit getrlimit64 setrlimit64
 * explored: what was set is told; a hard limit is not raised again.
 * left out: the limits themselves: what exceeds them does not fail.
 * accesses: r the new limit, w the old one.
 * tests: libc/limits_raised.c libc/limits_ok.c */
int getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
    struct rlimit now;
    int error = exchange_limit(resource, NULL, &now);
    if (!error)
        *limit = now;
    return told(error);
}

int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *limit)
{
    return getrlimit(resource, (struct rlimit *)limit);
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
    struct rlimit new = *limit, old;
    return told(exchange_limit(resource, &new, &old));
}

int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit)
{
    return setrlimit(resource, (const struct rlimit *)limit);
}

int getpriority(__priority_which_t which, id_t who) { return (void)which, (void)who, 0; }
int setpriority(__priority_which_t which, id_t who, int priority)
{
    return (void)which, (void)who, (void)priority, 0;
}
int nice(int by) { return by < 0 ? errno = EPERM, -1 : by; }

int getloadavg(double *averages, int count)
{
    for (int i = 0; i < count; i++)
        averages[i] = 0;
    return count;
}

int sysinfo(struct sysinfo *info)
{
    enum { SECOND = 1000000000, BOOTED = 1000 };
    long now = augur_clock_read(0);
    *info = (struct sysinfo){ .uptime = BOOTED + now / SECOND, .totalram = 1 << 30,
                              .freeram = 1 << 30, .procs = 1, .mem_unit = 1 };
    return 0;
}

long get_phys_pages(void) { return 262144; }
long get_avphys_pages(void) { return 262144; }

unsigned long getauxval(unsigned long type)
{
    if (type == AT_PAGESZ)
        return 4096;
    errno = ENOENT;
    return 0;
}

int getdtablesize(void) { return 1024; }

/* ---- the log: formatted, so that its arguments are checked, and dropped -- */

void openlog(const char *name, int options, int facility)
{
    (void)name, (void)options, (void)facility;
}

void closelog(void) {}

int setlogmask(int mask) { return (void)mask, 0xff; }

void vsyslog(int priority, const char *format, va_list arguments)
{
    (void)priority;
    augur_print_to_buffer(NULL, 0, format, arguments);
}

void syslog(int priority, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}
