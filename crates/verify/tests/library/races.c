/* Calls of the library that touch the program's memory, one by one: the first argument names the call (or is `any`).
 * Meanwhile another thread writes the first byte of what the call reads or writes; or,
 * in the second table, makes a call of its own; with a second argument both hold a lock. Standard input and /in hold "12 words here\nsecond line\n". */
#define _GNU_SOURCE
#include <augur.h>
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

typedef struct { char bytes[24]; } odd;
static union {
    char text[128];
    int number;
    double fraction;
    wchar_t wide[32];
    char *pointer;
    size_t size;
    time_t seconds;
    struct timespec timespec;
    struct timeval timeval;
    struct tm tm;
    struct stat stat;
    struct iovec parts[1];
    struct sigaction action;
    sigset_t signals;
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_mutexattr_t mutex_attributes;
    pthread_key_t key;
    int ends[2];
    int list[8];
    div_t div;
    unsigned short seed[3];
    unsigned random_seed;
    fpos_t position;
    locale_t locale;
    struct tms tms;
    struct rusage usage;
    struct rlimit limit;
    struct utsname system;
    struct pollfd poll;
    fd_set set;
    thrd_t c11_thread;
    tss_t c11_key;
    mtx_t c11_mutex;
    cnd_t c11_condition;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_condattr_t condition_attributes;
    pthread_rwlock_t rwlock;
    pthread_rwlockattr_t rwlock_attributes;
    pthread_barrier_t barrier;
    pthread_barrierattr_t barrier_attributes;
    pthread_spinlock_t spin;
    pthread_once_t once;
    sem_t semaphore;
    cpu_set_t processors;
    mbstate_t conversion;
    int32_t number32;
    regmatch_t match;
    struct flock lock;
    struct statvfs disk;
    odd odd;
} shared = { "/in" };
static char own[128] = "words to look for";
static wchar_t own_wide[32] = L"words";
static sem_t semaphore;
static pthread_mutex_t free_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static _Thread_local volatile long sink;    /* where results go */
static char other_text[16] = "other words";
static char random_table[64];
static struct random_data random_state;
static struct drand48_data drand_state;
static odd odd_object;
static DIR *directory;
static size_t line_room;
static int quiet;    /* the other thread only reads */

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *idle(void *p) { return p; }
static int idle_c11(void *p) { return p != NULL; }
static void nothing(void) {}
static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static void print_count(FILE *f, int *count) { fprintf(f, "a%n", count); }
static void print_to_memory(size_t *size)
{
    char *text;
    FILE *f = open_memstream(&text, size);
    fputs("x", f);
    fclose(f);
    free(text);
}
static void print_by_array(char *array)
{
    FILE *f = tmpfile();
    setvbuf(f, array, _IOFBF, 16);
    fputs("ab", f);
    fclose(f);
}

/* name, what is done before the other thread starts, the call itself, what is done after */
#define CALLS(X)                                                                                   \
    X(scanf_d, , scanf("%d", &shared.number), )                                                    \
    X(scanf_s, , scanf("%s", shared.text), )                                                       \
    X(scanf_c, , scanf("%c", shared.text), )                                                       \
    X(scanf_set, , scanf("%[0-9]", shared.text), )                                                 \
    X(scanf_f, , scanf("%lf", &shared.fraction), )                                                 \
    X(scanf_n, , scanf("12%n", &shared.number), )                                                  \
    X(fscanf, FILE *f = fopen("/in", "r"), fscanf(f, "%d", &shared.number), fclose(f))             \
    X(sscanf_out, , sscanf("7", "%d", &shared.number), )                                           \
    X(sscanf_in, , sscanf(shared.text, "%s", own), )                                               \
    X(wscanf, , wscanf(L"%ls", shared.wide), )                                                     \
    X(fgets, , fgets(shared.text, 64, stdin), )                                                    \
    X(fgets_file, FILE *f = fopen("/in", "r"), fgets(shared.text, 64, f), fclose(f))               \
    X(fgetws, , fgetws(shared.wide, 30, stdin), )                                                  \
    X(fread, , fread(shared.text, 1, 10, stdin), )                                                 \
    X(read, , read(0, shared.text, 10), )                                                          \
    X(pread, int fd = open("/in", O_RDONLY), pread(fd, shared.text, 5, 3), close(fd))              \
    X(readv_data, struct iovec v = { shared.text COMMA 5 }, readv(0, &v, 1), )                     \
    X(readv_list, shared.parts[0] = (struct iovec){ own COMMA 5 }, readv(0, shared.parts, 1), )    \
    X(getline_line, quiet = 1; shared.pointer = NULL; size_t n = 0,                                          \
      getline(&shared.pointer, &n, stdin), )                                                       \
    X(getline_size, char *line = NULL; shared.size = 0,                                            \
      getline(&line, &shared.size, stdin), free(line))                                             \
    X(getdelim_text, char *line = shared.text; size_t n = 100, getdelim(&line, &n, ' ', stdin), )  \
    X(write, , write(1, shared.text, 3), )                                                         \
    X(write_file, int fd = open("/in", O_RDWR), write(fd, shared.text, 3), close(fd))              \
    X(pwrite, int fd = open("/in", O_RDWR), pwrite(fd, shared.text, 3, 1), close(fd))              \
    X(write_pipe, int e[2]; pipe(e), write(e[1], shared.text, 3), (close(e[0]), close(e[1])))      \
    X(writev, struct iovec v = { shared.text COMMA 5 }, writev(1, &v, 1), )                        \
    X(fwrite, , fwrite(shared.text, 1, 3, stdout), )                                               \
    X(fwrite_file, FILE *f = tmpfile(), fwrite(shared.text, 1, 3, f), fclose(f))                   \
    X(fputs, , fputs(shared.text, stdout), )                                                       \
    X(fputs_file, FILE *f = tmpfile(), fputs(shared.text, f), fclose(f))                           \
    X(puts, , puts(shared.text), )                                                                 \
    X(fputws, , fputws(shared.wide, stdout), )                                                     \
    X(printf_s, , printf("%s\n", shared.text), )                                                   \
    X(printf_s_bounded, , printf("%.2s\n", shared.text), )                                         \
    X(printf_n, , print("ab%n\n", &shared.number), )                                               \
    X(printf_format, , print(shared.text), )                                                       \
    X(fprintf_file, FILE *f = tmpfile(), fprintf(f, "%s", shared.text), fclose(f))                 \
    X(dprintf, , dprintf(1, "%s", shared.text), )                                                  \
    X(snprintf_out, , snprintf(shared.text, 20, "%d", 5), )                                        \
    X(snprintf_in, , snprintf(own, 20, "%s", shared.text), )                                       \
    X(sprintf_out, , sprintf(shared.text, "%d", 5), )                                              \
    X(wprintf, , wprintf(L"%s\n", shared.text), )                                                  \
    X(swprintf, , swprintf(shared.wide, 20, L"%d", 5), )                                           \
    X(perror, , perror(shared.text), )                                                             \
    X(fopen, , FILE *f = fopen(shared.text, "r"); if (f) fclose(f), )                              \
    X(open, , close(open(shared.text, O_RDONLY)), )                                                \
    X(stat_in, , struct stat s; stat(shared.text, &s), )                                           \
    X(stat_out, , stat("/in", &shared.stat), )                                                     \
    X(fstat, , fstat(0, &shared.stat), )                                                           \
    X(access, , access(shared.text, R_OK), )                                                       \
    X(unlink, , unlink(shared.text), )                                                             \
    X(rename, , rename(shared.text, "/out"), )                                                     \
    X(mkdir, strcpy(shared.text, "/dir"), mkdir(shared.text, 0700), )                              \
    X(chdir, strcpy(shared.text, "/"), chdir(shared.text), )                                       \
    X(opendir, strcpy(shared.text, "/"), DIR *d = opendir(shared.text); if (d) closedir(d), )      \
    X(getcwd, , getcwd(shared.text, 100), )                                                        \
    X(pipe, , pipe(shared.ends), )                                                                 \
    X(mkstemp, strcpy(shared.text, "aXXXXXX"), mkstemp(shared.text), )                             \
    X(fgetpos, FILE *f = tmpfile(), fgetpos(f, &shared.position), fclose(f))                       \
    X(getenv, , getenv(shared.text), )                                                             \
    X(setenv_name, , setenv(shared.text, "x", 1), )                                                \
    X(setenv_value, , setenv("X", shared.text, 1), )                                               \
    X(setlocale, strcpy(shared.text, "C"), setlocale(LC_ALL, shared.text), )                       \
    X(time, , time(&shared.seconds), )                                                             \
    X(gettimeofday, , gettimeofday(&shared.timeval, NULL), )                                       \
    X(clock_gettime, , clock_gettime(CLOCK_MONOTONIC, &shared.timespec), )                         \
    X(nanosleep, memset(&shared, 0, sizeof shared), nanosleep(&shared.timespec, NULL), )           \
    X(localtime_in, memset(&shared, 0, sizeof shared), localtime(&shared.seconds), )               \
    X(gmtime_r, time_t t = 0, gmtime_r(&t, &shared.tm), )                                          \
    X(mktime, memset(&shared, 0, sizeof shared), mktime(&shared.tm), )                             \
    X(strftime_out, struct tm tm = { 0 }, strftime(shared.text, 50, "%Y", &tm), )                  \
    X(strftime_in, memset(&shared, 0, sizeof shared), strftime(own, 50, "%S", &shared.tm), )       \
    X(strtol_in, , strtol(shared.text, NULL, 10), )                                                \
    X(strtol_end, , strtol("12x", &shared.pointer, 10), )                                          \
    X(strtod_in, , sink = (long)strtod(shared.text, NULL), )                                       \
    X(strtod_end, , sink = (long)strtod("1.5x", &shared.pointer), )                                \
    X(atoi, , sink = atoi(shared.text), )                                                          \
    X(qsort, memset(&shared, 0, sizeof shared), qsort(shared.list, 4, sizeof(int), compare), )     \
    X(bsearch, int key = 5; memset(&shared, 0, sizeof shared),                                     \
      sink = bsearch(&key, shared.list, 1, sizeof(int), compare) != NULL, )                        \
    X(memchr, , sink = memchr(shared.text, 'z', 3) != NULL, )                                      \
    X(memcmp, , sink = memcmp(shared.text, own, 3), )                                              \
    X(memcpy_in, , memcpy(own, shared.text, 20), )                                                 \
    X(memcpy_out, , memcpy(shared.text, own, 20), )                                                \
    X(memmove, , memmove(shared.text, shared.text + 1, 20), )                                      \
    X(memset, , memset(shared.text, 'y', 20), )                                                    \
    X(strlen, , sink = (long)strlen(shared.text), )                                                \
    X(strnlen, , sink = (long)strnlen(shared.text, 5), )                                           \
    X(strcpy_in, , strcpy(own, shared.text), )                                                     \
    X(strcpy_out, , strcpy(shared.text, own), )                                                    \
    X(strncpy, , strncpy(shared.text, own, 20), )                                                  \
    X(strcat_in, , strcat(own, shared.text), )                                                     \
    X(strcat_out, , strcat(shared.text, own), )                                                    \
    X(strcmp, , sink = strcmp(shared.text, own), )                                                 \
    X(strncmp, , sink = strncmp(shared.text, own, 3), )                                            \
    X(strcasecmp, , sink = strcasecmp(shared.text, own), )                                         \
    X(strchr, , sink = strchr(shared.text, 'z') != NULL, )                                         \
    X(strrchr, , sink = strrchr(shared.text, 'z') != NULL, )                                       \
    X(strstr, , sink = strstr(shared.text, "zz") != NULL, )                                        \
    X(strspn, , sink = (long)strspn(shared.text, "/"), )                                           \
    X(strtok, , sink = strtok(shared.text, " ") != NULL, )                                         \
    X(strdup, , free(strdup(shared.text)), )                                                       \
    X(strndup, , free(strndup(shared.text, 2)), )                                                  \
    X(strcoll, , sink = strcoll(shared.text, own), )                                               \
    X(wcslen, , sink = (long)wcslen(shared.wide), )                                                \
    X(wcscpy, , wcscpy(shared.wide, own_wide), )                                                   \
    X(wmemset, , wmemset(shared.wide, L'x', 5), )                                                  \
    X(mbstowcs_in, , sink = (long)mbstowcs(own_wide, shared.text, 5), )                            \
    X(wcstombs_out, , sink = (long)wcstombs(shared.text, own_wide, 5), )                           \
    X(sem_getvalue, , sem_getvalue(&semaphore, &shared.number), )                                  \
    X(sem_open, , sem_t *s = sem_open(shared.text, O_CREAT, 0600, 1); sem_close(s), )              \
    X(sem_timedwait, memset(&shared, 0, sizeof shared), sem_timedwait(&semaphore, &shared.timespec), ) \
    X(mutex_timedlock, memset(&shared, 0, sizeof shared),                                          \
      if (!pthread_mutex_timedlock(&free_mutex, &shared.timespec)) pthread_mutex_unlock(&free_mutex), ) \
    X(cond_timedwait, memset(&shared, 0, sizeof shared); pthread_mutex_lock(&free_mutex),          \
      pthread_cond_timedwait(&condition, &free_mutex, &shared.timespec), pthread_mutex_unlock(&free_mutex)) \
    X(rwlock_timedrdlock, memset(&shared, 0, sizeof shared),                                       \
      if (!pthread_rwlock_timedrdlock(&rwlock, &shared.timespec)) pthread_rwlock_unlock(&rwlock), ) \
    X(pthread_create_id, quiet = 1, pthread_create(&shared.thread, NULL, idle, NULL),                       \
      pthread_join(shared.thread, NULL))                                                           \
    X(pthread_join_result, pthread_t t; pthread_create(&t, NULL, idle, NULL),                      \
      pthread_join(t, (void **)&shared.pointer), )                                                 \
    X(pthread_attr_init, , pthread_attr_init(&shared.attributes), )                                \
    X(pthread_attr_get, int state; pthread_attr_init(&shared.attributes),                          \
      pthread_attr_getdetachstate(&shared.attributes, &state), )                                   \
    X(pthread_getattr_np, , pthread_getattr_np(pthread_self(), &shared.attributes), )              \
    X(mutexattr_init, , pthread_mutexattr_init(&shared.mutex_attributes), )                        \
    X(key_create, , pthread_key_create(&shared.key, NULL), )                                       \
    X(setcancelstate, , pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &shared.number), )           \
    X(sigaction_old, , sigaction(SIGUSR1, NULL, &shared.action), )                                 \
    X(sigaction_new, memset(&shared, 0, sizeof shared), sigaction(SIGUSR1, &shared.action, NULL), ) \
    X(sigemptyset, , sigemptyset(&shared.signals), )                                               \
    X(erand48, , sink = (long)erand48(shared.seed), )                                              \
    X(rand_r, , sink = rand_r(&shared.random_seed), )                                              \
    X(asprintf, quiet = 1, if (asprintf(&shared.pointer, "%d", 5) > 0) free(shared.pointer), )              \
    X(open_memstream, quiet = 1; size_t n; FILE *f = open_memstream(&shared.pointer, &n),                     \
      (fputs("x", f), fflush(f)), (fclose(f), free(shared.pointer)))                               \
    X(fmemopen, FILE *f = fmemopen(shared.text, 20, "r"), sink = fgetc(f), fclose(f)) \
    X(truncate, , truncate(shared.text, 1), ) \
    X(chmod, , chmod(shared.text, 0600), ) \
    X(symlink, , symlink(shared.text, "/link"), ) \
    X(readlink, symlink("/in", "/link"), readlink("/link", shared.text, 10), ) \
    X(realpath, , realpath("/in", shared.text), ) \
    X(utimensat, , utimensat(AT_FDCWD, shared.text, NULL, 0), ) \
    X(statvfs, , statvfs("/", &shared.disk), ) \
    X(sendfile, int in = open("/in", O_RDONLY); shared.size = 1, sendfile(1, in, (off_t *)&shared.size, 1), close(in)) \
    X(getentropy, , getentropy(shared.text, 8), ) \
    X(rmdir, strcpy(shared.text, "/dir"); mkdir("/dir", 0700), rmdir(shared.text), ) \
    X(remove, , remove(shared.text), ) \
    X(rename_to, strcpy(shared.text, "/out"), rename("/in", shared.text), ) \
    X(lstat_out, , lstat("/in", &shared.stat), ) \
    X(fstatat_in, , struct stat s; fstatat(AT_FDCWD, shared.text, &s, 0), ) \
    X(fopen_mode, strcpy(shared.text, "r"), FILE *f = fopen("/in", shared.text); if (f) fclose(f), ) \
    X(freopen, FILE *f = fopen("/in", "r"), f = freopen(shared.text, "r", f), if (f) fclose(f)) \
    X(fsetpos, FILE *f = tmpfile(); fgetpos(f, &shared.position), fsetpos(f, &shared.position), fclose(f)) \
    X(tmpnam, , tmpnam(shared.text), ) \
    X(unsetenv, , unsetenv(shared.text), ) \
    X(putenv, strcpy(shared.text, "A=b"), putenv(shared.text), ) \
    X(sem_unlink, , sem_unlink(shared.text), ) \
    X(times, , times(&shared.tms), ) \
    X(clock_getres, , clock_getres(CLOCK_REALTIME, &shared.timespec), ) \
    X(timespec_get, , timespec_get(&shared.timespec, TIME_UTC), ) \
    X(getrusage, , getrusage(RUSAGE_SELF, &shared.usage), ) \
    X(getrlimit, , getrlimit(RLIMIT_NOFILE, &shared.limit), ) \
    X(uname, , uname(&shared.system), ) \
    X(gethostname, , gethostname(shared.text, 100), ) \
    X(sigprocmask_new, sigemptyset(&shared.signals), sigprocmask(SIG_BLOCK, &shared.signals, NULL), ) \
    X(sigprocmask_old, , sigprocmask(SIG_BLOCK, NULL, &shared.signals), ) \
    X(sigpending, , sigpending(&shared.signals), ) \
    X(pthread_sigmask, sigemptyset(&shared.signals), pthread_sigmask(SIG_BLOCK, &shared.signals, NULL), ) \
    X(sigismember, sigemptyset(&shared.signals), sink = sigismember(&shared.signals, SIGUSR1), ) \
    X(clock_nanosleep, memset(&shared, 0, sizeof shared), clock_nanosleep(CLOCK_MONOTONIC, 0, &shared.timespec, NULL), ) \
    X(thrd_sleep, memset(&shared, 0, sizeof shared), thrd_sleep(&shared.timespec, NULL), ) \
    X(thrd_create, quiet = 1, thrd_create(&shared.c11_thread, idle_c11, NULL), thrd_join(shared.c11_thread, NULL)) \
    X(thrd_join, thrd_t t; thrd_create(&t, idle_c11, NULL), thrd_join(t, &shared.number), ) \
    X(tss_create, , tss_create(&shared.c11_key, NULL), ) \
    X(mutex_init, , pthread_mutex_init(&shared.mutex, NULL), ) \
    X(mutex_init_attributes, pthread_mutexattr_init(&shared.mutex_attributes); pthread_mutex_t m, pthread_mutex_init(&m, &shared.mutex_attributes), ) \
    X(mutexattr_settype, pthread_mutexattr_init(&shared.mutex_attributes), pthread_mutexattr_settype(&shared.mutex_attributes, PTHREAD_MUTEX_RECURSIVE), ) \
    X(mutexattr_gettype_in, pthread_mutexattr_init(&shared.mutex_attributes); int type, pthread_mutexattr_gettype(&shared.mutex_attributes, &type), ) \
    X(mutexattr_gettype_out, pthread_mutexattr_t a; pthread_mutexattr_init(&a), pthread_mutexattr_gettype(&a, &shared.number), ) \
    X(mtx_init, , mtx_init(&shared.c11_mutex, mtx_plain), ) \
    X(cond_init, , pthread_cond_init(&shared.condition, NULL), ) \
    X(cnd_init, , cnd_init(&shared.c11_condition), ) \
    X(condattr_init, , pthread_condattr_init(&shared.condition_attributes), ) \
    X(condattr_setclock, pthread_condattr_init(&shared.condition_attributes), pthread_condattr_setclock(&shared.condition_attributes, CLOCK_MONOTONIC), ) \
    X(rwlock_init, , pthread_rwlock_init(&shared.rwlock, NULL), ) \
    X(rwlockattr_init, , pthread_rwlockattr_init(&shared.rwlock_attributes), ) \
    X(barrier_init, , pthread_barrier_init(&shared.barrier, NULL, 1), ) \
    X(barrierattr_init, , pthread_barrierattr_init(&shared.barrier_attributes), ) \
    X(spin_init, , pthread_spin_init(&shared.spin, 0), ) \
    X(sem_init, , sem_init(&shared.semaphore, 0, 1), ) \
    X(attr_setdetachstate, pthread_attr_init(&shared.attributes), pthread_attr_setdetachstate(&shared.attributes, PTHREAD_CREATE_JOINABLE), ) \
    X(attr_getstacksize, pthread_attr_t a; pthread_attr_init(&a), pthread_attr_getstacksize(&a, &shared.size), ) \
    X(create_attributes, pthread_attr_init(&shared.attributes); pthread_t t, pthread_create(&t, &shared.attributes, idle, NULL), pthread_join(t, NULL)) \
    X(getname, , pthread_getname_np(pthread_self(), shared.text, 100), ) \
    X(setname, strcpy(shared.text, "x"), pthread_setname_np(pthread_self(), shared.text), ) \
    X(getschedparam, struct sched_param p, pthread_getschedparam(pthread_self(), &shared.number, &p), ) \
    X(getaffinity, , pthread_getaffinity_np(pthread_self(), sizeof shared.processors, &shared.processors), ) \
    X(setcanceltype, , pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &shared.number), ) \
    X(localtime_r, time_t t = 0, localtime_r(&t, &shared.tm), ) \
    X(asctime_r_out, struct tm tm = { 0 }, asctime_r(&tm, shared.text), ) \
    X(asctime_r_in, memset(&shared, 0, sizeof shared), asctime_r(&shared.tm, own), ) \
    X(ctime_r, time_t t = 0, ctime_r(&t, shared.text), ) \
    X(strptime_in, struct tm tm = { 0 }, strptime(shared.text, "/%Y", &tm), ) \
    X(timegm, memset(&shared, 0, sizeof shared), timegm(&shared.tm), ) \
    X(mbrtowc_state, memset(&shared, 0, sizeof shared), sink = (long)mbrtowc(NULL, "a", 1, &shared.conversion), ) \
    X(mbrtowc_out, , sink = (long)mbrtowc(&shared.wide[0], "a", 1, NULL), ) \
    X(wcrtomb_out, , sink = (long)wcrtomb(shared.text, L'a', NULL), ) \
    X(initstate, char *old, old = initstate(1, shared.text, 64), setstate(old)) \
    X(random_r, memset(&random_state, 0, sizeof random_state); initstate_r(1, random_table, sizeof random_table, &random_state), random_r(&random_state, &shared.number32), ) \
    X(drand48_r, srand48_r(1, &drand_state), drand48_r(&drand_state, &shared.fraction), ) \
    X(nrand48, , sink = nrand48(shared.seed), ) \
    X(seed48, , seed48(shared.seed), ) \
    X(getsubopt, char *list = own; char *names[] = { NULL }, getsubopt(&list, names, &shared.pointer), ) \
    X(regcomp, regex_t r, regcomp(&r, shared.text, 0), regfree(&r)) \
    X(regexec, regex_t r; regcomp(&r, "x", 0), regexec(&r, shared.text, 0, NULL, 0), regfree(&r)) \
    X(regexec_match, regex_t r; regcomp(&r, "w", 0), regexec(&r, "w", 1, &shared.match, 0), regfree(&r)) \
    X(fnmatch, , fnmatch("x*", shared.text, 0), ) \
    X(dprintf_format, , dprintf(1, shared.text), ) \
    X(vfprintf_n, , print("ab%n\n", &shared.number), ) \
    X(psignal, , psignal(SIGUSR1, shared.text), ) \
    X(warn, , warnx("%s", shared.text), ) \
    X(atomic_odd, , odd o; __atomic_load(&shared.odd, &o, __ATOMIC_SEQ_CST), ) \
    X(atomic_odd_store, , odd o = { { 1 } }; __atomic_store(&shared.odd, &o, __ATOMIC_SEQ_CST), ) \
    X(atomic_odd_exchange, , odd o = { { 1 } } COMMA p; __atomic_exchange(&shared.odd, &o, &p, __ATOMIC_SEQ_CST), ) \
    X(atomic_odd_compare, , odd o = { { 1 } } COMMA p = { { 2 } }; __atomic_compare_exchange(&shared.odd, &p, &o, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST), ) \
    X(atomic_odd_result, , __atomic_load(&odd_object, &shared.odd, __ATOMIC_SEQ_CST), ) \
    X(atomic_odd_value, , __atomic_store(&odd_object, &shared.odd, __ATOMIC_SEQ_CST), ) \
    X(atomic_odd_expected, , odd o = { { 1 } }; __atomic_compare_exchange(&odd_object, &shared.odd, &o, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST), )

/* name, what is done before, a call, and another that the other thread makes */
#define PAIRS(X) \
    X(both_getenv_setenv, , getenv("X"), setenv("X", "y", 1)) \
    X(both_setenv, , setenv("X", "y", 1), setenv("Z", "y", 1)) \
    X(both_putenv_unsetenv, , putenv("X=y"), unsetenv("X")) \
    X(both_environ_setenv, , sink = environ == NULL, setenv("Y", "y", 1)) \
    X(both_clearenv_getenv, , clearenv(), getenv("X")) \
    X(both_drand48, , sink = (long)drand48(), sink = (long)drand48()) \
    X(both_lrand48_srand48, , sink = lrand48(), srand48(1)) \
    X(both_mrand48, , sink = mrand48(), sink = mrand48()) \
    X(both_lcong48_erand48, , unsigned short p[7] = { 1 COMMA 2 COMMA 3 COMMA 4 COMMA 5 COMMA 6 COMMA 7 }; lcong48(p), unsigned short x[3] = { 1 COMMA 2 COMMA 3 }; sink = (long)erand48(x)) \
    X(both_tmpnam, , sink = tmpnam(NULL) != NULL, sink = tmpnam(NULL) != NULL) \
    X(both_setlocale, , setlocale(LC_ALL, "C"), setlocale(LC_ALL, "C.UTF-8")) \
    X(both_setlocale_localeconv, , setlocale(LC_ALL, "C"), sink = localeconv() != NULL) \
    X(both_localeconv, , sink = localeconv() != NULL, sink = localeconv() != NULL) \
    X(both_setlocale_mbstowcs, , setlocale(LC_ALL, "C"), wchar_t w[8]; sink = (long)mbstowcs(w, "\xc3\xa4", 5)) \
    X(both_strtok, , strtok(own, " "), strtok(other_text, " ")) \
    X(both_localtime, , time_t t = 0; sink = localtime(&t) != NULL, time_t t = 0; sink = localtime(&t) != NULL) \
    X(both_gmtime_ctime, , time_t t = 0; sink = gmtime(&t) != NULL, time_t t = 0; sink = ctime(&t) != NULL) \
    X(both_asctime, , struct tm tm = { 0 }; sink = asctime(&tm) != NULL, struct tm tm = { 0 }; sink = asctime(&tm) != NULL) \
    X(both_ecvt, , int p COMMA s; sink = ecvt(1 COMMA 3 COMMA &p COMMA &s) != NULL, int p COMMA s; sink = ecvt(1 COMMA 3 COMMA &p COMMA &s) != NULL) \
    X(both_lgamma, , sink = (long)lgamma(2.5), sink = (long)lgamma(3.5)) \
    X(both_getopt, , char *a[] = { "x" COMMA "-a" COMMA NULL }; getopt(2 COMMA a COMMA "a"), char *a[] = { "x" COMMA "-b" COMMA NULL }; getopt(2 COMMA a COMMA "b")) \
    X(both_readdir, , readdir(directory), readdir(directory)) \
    X(both_putc_unlocked, , putc_unlocked('a', stdout), putc_unlocked('b', stdout)) \
    X(both_putchar_unlocked, , putchar_unlocked('a'), putchar_unlocked('b')) \
    X(both_getc_unlocked, , sink = getc_unlocked(stdin), sink = getc_unlocked(stdin)) \
    X(both_feof_unlocked, , sink = feof_unlocked(stdin), sink = getc_unlocked(stdin)) \
    X(both_mblen, , sink = mblen(NULL, 0), sink = mblen("a", 1)) \
    X(both_mbtowc, , wchar_t w; sink = mbtowc(&w, "a", 1), wchar_t w; sink = mbtowc(&w, "b", 1)) \
    X(both_mbrtowc_hidden, , wchar_t w; sink = (long)mbrtowc(&w, "a", 1, NULL), wchar_t w; sink = (long)mbrtowc(&w, "b", 1, NULL)) \
    X(both_fmemopen, , fclose(fmemopen(shared.text, 20, "w")), fclose(fmemopen(shared.text, 20, "w"))) \
    X(both_memstream_size, , print_to_memory(&shared.size), print_to_memory(&shared.size)) \
    X(both_setvbuf, , print_by_array(shared.text), print_by_array(shared.text)) \
    X(both_printf_n, , print("a%n", &shared.number), print("b%n", &shared.number)) \
    X(both_fprintf_n, FILE *f = tmpfile(), print_count(f, &shared.number); fclose(f), FILE *f = tmpfile(); print_count(f, &shared.number); fclose(f)) \
    X(both_dprintf_n, , dprintf(1, "a%n", &shared.number), dprintf(1, "b%n", &shared.number)) \
    X(both_wprintf_n, , wprintf(L"a%n", &shared.number), wprintf(L"b%n", &shared.number)) \
    X(both_mkstemp, strcpy(shared.text, "aXXXXXX"), close(mkstemp(shared.text)), close(mkstemp(shared.text))) \
    X(both_mkdtemp, strcpy(shared.text, "aXXXXXX"), mkdtemp(shared.text), mkdtemp(shared.text)) \
    X(both_tmpnam_own, , tmpnam(shared.text), tmpnam(shared.text)) \
    X(both_getlk, memset(&shared, 0, sizeof shared), fcntl(0, F_GETLK, &shared.lock), fcntl(0, F_GETLK, &shared.lock)) \
    X(both_getcwd, , getcwd(shared.text, 100), getcwd(shared.text, 100)) \
    X(both_getline, shared.pointer = NULL, getline(&shared.pointer, &line_room, stdin), getline(&shared.pointer, &line_room, stdin)) \
    X(both_scanf_m, , if (scanf("%ms", &shared.pointer) == 1) sink = 1, if (scanf("%ms", &shared.pointer) == 1) sink = 1) \
    X(both_putc_locked, , putc('a', stdout), putc_unlocked('b', stdout)) \
    X(both_read_write, , read(0, shared.text, 1), write(1, shared.text, 1)) \
    X(both_read_puts, , read(0, shared.text, 1), puts(shared.text)) \
    X(both_read_open, , read(0, shared.text, 1), close(open(shared.text, O_RDONLY))) \
    X(both_fread_fwrite, , fread(shared.text, 1, 1, stdin), fwrite(shared.text, 1, 1, stdout)) \
    X(both_stat_write, , stat("/in", &shared.stat), write(1, &shared.stat, 4)) \
    X(both_fgets_printf, , fgets(shared.text, 5, stdin), printf("%s", shared.text)) \
    X(both_pipe_write, , pipe(shared.ends), write(1, shared.ends, 4)) \
    X(both_getcwd_unlink, , getcwd(shared.text, 100), unlink(shared.text)) \
    X(both_getvalue, , sem_getvalue(&semaphore, &shared.number), write(1, &shared.number, 4)) \
    X(both_key_create, , pthread_key_create(&shared.key, NULL), write(1, &shared.key, 4)) \
    X(both_scanf_fputs, , scanf("%s", shared.text), fputs(shared.text, stdout)) \
    X(both_snprintf_perror, , snprintf(shared.text, 9, "%d", 5), perror(shared.text)) \
    X(both_read_setenv, , read(0, shared.text, 1), setenv("A", shared.text, 1)) \
    X(both_read_getenv, , read(0, shared.text, 1), sink = getenv(shared.text) != NULL) \
    X(both_read_setlocale, , read(0, shared.text, 1), setlocale(LC_ALL, shared.text)) \
    X(both_read_sem_open, , read(0, shared.text, 1), sink = sem_open(shared.text, 0) != NULL) \
    X(both_read_fopen, , read(0, shared.text, 1), FILE *f = fopen(shared.text, "r"); if (f) fclose(f)) \
    X(both_read_stat, , read(0, shared.text, 1), struct stat s; stat(shared.text, &s)) \
    X(both_join_write, , pthread_t t; pthread_create(&t, NULL, idle, NULL); pthread_join(t, (void **)&shared.pointer), write(1, &shared.pointer, 8))

#define COMMA ,
static int locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t other_thread;
static const char *wanted;
static int pair;    /* does the other thread make a call, too? */

#define X(name, before, call, call_of_other) \
    if (strcmp(wanted, #name) == 0) {   \
        call_of_other;                  \
        return;                         \
    }
static void other_call(void) { PAIRS(X) }
#undef X

static void *other(void *unused)
{
    if (locked)
        pthread_mutex_lock(&lock);
    if (pair)
        other_call();
    else if (quiet)
        sink = *(volatile char *)shared.text;
    else
        *(volatile char *)shared.text = '/';
    if (locked)
        pthread_mutex_unlock(&lock);
    return unused;
}

static void begin(void)
{
    pthread_create(&other_thread, NULL, other, NULL);
    if (locked)
        pthread_mutex_lock(&lock);
}

static void end(void)
{
    if (locked)
        pthread_mutex_unlock(&lock);
    pthread_join(other_thread, NULL);
}

#ifdef NAMES
#define X(name, ...) puts(#name);
#define PAIR X
#else
#define PAIR(name, before, call, call_of_other) \
    if (strcmp(wanted, #name) == 0) {   \
        pair = 1;                       \
        before;                         \
        begin();                        \
        call;                           \
        end();                          \
        return 0;                       \
    }
#define X(name, before, call, after)    \
    if (strcmp(wanted, #name) == 0) {   \
        before;                         \
        begin();                        \
        call;                           \
        end();                          \
        after;                          \
        return 0;                       \
    }
#endif

#define NAME(name, ...) #name,
static const char *const names[] = { CALLS(NAME) PAIRS(NAME) };

int main(int argc, char **argv)
{
    wanted = argc > 1 ? argv[1] : "";
    if (strcmp(wanted, "any") == 0)
        wanted = names[augur_choice(sizeof names / sizeof *names)];
    locked = argc > 2;
    sem_init(&semaphore, 0, 1);
    directory = opendir("/");
    CALLS(X)
    PAIRS(PAIR)
    return *wanted != 0;
}
