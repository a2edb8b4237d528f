/* <unwind.h>: raising exceptions, in two phases as the Itanium C++ ABI has them.
 * The first looks for a handler and changes nothing, so an exception that nobody
 * catches is reported with the whole stack; the second enters one landing pad
 * after the other.
 *
 * The machine knows which landing pads there are and what they look for. Traps
 * count functions from the one that asks, so whatever asks is inlined into the
 * functions of the interface. Does not model personalities of other languages
 * and the registers of a context. */
#include <augur/unwind.h>
#include <stddef.h>

#define HERE inline __attribute__((always_inline))

enum { NOTHING = 0, CLEANUP = 1, HANDLER = 2 };

static int matches(struct _Unwind_Exception *e, const void *type, int enter)
{
    if (!type)
        return 1;
    augur_matcher ask = (augur_matcher)e->private_1;
    return ask && ask(e, type, enter);
}

/* What the landing pad `up` calls above would do with the exception. */
static HERE int judge(struct _Unwind_Exception *e, int up, int pad, int enter, int *selector)
{
    int clauses = pad >> AUGUR_PAD_COUNT_SHIFT;
    *selector = 0;
    for (int i = 0; i < clauses; i++) {
        long clause = __augur_pad_clause(up, i);
        int number = (int)(clause >> 32), types = (int)clause, found = 0;
        for (int t = 0; t < types && !found; t++)
            found = matches(e, __augur_pad_type(up, i, t), enter);
        if (found == (number > 0)) {
            *selector = number;
            return HANDLER;
        }
    }
    return pad & AUGUR_PAD_CLEANUP ? CLEANUP : NOTHING;
}

/* Enters the next landing pad above the caller; returns if there is none. */
static HERE void go_on(struct _Unwind_Exception *e)
{
    for (int up = 1, pad; (pad = __augur_pad(up)) != -1; up++) {
        int selector;
        if (pad && judge(e, up, pad, 1, &selector) != NOTHING)
            __augur_land(up, e, selector);
    }
}

static HERE int has_handler(struct _Unwind_Exception *e)
{
    for (int up = 1, pad; (pad = __augur_pad(up)) != -1; up++) {
        int selector;
        if (pad && judge(e, up, pad, 0, &selector) == HANDLER)
            return 1;
    }
    return 0;
}

__attribute__((noinline)) _Unwind_Reason_Code _Unwind_RaiseException(struct _Unwind_Exception *e)
{
    if (has_handler(e))
        go_on(e);
    return _URC_END_OF_STACK;
}

__attribute__((noinline)) _Unwind_Reason_Code
_Unwind_Resume_or_Rethrow(struct _Unwind_Exception *e)
{
    if (has_handler(e))
        go_on(e);
    return _URC_END_OF_STACK;
}

/* Returns if there is nothing to clean up. */
__attribute__((noinline)) void augur_unwind_all(struct _Unwind_Exception *e) { go_on(e); }

/* Called by a landing pad that has cleaned up. */
__attribute__((noinline)) void _Unwind_Resume(struct _Unwind_Exception *e)
{
    go_on(e);
    if (e->exception_class == AUGUR_FORCED)
        ((void (*)(void))e->private_2)();
    __augur_problem(AUGUR_UNCAUGHT_EXCEPTION, "an exception left its thread");
}

void _Unwind_DeleteException(struct _Unwind_Exception *e)
{
    if (e->exception_cleanup)
        e->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, e);
}

_Unwind_Reason_Code _Unwind_ForcedUnwind(struct _Unwind_Exception *e, _Unwind_Stop_Fn stop,
                                         void *argument)
{
    (void)e, (void)stop, (void)argument;
    __augur_unsupported("_Unwind_ForcedUnwind");
}

_Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn trace, void *argument)
{
    (void)trace, (void)argument;
    return _URC_END_OF_STACK;
}
