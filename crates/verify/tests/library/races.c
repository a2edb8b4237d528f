/* Calls of the library that touch the program's memory, one by one: the first argument names the call.
 * Meanwhile another thread writes the first byte of what the call reads or writes; with a second
 * argument both hold a lock. Standard input and /in hold "12 words here\nsecond line\n". */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

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
} shared = { "/in" };
static char own[128] = "words to look for";
static wchar_t own_wide[32] = L"words";
static sem_t semaphore;
static pthread_mutex_t free_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static volatile long sink;
static int quiet;    /* the other thread only reads */

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *idle(void *p) { return p; }
static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
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
      fputs("x", f), (fclose(f), free(shared.pointer)))                                            \
    X(fmemopen, FILE *f = fmemopen(shared.text, 20, "r"), sink = fgetc(f), fclose(f))

#define COMMA ,
static int locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t other_thread;

static void *other(void *unused)
{
    if (locked)
        pthread_mutex_lock(&lock);
    if (quiet)
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
#define X(name, before, call, after) puts(#name);
#else
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

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";
    locked = argc > 2;
    sem_init(&semaphore, 0, 1);
    CALLS(X)
    return *wanted != 0;
}
