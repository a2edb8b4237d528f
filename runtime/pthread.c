/* <pthread.h>: threads themselves. Mutexes, condition variables, keys and the
 * rest are in the pthread_*.c beside this file.
 *
 * Creating, ending and joining a thread are one transition each. What a new
 * thread needs to start is handed over in a block that only it can reach, so
 * that its start costs no visible action. Leaving a thread early, by its own will
 * or another's, is in pthread_exit.c. */
#include <augur/thread.h>
#include <errno.h>
#include <stdlib.h>

struct augur_threads augur_threads;
_Thread_local struct augur_thread *augur_self;
_Thread_local unsigned long augur_blocked;

_Static_assert(offsetof(struct augur_thread, self) == 8 * AUGUR_BLOCK_SELF, "its word");
_Static_assert(offsetof(struct augur_thread, next) == 8 * AUGUR_BLOCK_NEXT, "its word");
_Static_assert(offsetof(struct augur_thread, result) == 8 * AUGUR_BLOCK_RESULT, "its word");
_Static_assert(offsetof(struct augur_thread, number) == 8 * AUGUR_BLOCK_NUMBER, "the lower half");
_Static_assert(offsetof(struct augur_thread, joins_as) == 8 * AUGUR_BLOCK_JOINS_AS + 4, "the upper half");

struct launch {
    struct augur_thread *self;
    void *(*start)(void *);
    int (*start_c11)(void *);
    void *arg;
    unsigned long stack_bytes;
    unsigned long blocked;    /* a new thread blocks the signals that its maker does */
};

_Static_assert(offsetof(struct augur_thread, flags) == 8 * AUGUR_BLOCK_NUMBER + 4 &&
               AUGUR_BLOCK_ENDED == AUGUR_ENDED, "beside the number");
_Static_assert(offsetof(struct launch, arg) == 8 * AUGUR_LAUNCH_ARGUMENT, "its word");

/* ---- the list of threads ---------------------------------------------- */

/* The number of a thread that lives or can be joined. */
static int number_of(const struct augur_thread *thread)
{
    return thread->number ? thread->number : thread->joins_as;
}

static void enlist(struct augur_thread *thread)
{
    struct augur_thread **at = &augur_threads.first;
    while (*at && number_of(*at) < thread->number)
        at = &(*at)->next;
    thread->next = *at;
    *at = thread;
    augur_threads.living++;
}

static void unlist(struct augur_thread *thread)
{
    struct augur_thread **at = &augur_threads.first;
    while (number_of(*at) != number_of(thread))
        at = &(*at)->next;
    *at = thread->next;
    thread->next = NULL;
}

static struct augur_thread *find(int number)
{
    struct augur_thread *thread = augur_threads.first;
    while (thread->number != number)
        thread = thread->next;
    return thread;
}

struct augur_thread *augur_thread_check(pthread_t id, const char *message)
{
    struct augur_thread *thread = (struct augur_thread *)id;
    if (__augur_object_size(thread) != sizeof *thread)
        augur_thread_misuse(message);
    return thread;
}

/* ---- sets of waiting threads ------------------------------------------ */

/* How many threads with numbers above AUGUR_SET_MAX wait in some set. */
static int far_waiters;

static int is_far(int number) { return number > AUGUR_SET_MAX; }

/* The calling thread joins the set. */
ROLE(blind) void augur_waiters_add(struct augur_waiters *set, int number)
{
    if (!is_far(number)) {
        set->bits[(number - 1) / 32] |= 1u << ((number - 1) % 32);
        return;
    }
    augur_self->waits_in = set;
    far_waiters++;
}

ROLE(blind) void augur_waiters_remove(struct augur_waiters *set, int number)
{
    if (!is_far(number)) {
        set->bits[(number - 1) / 32] &= ~(1u << ((number - 1) % 32));
        return;
    }
    find(number)->waits_in = NULL;
    far_waiters--;
}

ROLE(blind) int augur_waiters_has(const struct augur_waiters *set, int number)
{
    if (is_far(number))
        return far_waiters && find(number)->waits_in == set;
    return set->bits[(number - 1) / 32] >> ((number - 1) % 32) & 1;
}

/* The next thread from there on that is far and waits in the set. */
static struct augur_thread *next_far(const struct augur_waiters *set, struct augur_thread *thread)
{
    while (thread && !(is_far(thread->number) && thread->waits_in == set))
        thread = thread->next;
    return thread;
}

ROLE(blind) int augur_waiters_count(const struct augur_waiters *set)
{
    int count = 0;
    for (int i = 0; i < AUGUR_SET_MAX / 32; i++)
        for (unsigned rest = set->bits[i]; rest; rest &= rest - 1)
            count++;
    if (far_waiters)
        for (struct augur_thread *t = augur_threads.first; (t = next_far(set, t)); t = t->next)
            count++;
    return count;
}

ROLE(blind) struct augur_thread *augur_waiters_take(struct augur_waiters *set, int index)
{
    int number = 1;
    while (!is_far(number) && (!augur_waiters_has(set, number) || index-- > 0))
        number++;
    if (is_far(number)) {
        struct augur_thread *far = next_far(set, augur_threads.first);
        for (; index > 0; index--)
            far = next_far(set, far->next);
        number = far->number;
    }
    augur_waiters_remove(set, number);
    return find(number);
}

/* ---- start and end ---------------------------------------------------- */

ROLE(starts) void augur_thread_start_main(void)
{
    struct augur_thread *self =
        __augur_alloc(sizeof *self, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    self->self = self;
    self->number = self->joins_as = augur_number();
    __augur_joinable(self->number - 1, 1);
    if (augur_is_interruptible())
        self->flags = AUGUR_BEGUN;
    augur_self = self;
    enlist(self);
}

/* Weak references: null if the program never names them. */
#pragma weak pthread_setname_np
#pragma weak pthread_setaffinity_np
#pragma weak pthread_setschedparam
#pragma weak sched_setaffinity
#pragma weak sched_setscheduler

static int augur_has_traits(void)
{
    return pthread_setname_np || pthread_setaffinity_np || pthread_setschedparam ||
           sched_setaffinity || sched_setscheduler;
}

static void inherit_traits(struct augur_thread *thread)
{
    if (!augur_self->traits)
        return;
    thread->traits = __augur_alloc(sizeof *thread->traits, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *thread->traits = *augur_self->traits;
}

static MASKED void begin(void)
{
    __divine_interrupt_mask();
    augur_self->flags |= AUGUR_BEGUN;
}

static void run(void *argument)
{
    struct launch *launch = argument;
    augur_self = launch->self;
    if (augur_masks_signals())
        augur_blocked = launch->blocked;
    if (augur_is_interruptible())
        begin();
    if (launch->stack_bytes)
        __augur_stack_size(launch->stack_bytes);
    if (launch->start_c11)
        augur_thread_exit((void *)(long)launch->start_c11(launch->arg));
    augur_thread_exit(launch->start(launch->arg));
}

ROLE(starts) MASKED int augur_thread_create(pthread_t *id, int detached, void *(*start)(void *),
                               int (*start_c11)(void *), void *arg, unsigned long stack_bytes)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_THREAD_CREATE))
        return EAGAIN;
    struct augur_thread *thread =
        __augur_alloc(sizeof *thread, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    struct launch *launch =
        __augur_alloc(sizeof *launch, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    launch->self = thread->self = thread;
    launch->start = start;
    launch->start_c11 = start_c11;
    launch->arg = arg;
    launch->stack_bytes = stack_bytes;
    if (augur_masks_signals())
        thread->blocked = launch->blocked = augur_blocked;
    if (augur_has_traits())
        inherit_traits(thread);
    thread->flags = detached ? AUGUR_DETACHED : 0;
    /* Before the thread starts: a section that others can notice begins with what
     * they can notice. */
    *id = (pthread_t)thread;
    thread->number = __divine_new_thread(run, launch) + 1;
    if (thread->number > AUGUR_THREADS_MAX)
        __augur_unsupported("more than 1024 threads alive at the same time");
    if (!detached) {
        thread->joins_as = thread->number;
        __augur_joinable(thread->number - 1, 1);
    }
    enlist(thread);
    return 0;
}

/* The last thread to end takes the process with it; then this returns. */
ROLE(ends) static MASKED void augur_thread_leave(void *result)
{
    __divine_interrupt_mask();
    struct augur_thread *self = augur_self;
    if (augur_threads.living == 1)
        return;
    if (self->robust)
        augur_mutex_end_thread(self);
    augur_threads.living--;
    if (!self->joins_as)
        unlist(self);
    self->result = self->flags & AUGUR_DETACHED ? NULL : result;
    self->number = 0;
    self->flags |= AUGUR_ENDED;
    if (self->flags & AUGUR_DETACHED)
        __augur_retire(self);
    __augur_end_thread();
}

void augur_thread_exit(void *result)
{
    augur_thread_local_destructors();
    augur_keys_end_thread();
    augur_thread_leave(result);
    exit(0);
}

/* ---- the user's view -------------------------------------------------- */

/* posix: pthread_create
 * explored: the new thread runs at any time from then on, before or after the call returns; one
 *   that is not allowed the policy it asks for (EPERM).
 * left out: a thread that runs before its id is stored, which POSIX allows and glibc does not;
 *   more than 1024 threads at once (`unsupported`).
 * faults: thread-create
 * accesses: r the attributes, w the id.
 * tests: threads/shared_argument.c threads/create_join_ok.c faults/thread_create.c
 *   faults/thread_create_ok.c races:pthread_create_id races:create_attributes */

/* posix: pthread_join
 * explored: waits for the end; circles of joins. Who is cancelled joins a thread that has ended
 *   (as glibc does), or does not (as POSIX says). Joining a thread twice, oneself, or one that is
 *   detached is a misuse.
 * left out: results of EDEADLK, EINVAL and ESRCH, where the misuse is reported.
 * accesses: w the result.
 * tests: deadlock/join_cycle.c thread-misuse/join_*.c threads/exit_value_ok.c
 *   cancel/join_ended.c races:pthread_join_result */

/* posix: pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np
 * explored: joined, or not yet ended: both, while the thread runs. A deadline that is over has
 *   moved the clock. Timed ones are cancellation points.
 * accesses: r the deadline, w the result.
 * tests: cancel/timed_join.c cancel/timed_join_ok.c threads/timed_join.c
 *   threads/timed_join_ok.c */

/* posix: pthread_detach
 * explored: before or after the end of the thread. Detaching twice or after the join is a misuse.
 * accesses: none.
 * tests: thread-misuse/detach_twice.c thread-misuse/join_detached.c threads/detach_ok.c
 *   threads/id_reused_detached.c */

/* posix: pthread_self pthread_equal
 * explored: the id of a thread that was joined, or was detached and has ended, may be that of a
 *   thread that is started later.
 * accesses: none.
 * tests: threads/id_reused.c threads/id_reused_ok.c threads/self_equal_ok.c */

/* The id is there before the thread starts. */
ROLE(starts) int pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                                void *(*start)(void *), void *arg)
{
    int detached = PTHREAD_CREATE_JOINABLE;
    unsigned long stack_bytes = 0;
    if (attributes) {
        int error = augur_attr_check(attributes);
        if (error)
            return error;
        pthread_attr_getdetachstate(attributes, &detached);
        stack_bytes = augur_attr_stack_bytes(attributes);
    }
    __augur_touch(id, sizeof *id, 1);
    detached = detached == PTHREAD_CREATE_DETACHED;
    return augur_thread_create(id, detached, start, NULL, arg, stack_bytes);
}

pthread_t pthread_self(void) { return (pthread_t)augur_self; }

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

static struct augur_thread *other_thread(pthread_t id)
{
    struct augur_thread *thread =
        augur_thread_check(id, "pthread_join: this value is not the id of a thread");
    if (thread->number == augur_self->number)
        augur_thread_misuse("pthread_join: a thread tries to join itself");
    return thread;
}

static void check_joinable(const struct augur_thread *thread)
{
    if (thread->flags & AUGUR_DETACHED)
        augur_thread_misuse("pthread_join: the thread is detached");
    if (thread->flags & AUGUR_JOINED)
        augur_thread_misuse("pthread_join: the thread is joined a second time");
}

static void give_up(struct augur_thread *thread)
{
    __augur_joinable(thread->joins_as - 1, 0);
    if (thread->flags & AUGUR_ENDED)
        unlist(thread);
    thread->joins_as = 0;
}

static void take_result(struct augur_thread *thread, void **result)
{
    give_up(thread);
    *result = thread->result;
    thread->result = NULL;
    thread->flags |= AUGUR_JOINED;
    __augur_retire(thread);
}

ROLE(joins) static MASKED int augur_thread_join(pthread_t id, void **result)
{
    __divine_interrupt_mask();
    struct augur_thread *thread = other_thread(id);
    __augur_wait(&thread->flags, AUGUR_ENDED | AUGUR_DETACHED, 0, AUGUR_NE, "thread", thread,
                 &thread->number, augur_alarm());
    check_joinable(thread);
    if (augur_is_cancelled_or(thread->flags & AUGUR_ENDED))
        return AUGUR_CANCELLED;
    take_result(thread, result);
    return 0;
}

ROLE(inherits) __attribute__((noinline)) static void hand_on(void **result, void *value)
{
    *result = value;
}

int pthread_join(pthread_t id, void **result)
{
    void *value;
    int error = augur_or_cancel(augur_thread_join(id, &value));
    if (!error && result)
        hand_on(result, value);
    return error;
}

ROLE(observes) static MASKED int try_join(pthread_t id, void **result)
{
    __divine_interrupt_mask();
    struct augur_thread *thread = other_thread(id);
    check_joinable(thread);
    if (!(thread->flags & AUGUR_ENDED))
        return EBUSY;
    take_result(thread, result);
    return 0;
}

int pthread_tryjoin_np(pthread_t id, void **result)
{
    void *value;
    int error = try_join(id, &value);
    if (!error && result)
        *result = value;
    return error;
}

/* A timed wait may be scheduled late, then the thread has ended, or early, then
 * the time is over: both outcomes are interleavings, no choice is needed. */
int pthread_clockjoin_np(pthread_t id, void **result, clockid_t clock,
                         const struct timespec *deadline)
{
    if (!deadline)
        return pthread_join(id, result);
    struct timespec until = *deadline;
    if (augur_bad_time(&until))
        return EINVAL;
    pthread_testcancel();
    if (!pthread_tryjoin_np(id, result))
        return 0;
    augur_clock_reached(clock, &until);
    return ETIMEDOUT;
}

int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *deadline)
{
    return pthread_clockjoin_np(id, result, CLOCK_REALTIME, deadline);
}

ROLE(observes) MASKED int pthread_detach(pthread_t id)
{
    __divine_interrupt_mask();
    struct augur_thread *thread =
        augur_thread_check(id, "pthread_detach: this value is not the id of a thread");
    if (thread->flags & AUGUR_DETACHED)
        augur_thread_misuse("pthread_detach: the thread is detached already");
    if (thread->flags & AUGUR_JOINED)
        augur_thread_misuse("pthread_detach: the thread was joined already");
    if (thread->joins_as)
        give_up(thread);
    thread->flags |= AUGUR_DETACHED;
    thread->result = NULL;
    if (thread->flags & AUGUR_ENDED)
        __augur_retire(thread);
    return 0;
}
