/* What follows the schedule. Every access that clang instruments for its thread sanitizer, and every call of a
 * function in the list, comes here first; the sanitizer itself is not linked. x86-64 Linux. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 256, PLACES_MAX = 4096, FREED_MAX = 4096, STUCK_MS = 10000, IDLE_MS = 2000, WAIT_MS = 50 };

static atomic_int now;          /* the turn that is being taken */
static atomic_int threads = 1;  /* that were created */
static atomic_int progress;     /* counts what happens, for the monitor */
static atomic_int left;         /* how often the thread whose turn it is has to come to its place */
static atomic_int inside;       /* it was let go, and may be in a library function */
static _Thread_local int self = -1;
static struct { char kind; const char *place; } at[THREADS_MAX]; /* what each thread is about to do */

static void sleep_ms(int ms)
{
    struct timespec t = { ms / 1000, ms % 1000 * 1000000L };
    nanosleep(&t, NULL);
}

static void say(const char *what)
{
    fprintf(stderr, "schedule: %s\n", what);
}

static void say_where(void)
{
    for (int i = 0; i < threads && i < THREADS_MAX; i++) {
        char kind = at[i].kind;
        const char *what = kind == 'c' ? "in or before " : kind == 'r' ? "about to read at " : kind == 'w' ? "about to write at "
                         : kind == 'a' ? "about to do something atomic at " : "at ";
        fprintf(stderr, "schedule: thread %d is %s%s\n", i, what, at[i].place ? at[i].place : "its start");
    }
}

/* ---- from addresses to lines ------------------------------------------ */

static struct place { void *pc; char text[256]; } places[PLACES_MAX];
static atomic_int places_count;

/* "file:line:column" of the instruction before pc. Only who has the turn asks for one that is new, or somebody who
 * is about to wait; a lock of our own keeps them apart. */
static const char *place_of(void *pc)
{
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    for (int i = 0; i < places_count; i++)
        if (places[i].pc == pc)
            return places[i].text;
    while (atomic_flag_test_and_set(&busy))
        sleep_ms(1);
    const char *found = "?";
    int n = places_count;
    for (int i = 0; i < n; i++)
        if (places[i].pc == pc)
            found = places[i].text;
    if (found[0] == '?' && n < PLACES_MAX) {
        char command[256], line[256] = "";
        snprintf(command, sizeof command,
                 SYMBOLIZER " --obj=/proc/%d/exe --functions=none --no-inlines 0x%lx 2>/dev/null", getpid(),
                 (unsigned long)((char *)pc - 1));
        FILE *f = popen(command, "r");
        if (f) {
            if (!fgets(line, sizeof line, f))
                line[0] = 0;
            pclose(f);
        }
        line[strcspn(line, "\n")] = 0;
        snprintf(places[n].text, sizeof places[n].text, "%s", line);
        places[n].pc = pc;
        found = places[n].text;
        places_count = n + 1;
    }
    atomic_flag_clear(&busy);
    return found;
}

/* ---- turns ------------------------------------------------------------- */

static int is_over(void) { return now >= TURNS; }

static void pass_on(void)
{
    int next = now + 1;
    left = next < TURNS ? turns[next].nth : 0;
    inside = 0;
    progress++;
    if (next == TURNS) {
        say("all turns were taken; from here on everybody runs" ENDING);
        say_where();
    }
    now = next;
}

static int is_here(const struct turn *turn, char kind, const char *name, void *pc)
{
    if (turn->kind != kind)
        return 0;
    if (kind == 'c')
        return strcmp(turn->place, name) == 0;
    const char *place = place_of(pc);
    size_t longer = strlen(place), wanted = strlen(turn->place);
    return longer >= wanted && strcmp(place + longer - wanted, turn->place) == 0 &&
           (longer == wanted || place[longer - wanted - 1] == '/');
}

/* A thread comes to something that can be noticed. */
static void come(char kind, const char *name, void *pc)
{
    if (self < 0 || is_over())
        return;
    const char *place = kind == 'c' ? name : place_of(pc);
    if (self < THREADS_MAX) {
        at[self].kind = kind;
        at[self].place = place;
    }
    int counted = 0;
    for (;;) {
        int turn = now;
        if (turn >= TURNS)
            return;
        if (turns[turn].thread != self) {
            sleep_ms(0);
            continue;
        }
        const struct turn *mine = &turns[turn];
        if (counted || mine->kind == 'e' || mine->kind == '*' || mine->kind == 'b')
            break;
        counted = 1;
        if (mine->kind == 'n' && !inside)
            break; /* It goes on from here to whatever comes next. */
        if (mine->kind == 'n' || (is_here(mine, kind, name, pc) && --left <= 0)) {
            if (mine->kind == 'n')
                counted = 0; /* It counts for its next turn. */
            pass_on();
        } else {
            break;
        }
    }
    inside = 1;
    progress++;
}

/* A thread ends: its turn is over, whatever it was waited for. */
static void leave(void)
{
    if (self < THREADS_MAX) {
        at[self].kind = 'e';
        at[self].place = "its end";
    }
    while (!is_over() && turns[now].thread != self)
        sleep_ms(0);
    while (!is_over() && turns[now].thread == self && turns[now].kind != 'e')
        pass_on();
    if (!is_over() && turns[now].thread == self)
        pass_on();
    self = -1;
}

/* ---- condition variables ------------------------------------------------ */

/* Who wakes when is a matter of turns, so a wait is: give the mutex back, wait for the turn, take it again. A wait may
 * always end by itself, so that is nothing a program may not meet. When the turns are over, who was not signalled
 * waits as usual. */
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int __real_pthread_cond_signal(pthread_cond_t *);
int __real_pthread_cond_broadcast(pthread_cond_t *);
static struct { pthread_cond_t *_Atomic on; atomic_int signalled; } waiters[THREADS_MAX];

int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    come('c', "pthread_cond_wait", __builtin_return_address(0));
    if (self < 0 || self >= THREADS_MAX || is_over())
        return __real_pthread_cond_wait(c, m);
    waiters[self].signalled = 0;
    waiters[self].on = c;
    __real_pthread_mutex_unlock(m);
    for (;;) {
        int turn = now;
        if (turn >= TURNS)
            break;
        if (turns[turn].thread != self) {
            sleep_ms(0);
        } else if (turns[turn].kind == 'b' || turns[turn].kind == 'n') {
            pass_on(); /* It is inside, and still is. */
        } else {
            break;
        }
    }
    int over = is_over();
    waiters[self].on = NULL;
    __real_pthread_mutex_lock(m);
    return over && !waiters[self].signalled ? __real_pthread_cond_wait(c, m) : 0;
}

static void wake(pthread_cond_t *c, int all)
{
    for (int i = 0; i < THREADS_MAX; i++) {
        if (waiters[i].on == c && !waiters[i].signalled) {
            waiters[i].signalled = 1;
            if (!all)
                return;
        }
    }
}

int __wrap_pthread_cond_signal(pthread_cond_t *c)
{
    come('c', "pthread_cond_signal", __builtin_return_address(0));
    wake(c, 0);
    return __real_pthread_cond_signal(c);
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *c)
{
    come('c', "pthread_cond_broadcast", __builtin_return_address(0));
    wake(c, 1);
    return __real_pthread_cond_broadcast(c);
}

/* ---- freed memory -------------------------------------------------------- */

/* Nothing is really freed, so that an access to it can be told. */
static struct { char *start; size_t size; const char *place; } freed[FREED_MAX];
static atomic_int freed_count;

static void release(const char *name, void *block, void *pc)
{
    come('c', name, pc);
    for (int i = 0; block && i < freed_count && i < FREED_MAX; i++)
        if (freed[i].start == block) {
            fprintf(stderr, "schedule: thread %d frees a block at %s that was freed at %s\n", self, place_of(pc),
                    freed[i].place);
            abort();
        }
    int n = freed_count;
    if (block && self >= 0 && n < FREED_MAX) {
        freed[n].start = block;
        freed[n].size = malloc_usable_size(block);
        freed[n].place = place_of(pc);
        freed_count = n + 1;
    }
}

#define RELEASE(name) \
    void __wrap_##name(void *block) { release(#name, block, __builtin_return_address(0)); }
RELEASE(free)
/* operator delete and delete[], with a size and without. */
RELEASE(_ZdlPv) RELEASE(_ZdlPvm) RELEASE(_ZdaPv) RELEASE(_ZdaPvm)

static void look_at(char *address, char kind, void *pc)
{
    for (int i = 0; i < freed_count; i++)
        if (address >= freed[i].start && address < freed[i].start + freed[i].size) {
            fprintf(stderr, "schedule: thread %d %s at %s what was freed at %s\n", self,
                    kind == 'r' ? "reads" : kind == 'w' ? "writes" : "accesses", place_of(pc), freed[i].place);
            abort();
        }
}

static int (*real_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* Sees when nothing happens any more. */
static void *monitor(void *arg)
{
    int last = -1, still_ms = 0;
    for (;;) {
        sleep_ms(10);
        still_ms = progress == last ? still_ms + 10 : 0;
        last = progress;
        if (is_over()) {
            if (still_ms >= IDLE_MS && TIMEOUT) {
                say("nobody comes to anything any more: " KIND);
                say_where();
                _exit(99);
            }
            continue;
        }
        if (turns[now].kind == 'b' && inside && still_ms >= WAIT_MS) {
            pass_on();
        } else if (still_ms >= STUCK_MS) {
            fprintf(stderr, "schedule: turn %d of %d cannot be taken (thread %d, %c %s); from here on everybody runs\n",
                    now + 1, TURNS, turns[now].thread, turns[now].kind, turns[now].place);
            now = TURNS + 1;
        }
    }
    return arg;
}

struct start { void *(*routine)(void *); void *argument; int number; };

static void *trampoline(void *argument)
{
    struct start start = *(struct start *)argument;
    free(argument);
    self = start.number;
    void *result = start.routine(start.argument);
    leave();
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
    if (!real_create)
        *(void **)&real_create = dlsym(RTLD_NEXT, "pthread_create");
    come('c', "pthread_create", __builtin_return_address(0));
    struct start *start = malloc(sizeof *start);
    *start = (struct start){ routine, argument, threads++ };
    return real_create(thread, attributes, trampoline, start);
}

__attribute__((constructor)) static void begin(void)
{
    pthread_t t;
    *(void **)&real_create = dlsym(RTLD_NEXT, "pthread_create");
    left = TURNS > 0 ? turns[0].nth : 0;
    self = 0;
    real_create(&t, NULL, monitor, NULL);
}

__attribute__((visibility("hidden"))) void schedule_call(const char *name, void *pc) { come('c', name, pc); }

/* A call of a library function, whatever its arguments: they are put aside, and then it is jumped to. */
#define CALL(name)                                                                                      \
    static const char text_##name[] __attribute__((used)) = #name;                                      \
    __asm__(".text\n.globl __wrap_" #name "\n__wrap_" #name ":\n"                                       \
            "push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\npush %rax\n"               \
            "sub $128, %rsp\n"                                                                          \
            "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\n"                    \
            "movups %xmm3, 48(%rsp)\nmovups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\n"                  \
            "movups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"                                         \
            "lea text_" #name "(%rip), %rdi\nmov 184(%rsp), %rsi\ncall schedule_call\n"                 \
            "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\n"                    \
            "movups 48(%rsp), %xmm3\nmovups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\n"                  \
            "movups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"                                         \
            "add $128, %rsp\n"                                                                          \
            "pop %rax\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n"                      \
            "jmp __real_" #name "\n");
CALLS

/* ---- what clang calls before accesses ---------------------------------- */

#define PC __builtin_return_address(0)

static void hook(void *address, char kind, void *pc)
{
    come(kind, "", pc);
    look_at(address, kind, pc);
}

#define ACCESS(size)                                                              \
    void __tsan_read##size(void *a) { hook(a, 'r', PC); }               \
    void __tsan_write##size(void *a) { hook(a, 'w', PC); }              \
    void __tsan_unaligned_read##size(void *a) { hook(a, 'r', PC); }     \
    void __tsan_unaligned_write##size(void *a) { hook(a, 'w', PC); }    \
    void __tsan_read_write##size(void *a) { hook(a, 'w', PC); }         \
    void __tsan_volatile_read##size(void *a) { hook(a, 'r', PC); }      \
    void __tsan_volatile_write##size(void *a) { hook(a, 'w', PC); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
void __tsan_read_range(void *a, long n) { (void)n; hook(a, 'r', PC); }
void __tsan_write_range(void *a, long n) { (void)n; hook(a, 'w', PC); }
void __tsan_vptr_read(void *a) { hook(a, 'r', PC); }
void __tsan_vptr_update(void *a, void *v) { (void)v; hook(a, 'w', PC); }
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void) {}
void __tsan_init(void) {}
void *__tsan_memcpy(void *d, const void *s, size_t n) { hook(d, 'w', PC); return memcpy(d, s, n); }
void *__tsan_memmove(void *d, const void *s, size_t n) { hook(d, 'w', PC); return memmove(d, s, n); }
void *__tsan_memset(void *d, int c, size_t n) { hook(d, 'w', PC); return memset(d, c, n); }
void __tsan_atomic_thread_fence(int o) { (void)o; __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int o) { (void)o; }

#define ORDER __ATOMIC_SEQ_CST
#define RMW(bits, name, builtin)                                                                     \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *a, uint##bits##_t v, int o) \
    {                                                                                                \
        (void)o;                                                                                     \
        hook((void *)a, 'a', PC);                                                                           \
        return builtin(a, v, ORDER);                                                                 \
    }
#define ATOMIC(bits)                                                                                                \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *a, int o)                              \
    {                                                                                                               \
        (void)o;                                                                                                    \
        hook((void *)a, 'a', PC);                                                                                          \
        return __atomic_load_n(a, ORDER);                                                                           \
    }                                                                                                               \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *a, uint##bits##_t v, int o)                           \
    {                                                                                                               \
        (void)o;                                                                                                    \
        hook((void *)a, 'a', PC);                                                                                          \
        __atomic_store_n(a, v, ORDER);                                                                              \
    }                                                                                                               \
    RMW(bits, exchange, __atomic_exchange_n)                                                                        \
    RMW(bits, fetch_add, __atomic_fetch_add)                                                                        \
    RMW(bits, fetch_sub, __atomic_fetch_sub)                                                                        \
    RMW(bits, fetch_and, __atomic_fetch_and)                                                                        \
    RMW(bits, fetch_or, __atomic_fetch_or)                                                                          \
    RMW(bits, fetch_xor, __atomic_fetch_xor)                                                                        \
    RMW(bits, fetch_nand, __atomic_fetch_nand)                                                                      \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *a, uint##bits##_t c,         \
                                                              uint##bits##_t v, int o, int p)                       \
    {                                                                                                               \
        (void)o;                                                                                                    \
        (void)p;                                                                                                    \
        hook((void *)a, 'a', PC);                                                                                          \
        __atomic_compare_exchange_n(a, &c, v, 0, ORDER, ORDER);                                                     \
        return c;                                                                                                   \
    }
ATOMIC(8) ATOMIC(16) ATOMIC(32) ATOMIC(64)
