/* Calls of the library that are handed a block of the heap: every execution has one of them. Four blocks
 * are used and freed, then a fifth, which may be where the fourth was; then the program exits with the
 * number of the call, and otherwise with 0. If the call looks at where its block lies, each gets a number,
 * of which three at most are offered to the fifth, and that exit is missing. With an argument there is
 * another thread, since memory that others can reach is accessed in other ways. */
#define _GNU_SOURCE
#include <ctype.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

extern int augur_choice(int);

enum { SIZE = 64 };
char text[SIZE] = "abcdefghabcdefghabcdef";
struct block { char bytes[SIZE]; };
char *old[4], *now;

static int less(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int less_than(const void *a, const void *b, void *unused) { return (void)unused, less(a, b); }

static int print_list(char *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(p, SIZE, format, list);
    va_end(list);
    return length;
}

#define CALLS(CALL)                                                                           \
    CALL(nothing, (void)p)                                                                    \
    CALL(memcpy, memcpy(p, text, 24))                                                         \
    CALL(memcpy_odd, memcpy(p + 1, text, 19))                                                 \
    CALL(mempcpy, mempcpy(p, text, 24))                                                       \
    CALL(memmove, memmove(p, text, 24))                                                       \
    CALL(memmove_within, memmove(p + 1, p, 20))                                               \
    CALL(memmove_back, memmove(p, p + 1, 20))                                                 \
    CALL(memccpy, memccpy(p, text, 'd', 24))                                                  \
    CALL(bcopy, bcopy(text, p, 24))                                                           \
    CALL(assignment, *(struct block *)p = *(struct block *)text)                              \
    CALL(memset, memset(p, 3, SIZE))                                                          \
    CALL(explicit_bzero, explicit_bzero(p, SIZE))                                             \
    CALL(memcmp, memcmp(p, text, 24))                                                         \
    CALL(memchr, memchr(p, 'x', SIZE))                                                        \
    CALL(memrchr, memrchr(p, 'x', SIZE))                                                      \
    CALL(memmem, memmem(p, SIZE, "xy", 2))                                                    \
    CALL(swab, swab(text, p, 24))                                                             \
    CALL(strcpy, strcpy(p, text))                                                             \
    CALL(stpcpy, stpcpy(p, text))                                                             \
    CALL(strncpy, strncpy(p, text, SIZE))                                                     \
    CALL(strcat, (strcpy(p, "a"), strcat(p, text)))                                           \
    CALL(strncat, (strcpy(p, "a"), strncat(p, text, 5)))                                      \
    CALL(strdup, free(strdup(p)))                                                             \
    CALL(strlen, strlen(p))                                                                   \
    CALL(strnlen, strnlen(p, SIZE))                                                           \
    CALL(strcmp, strcmp(p, text))                                                             \
    CALL(strncmp, strncmp(p, text, 5))                                                        \
    CALL(strcasecmp, strcasecmp(p, text))                                                     \
    CALL(strcoll, strcoll(p, text))                                                           \
    CALL(strxfrm, strxfrm(p, text, SIZE))                                                     \
    CALL(strverscmp, strverscmp(p, text))                                                     \
    CALL(strchr, strchr(p, 'x'))                                                              \
    CALL(strrchr, strrchr(p, 'x'))                                                            \
    CALL(strspn, strspn(p, "ab"))                                                             \
    CALL(strpbrk, strpbrk(p, "xy"))                                                           \
    CALL(strstr, strstr(text, p))                                                             \
    CALL(strtok_r, { char *rest; strcpy(p, "a b"); strtok_r(p, " ", &rest); })                \
    CALL(strsep, { char *s = p; strcpy(p, "a b"); strsep(&s, " "); })                         \
    CALL(strtol, { char *end; strtol(p, &end, 10); })                                         \
    CALL(strtod, { char *end; strcpy(p, "1.5"); strtod(p, &end); })                           \
    CALL(atoi, atoi(p))                                                                       \
    CALL(qsort, qsort(p, 3, 8, less))                                                         \
    CALL(qsort_r, qsort_r(p, 3, 8, less_than, NULL))                                          \
    CALL(bsearch, bsearch(text, p, SIZE, 1, less))                                            \
    CALL(lfind, { size_t count = 3; lfind(text, p, &count, 8, less); })                       \
    CALL(realloc, { char *q = malloc(8); q = realloc(q, 100); strcpy(q, p); free(q); })       \
    CALL(snprintf, snprintf(p, SIZE, "%d", 3))                                                \
    CALL(snprintf_string, snprintf(p, SIZE, "%s", text))                                      \
    CALL(snprintf_from, { char to[SIZE]; snprintf(to, SIZE, "%s", p); })                      \
    CALL(sprintf_string, sprintf(p, "%5.3s|%-4s", text, "b"))                                 \
    CALL(vsnprintf, print_list(p, "%s %c", text, 'c'))                                        \
    CALL(snprintf_double, snprintf(p, SIZE, "%g", 0.5))                                       \
    CALL(swprintf, swprintf((wchar_t *)p, SIZE / 4, L"%d %ls", 3, L"a"))                      \
    CALL(asprintf, { char *q; if (asprintf(&q, "%s", p) >= 0) free(q); })                     \
    CALL(sscanf, { int n; sscanf("12 ab", "%d %s", &n, p); })                                 \
    CALL(sscanf_from, { int n; strcpy(p, "12"); sscanf(p, "%d", &n); })                       \
    CALL(puts, puts(p))                                                                       \
    CALL(printf, printf("%s\n", p))                                                           \
    CALL(fwrite, fwrite(p, 1, 8, stdout))                                                     \
    CALL(write, write(1, p, 3))                                                               \
    CALL(writev, { struct iovec part = { p, 3 }; writev(1, &part, 1); })                      \
    CALL(fgets, { FILE *f = fmemopen(text, 8, "r"); fgets(p, SIZE, f); fclose(f); })          \
    CALL(fread, { FILE *f = fmemopen(text, 8, "r"); fread(p, 1, 8, f); fclose(f); })          \
    CALL(fmemopen, { FILE *f = fmemopen(p, SIZE, "w"); fputs("ab", f); fclose(f); })          \
    CALL(getcwd, getcwd(p, SIZE))                                                             \
    CALL(strftime, { struct tm t = { 0 }; strftime(p, SIZE, "%Y", &t); })                     \
    CALL(gmtime_r, { time_t t = 0; gmtime_r(&t, (struct tm *)p); })                           \
    CALL(wmemcpy, wmemcpy((wchar_t *)p, (wchar_t *)text, 6))                                  \
    CALL(wcscpy, wcscpy((wchar_t *)p, L"abc"))                                                \
    CALL(wcslen, wcslen((wchar_t *)p))                                                        \
    CALL(mbstowcs, mbstowcs((wchar_t *)p, "abc", SIZE / 4))                                   \
    CALL(wcstombs, wcstombs(p, L"abc", SIZE))                                                 \
    CALL(rand_r, rand_r((unsigned *)p))                                                       \
    CALL(fnmatch, fnmatch("*b", p, 0))                                                        \
    CALL(regex, { regex_t r; regcomp(&r, "b+", 0); regexec(&r, p, 0, NULL, 0); regfree(&r); }) \
    CALL(stat, { struct stat s; strcpy(p, "/"); stat(p, &s); })                               \
    CALL(setenv, (strcpy(p, "V"), setenv("N", p, 1)))                                         \
    CALL(exchange, { int e = 0; __atomic_compare_exchange_n((int *)p, &e, 1, 0, 5, 5); })     \
    CALL(mutex, { pthread_mutex_t *m = (pthread_mutex_t *)p; pthread_mutex_init(m, NULL);     \
                  pthread_mutex_lock(m); pthread_mutex_unlock(m); pthread_mutex_destroy(m); }) \
    CALL(semaphore, { sem_t *s = (sem_t *)p; sem_init(s, 0, 1); sem_wait(s); sem_destroy(s); }) \
    CALL(specific, { pthread_key_t k; pthread_key_create(&k, NULL);                           \
                     pthread_setspecific(k, p); pthread_key_delete(k); })                     \
    CALL(aligned, if ((unsigned long)p & 15) abort())                                         \
    CALL(difference, if (p + 3 - p != 3) abort())

#define DEFINE(name, ...) static void call_##name(char *p) { __VA_ARGS__; }
CALLS(DEFINE)
#define ENTRY(name, ...) { #name, call_##name },
static const struct { const char *name; void (*call)(char *); } calls[] = { CALLS(ENTRY) };
enum { COUNT = sizeof calls / sizeof *calls };

static char *use(void (*call)(char *))
{
    char *p = calloc(1, SIZE);
    call(p);
    return p;
}

static atomic_int over;

static void *other(void *arg)
{
    while (!over)
        ;
    return arg;
}

int main(int argc, char **argv)
{
#ifdef NAMES
    for (int i = 0; i < COUNT; i++)
        printf("%s\n", calls[i].name);
    return 0;
#endif
    (void)argv;
    pthread_t thread;
    if (argc > 1)
        pthread_create(&thread, NULL, other, NULL);
    int which = augur_choice(COUNT);
    for (int i = 0; i < 4; i++)
        old[i] = use(calls[which].call);
    for (int i = 0; i < 4; i++)
        free(old[i]);
    now = use(calls[which].call);
    int same = now == old[3];
    free(now);
    over = 1;
    if (argc > 1)
        pthread_join(thread, NULL);
    exit(same ? which + 1 : 0);
}
