/* <threads.h>: C11 threads on top of the POSIX ones, whose types they share. */
#include <augur/thread.h>
#include <errno.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "glibc's layout");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "glibc's layout");

/* posix: others
 * explored: as the POSIX functions that they stand for; mtx_trylock that fails though the
 *   mutex is free.
 * faults: spurious-failure, thread-create, malloc
 * accesses: as theirs.
 * tests: faults/trylock_c11.c faults/trylock_c11_ok.c faults/thrd_create_error.c
 *   faults/thrd_create_error_ok.c */

static int result_of(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
    }
}

int thrd_create(thrd_t *id, thrd_start_t start, void *arg)
{
    __augur_touch(id, sizeof *id, 1);
    int error = augur_thread_create(id, 0, NULL, start, arg, 0);
    if (error == EAGAIN)    /* of what there was not enough is left open */
        return __divine_choice(2) ? thrd_error : thrd_nomem;
    return result_of(error);
}

int thrd_equal(thrd_t a, thrd_t b) { return pthread_equal(a, b); }

thrd_t thrd_current(void) { return pthread_self(); }

int thrd_detach(thrd_t id) { return result_of(pthread_detach(id)); }

void thrd_exit(int result) { pthread_exit((void *)(long)result); }

int thrd_join(thrd_t id, int *result)
{
    void *value;
    int error = pthread_join(id, &value);
    if (!error && result)
        *result = (int)(long)value;
    return result_of(error);
}

int thrd_sleep(const struct timespec *duration, struct timespec *rest)
{
    return nanosleep(duration, rest) == 0 ? 0 : errno == EINTR ? -1 : -2;
}

void thrd_yield(void) { sched_yield(); }

void call_once(once_flag *once, void (*function)(void))
{
    pthread_once(&once->__data, function);
}

/* ---- mutexes ---------------------------------------------------------- */

int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t attributes;
    if (type & ~(mtx_plain | mtx_recursive | mtx_timed))
        return thrd_error;
    pthread_mutexattr_init(&attributes);
    if (type & mtx_recursive)
        pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    return result_of(pthread_mutex_init((pthread_mutex_t *)m, &attributes));
}

int mtx_lock(mtx_t *m) { return result_of(pthread_mutex_lock((pthread_mutex_t *)m)); }

/* C11 lets it fail though nobody holds the mutex. */
int mtx_trylock(mtx_t *m)
{
    if (augur_fault(AUGUR_FAULT_SPURIOUS_FAILURE))
        return thrd_busy;
    return result_of(pthread_mutex_trylock((pthread_mutex_t *)m));
}

int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict deadline)
{
    return result_of(pthread_mutex_timedlock((pthread_mutex_t *)m, deadline));
}

int mtx_unlock(mtx_t *m) { return result_of(pthread_mutex_unlock((pthread_mutex_t *)m)); }

void mtx_destroy(mtx_t *m) { pthread_mutex_destroy((pthread_mutex_t *)m); }

/* ---- condition variables ---------------------------------------------- */

int cnd_init(cnd_t *c) { return result_of(pthread_cond_init((pthread_cond_t *)c, NULL)); }

int cnd_signal(cnd_t *c) { return result_of(pthread_cond_signal((pthread_cond_t *)c)); }

int cnd_broadcast(cnd_t *c) { return result_of(pthread_cond_broadcast((pthread_cond_t *)c)); }

int cnd_wait(cnd_t *c, mtx_t *m)
{
    return result_of(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict deadline)
{
    return result_of(
        pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, deadline));
}

void cnd_destroy(cnd_t *c) { pthread_cond_destroy((pthread_cond_t *)c); }

/* ---- thread-specific storage ------------------------------------------ */

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return result_of(pthread_key_create(key, destructor));
}

void *tss_get(tss_t key) { return pthread_getspecific(key); }

int tss_set(tss_t key, void *value) { return result_of(pthread_setspecific(key, value)); }

void tss_delete(tss_t key) { pthread_key_delete(key); }
