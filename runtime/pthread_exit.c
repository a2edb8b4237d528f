/* <pthread.h>: leaving a thread early: pthread_exit, cleanup handlers, and what a
 * thread says about being cancelled.
 *
 * The functions of the thread are left one after the other, as with glibc: for each first
 * the handlers run that C has pushed there, then its landing pads: destructors of C++,
 * `catch (...)`, which must throw again, and the `cleanup` attribute in C that is compiled
 * with -fexceptions. (Without it the attribute does nothing here, as with glibc.) */
#include <augur/thread.h>
#include <augur/unwind.h>
#include <errno.h>
#include <setjmp.h>

/* posix: pthread_exit
 * explored: for each function that is left its cleanup handlers, then destructors of C++ and
 *   cleanup attributes; then those of thread-local objects and keys; the last thread takes the
 *   process with it.
 * accesses: none.
 * tests: threads/main_exits.c threads/main_exits_ok.c threads/exit_value_ok.c
 *   cancel/destructor.cpp cancel/destructor_ok.cpp cxx-abi/cancel_order_ok.cpp
 *   cxx-abi/exit_caught.cpp cxx-abi/exit_caught_ok.cpp */

/* posix: pthread_setcancelstate pthread_setcanceltype pthread_testcancel
 * explored: as they are set; a request that was held back is acted on when it may be.
 * accesses: w the old value.
 * tests: cancel/disabled_ok.c cancel/async_between.c cancel/deferred_between_ok.c
 *   races:setcancelstate races:setcanceltype */

/* ---- cleanup handlers ------------------------------------------------- */

/* glibc's header has two ways to push a handler: C programs set a jump buffer
 * for each, older ones a record. Either list belongs to its thread alone. */
static _Thread_local struct _pthread_cleanup_buffer *cleanup_records;
static _Thread_local __pthread_unwind_buf_t *cleanup_jumps;
static _Thread_local void *exit_result;

/* Does it lie in a function up to so many calls above? */
static inline __attribute__((always_inline)) int is_left(const void *record, int up)
{
    return __augur_frame_of(record) <= up;
}

/* A function is about to be left: `context` says which. */
static _Unwind_Reason_Code leave(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                 struct _Unwind_Exception *e, struct _Unwind_Context *context,
                                 void *unused)
{
    (void)version, (void)class, (void)e, (void)unused;
    int up = augur_context_up(context), last = actions & _UA_END_OF_STACK;
    while (cleanup_records && (last || is_left(cleanup_records, up))) {
        struct _pthread_cleanup_buffer *record = cleanup_records;
        cleanup_records = record->__prev;
        record->__routine(record->__arg);
    }
    if (cleanup_jumps && (last || is_left(cleanup_jumps, up))) {
        __pthread_unwind_buf_t *jump = cleanup_jumps;
        cleanup_jumps = jump->__pad[0];
        longjmp((struct __jmp_buf_tag *)(void *)jump->__cancel_jmp_buf, 1);
    }
    if (last)
        augur_thread_exit(exit_result);
    return _URC_NO_REASON;
}

/* Some handler has caught it, and does not pass it on. */
static void caught(_Unwind_Reason_Code code, struct _Unwind_Exception *e)
{
    (void)code, (void)e;
    __augur_problem(AUGUR_ABORT, "the end of a thread (pthread_exit, pthread_cancel) was caught "
                                 "and not rethrown");
}

static _Noreturn void unwind(void)
{
    struct _Unwind_Exception *e = __augur_alloc(sizeof *e, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    e->exception_cleanup = caught;
    _Unwind_ForcedUnwind(e, leave, NULL);
    __augur_unsupported("a thread that ends in the middle of its functions");
}

void pthread_exit(void *result)
{
    exit_result = result;
    if (pthread_cancel)
        augur_cancel_close();
    unwind();
}

void __pthread_register_cancel(__pthread_unwind_buf_t *jump)
{
    jump->__pad[0] = cleanup_jumps;
    cleanup_jumps = jump;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *jump)
{
    cleanup_jumps = jump->__pad[0];
}

void __pthread_register_cancel_defer(__pthread_unwind_buf_t *jump)
{
    __pthread_register_cancel(jump);
}

void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *jump)
{
    __pthread_unregister_cancel(jump);
}

void __pthread_unwind_next(__pthread_unwind_buf_t *jump)
{
    cleanup_jumps = jump->__pad[0];
    unwind();
}

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *record,
                           void (*routine)(void *), void *arg)
{
    record->__routine = routine;
    record->__arg = arg;
    record->__prev = cleanup_records;
    cleanup_records = record;
}

void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *record, int execute)
{
    cleanup_records = record->__prev;
    if (execute)
        record->__routine(record->__arg);
}

/* ---- being cancelled -------------------------------------------------- */

/* From here on requests do nothing any more. */
MASKED void augur_cancel_close(void)
{
    __divine_interrupt_mask();
    augur_self->cancel |= AUGUR_CANCEL_ENDING;
    augur_set_alarm(augur_self, 0);
}

void augur_cancel_now(void)
{
    exit_result = PTHREAD_CANCELED;
    augur_cancel_close();
    unwind();
}

/* Sets the alarm as it must be. Tells whether the calling thread has to go at
 * once. */
int augur_cancel_settle(struct augur_thread *thread)
{
    unsigned all = AUGUR_CANCEL_REQUESTED | AUGUR_CANCEL_DISABLED | AUGUR_CANCEL_ENDING;
    augur_set_alarm(thread, (thread->cancel & all) == AUGUR_CANCEL_REQUESTED);
    int now = thread == augur_self && thread->alarm && thread->cancel & AUGUR_CANCEL_ASYNC;
    return now ? AUGUR_CANCELLED : 0;
}

static MASKED int test(void)
{
    __divine_interrupt_mask();
    return augur_is_cancelled() ? AUGUR_CANCELLED : 0;
}

void pthread_testcancel(void)
{
    if (pthread_cancel)
        augur_or_cancel(test());
}

static MASKED int test_if_chosen(void)
{
    __divine_interrupt_mask();
    return augur_is_cancelled_or(1) ? AUGUR_CANCELLED : 0;
}

void augur_may_cancel(void)
{
    if (pthread_cancel)
        augur_or_cancel(test_if_chosen());
}

static MASKED int change(unsigned bit, int on, int *was)
{
    __divine_interrupt_mask();
    struct augur_thread *self = augur_self;
    *was = (self->cancel & bit) != 0;
    self->cancel = on ? self->cancel | bit : self->cancel & ~bit;
    return augur_cancel_settle(self);
}

static int set(unsigned bit, int on, int *old, int old_on, int old_off)
{
    int was, result = change(bit, on, &was);
    if (old)
        *old = was ? old_on : old_off;
    return result;
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    return augur_or_cancel(set(AUGUR_CANCEL_DISABLED, state == PTHREAD_CANCEL_DISABLE, old,
                               PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_ENABLE));
}

ROLE(exposes) int pthread_setcanceltype(int type, int *old)
{
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    return augur_or_cancel(set(AUGUR_CANCEL_ASYNC, type == PTHREAD_CANCEL_ASYNCHRONOUS, old,
                               PTHREAD_CANCEL_ASYNCHRONOUS, PTHREAD_CANCEL_DEFERRED));
}
