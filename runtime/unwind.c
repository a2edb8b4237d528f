/* <unwind.h>: raising exceptions, in two phases as the Itanium C++ ABI has them.
 * The first looks for a handler and changes nothing, so an exception that nobody
 * catches is reported with the whole stack; the second enters one landing pad
 * after the other. Forced unwinding has the second phase alone, and asks before
 * each function.
 *
 * The machine knows which landing pads there are and what they look for. Traps
 * count functions from the one that asks, so whatever asks is inlined into the
 * functions of the interface. Does not model personalities of other languages
 * and the registers of a context. */
#include <augur/unwind.h>
#include <stddef.h>
#include <stdint.h>

#define HERE inline __attribute__((always_inline))

enum { NOTHING = 0, CLEANUP = 1, HANDLER = 2 };

/* A function on the stack. It lies in the frame of a function of this file. */
struct _Unwind_Context {
    int up;    /* calls above that function */
};

static int is_forced(const struct _Unwind_Exception *e) { return e->private_1 != 0; }

/* A type by the name in its description: the second word. Not every language has such. */
static int is_named(const void *type, const char *name)
{
    if (__augur_object_size(type) < 2 * sizeof(void *))
        return 0;
    const char *at = ((const char *const *)type)[1];
    while (*at && *at == *name)
        at++, name++;
    return *at == *name;
}

static int matches(struct _Unwind_Exception *e, const void *type, int enter)
{
    if (!type)
        return 1;
    if (is_forced(e))
        return is_named(type, "N10__cxxabiv115__forced_unwindE");
    if (augur_is_cxx(e))
        return augur_header(e)->matcher(e, type, enter);
    return is_named(type, "N10__cxxabiv119__foreign_exceptionE");
}

/* A specification that stops an exception is looked at again by what it calls. */
static HERE void keep_specification(struct augur_exception *e, int up, int clause, int types)
{
    const void **list = __augur_alloc((types + 1) * sizeof *list, 8, AUGUR_ZEROED | AUGUR_INTERNAL);
    for (int t = 0; t < types; t++)
        list[t] = __augur_pad_type(up, clause, t);
    e->allowed = list;
}

/* What the landing pad `up` calls above would do with the exception. */
static HERE int judge(struct _Unwind_Exception *e, int up, int pad, int enter, int *selector)
{
    int clauses = pad >> AUGUR_PAD_COUNT_SHIFT;
    int native = augur_is_cxx(e) && !is_forced(e);
    *selector = 0;
    for (int i = 0; i < clauses; i++) {
        long clause = __augur_pad_clause(up, i);
        int number = (int)(clause >> 32), types = (int)clause, found = 0;
        if (number < 0 && !native)
            found = types != 0;
        else
            for (int t = 0; t < types && !found; t++)
                found = matches(e, __augur_pad_type(up, i, t), enter);
        if (found == (number > 0)) {
            *selector = number;
            if (enter && number < 0 && native)
                keep_specification(augur_header(e), up, i, types);
            return HANDLER;
        }
    }
    return pad & AUGUR_PAD_CLEANUP ? CLEANUP : NOTHING;
}

static int asks_to_stop(struct _Unwind_Exception *e, struct _Unwind_Context *context, int at_end)
{
    _Unwind_Stop_Fn stop = (_Unwind_Stop_Fn)e->private_1;
    int actions = _UA_FORCE_UNWIND | _UA_CLEANUP_PHASE | (at_end ? _UA_END_OF_STACK : 0);
    return stop(1, actions, e->exception_class, e, context, (void *)e->private_2) != _URC_NO_REASON;
}

/* Enters the next landing pad above the caller; returns if there is none. */
static HERE _Unwind_Reason_Code go_on(struct _Unwind_Exception *e)
{
    struct _Unwind_Context context = { 1 };
    for (int pad; (pad = __augur_pad(context.up)) != -1; context.up++) {
        int selector;
        if (is_forced(e) && asks_to_stop(e, &context, 0))
            return _URC_FATAL_PHASE2_ERROR;
        if (pad && judge(e, context.up, pad, 1, &selector) != NOTHING)
            __augur_land(context.up, e, selector);
    }
    if (is_forced(e) && asks_to_stop(e, &context, 1))
        return _URC_FATAL_PHASE2_ERROR;
    return _URC_END_OF_STACK;
}

/* How many calls above is the handler, and what landing pad is it? 0: nowhere. */
static HERE int handler(struct _Unwind_Exception *e, int *pad, int *selector)
{
    for (int up = 1; (*pad = __augur_pad(up)) != -1; up++)
        if (*pad && judge(e, up, *pad, 0, selector) == HANDLER)
            return up;
    return 0;
}

static HERE _Unwind_Reason_Code raise(struct _Unwind_Exception *e)
{
    int pad, selector;
    return handler(e, &pad, &selector) ? go_on(e) : _URC_END_OF_STACK;
}

__attribute__((noinline)) int augur_raise(struct _Unwind_Exception *e, const void **where)
{
    int pad, selector, up = handler(e, &pad, &selector);
    if (!up)
        return AUGUR_NO_HANDLER;
    *where = __augur_code(up);
    if (selector < 0)
        return AUGUR_AT_SPECIFICATION;
    if (pad & AUGUR_PAD_TERMINATES)
        return pad & AUGUR_PAD_NOEXCEPT ? AUGUR_AT_NOEXCEPT : AUGUR_AT_DESTRUCTOR;
    go_on(e);
    return AUGUR_NO_HANDLER;
}

/* ---- panics of Rust --------------------------------------------------- */

#define RUST 0x4d4f5a0052555354ul /* "MOZ\0RUST" */

static int is_rust(const struct _Unwind_Exception *e)
{
    return e->exception_class == RUST || e->exception_class == __builtin_bswap64(RUST);
}

/* What catches in the end is the code around main: nobody has caught it. */
static int is_start(const void *code)
{
    static const char start[] = "3std2rt1"; /* `lang_start`, `lang_start_internal` */
    char symbol[256];
    size_t length = __augur_symbol(code, symbol, sizeof symbol);
    if (length == 4 && symbol[0] == 'm' && symbol[1] == 'a' && symbol[2] == 'i' && symbol[3] == 'n')
        return 1;
    if (length > sizeof symbol)
        length = sizeof symbol;
    for (size_t at = 0; at + sizeof start <= length; at++) {
        size_t same = 0;
        while (same < sizeof start - 1 && symbol[at + same] == start[same])
            same++;
        if (same == sizeof start - 1)
            return 1;
    }
    return 0;
}

/* As std has it: what was thrown, a pointer to a `&str` or a `String` and its description. */
struct panic {
    struct _Unwind_Exception unwind;
    const void *canary;
    const void *const *payload;
    const size_t *description; /* how to drop it, its size, … */
};

__attribute__((noreturn)) static void report_panic(struct _Unwind_Exception *e)
{
    char message[512] = "a panic that is not caught";
    const struct panic *panic = (const struct panic *)e;
    size_t size = panic->description[1];
    if (size == 2 * sizeof(void *) || size == 3 * sizeof(void *)) {
        /* A String has its capacity before the pointer. */
        const void *const *words = panic->payload + (size == 3 * sizeof(void *));
        const char *text = words[0];
        size_t length = (size_t)words[1], room = sizeof message - 1;
        if (__augur_object_size(text) >= length) {
            length = length < room ? length : room;
            for (size_t i = 0; i < length; i++)
                message[i] = text[i];
            message[length] = 0;
        }
    }
    __augur_problem(AUGUR_PANIC, message);
}

__attribute__((noinline)) _Unwind_Reason_Code _Unwind_RaiseException(struct _Unwind_Exception *e)
{
    int pad, selector;
    if (is_forced(e))
        e->private_1 = e->private_2 = 0;
    if (is_rust(e)) {
        int up = handler(e, &pad, &selector);
        if (!up || is_start(__augur_code(up)))
            report_panic(e);
    }
    return raise(e);
}

__attribute__((noinline)) _Unwind_Reason_Code
_Unwind_Resume_or_Rethrow(struct _Unwind_Exception *e)
{
    return is_forced(e) ? go_on(e) : raise(e);
}

__attribute__((noinline)) _Unwind_Reason_Code
_Unwind_ForcedUnwind(struct _Unwind_Exception *e, _Unwind_Stop_Fn stop, void *argument)
{
    e->private_1 = (_Unwind_Word)stop;
    e->private_2 = (_Unwind_Word)argument;
    return go_on(e);
}

/* Called by a landing pad that has cleaned up. */
__attribute__((noinline)) void _Unwind_Resume(struct _Unwind_Exception *e)
{
    go_on(e);
    __augur_problem(AUGUR_UNCAUGHT_EXCEPTION, "an exception left its thread");
}

void _Unwind_DeleteException(struct _Unwind_Exception *e)
{
    if (e->exception_cleanup)
        e->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, e);
}

__attribute__((noinline)) _Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn trace, void *argument)
{
    struct _Unwind_Context context = { 1 };
    for (; __augur_pad(context.up) != -1; context.up++)
        if (trace(&context, argument) != _URC_NO_REASON)
            return _URC_FATAL_PHASE1_ERROR;
    return _URC_END_OF_STACK;
}

/* ---- what can be asked about a function on the stack --------------------- */

/* Not inlined, so the caller's caller is one call further than it says. */
__attribute__((noinline)) int augur_context_up(struct _Unwind_Context *context)
{
    return __augur_frame_of(context) + context->up - 1;
}

uintptr_t _Unwind_GetIP(struct _Unwind_Context *context)
{
    return (uintptr_t)__augur_code(augur_context_up(context));
}

uintptr_t _Unwind_GetIPInfo(struct _Unwind_Context *context, int *before)
{
    *before = 0;
    return (uintptr_t)__augur_code(augur_context_up(context));
}

/* Functions have their addresses to themselves: 4 GiB, and offsets in them are the lower
 * half of a pointer. */
void *_Unwind_FindEnclosingFunction(void *code)
{
    return (void *)((uintptr_t)code & ~(uintptr_t)UINT32_MAX);
}

uintptr_t _Unwind_GetRegionStart(struct _Unwind_Context *context)
{
    const void *code = __augur_code(augur_context_up(context));
    return (uintptr_t)_Unwind_FindEnclosingFunction((void *)code);
}

/* The stack grows down; what is said here is only good for telling frames apart. */
enum { FRAME_BYTES = 256 };
#define STACK_TOP 0x7ffffffff000ul

uintptr_t _Unwind_GetCFA(struct _Unwind_Context *context)
{
    int up = augur_context_up(context), outer = 0;
    while (__augur_pad(up + outer) != -1)
        outer++;
    return STACK_TOP - (uintptr_t)outer * FRAME_BYTES;
}

void *_Unwind_GetLanguageSpecificData(struct _Unwind_Context *context)
{
    (void)context;
    return NULL;
}

uintptr_t _Unwind_GetDataRelBase(struct _Unwind_Context *context)
{
    (void)context;
    return 0;
}

uintptr_t _Unwind_GetTextRelBase(struct _Unwind_Context *context)
{
    (void)context;
    return 0;
}

_Unwind_Word _Unwind_GetGR(struct _Unwind_Context *context, int index)
{
    (void)context, (void)index;
    __augur_unsupported("_Unwind_GetGR: the registers of a function on the stack");
}

void _Unwind_SetGR(struct _Unwind_Context *context, int index, _Unwind_Word value)
{
    (void)context, (void)index, (void)value;
    __augur_unsupported("_Unwind_SetGR: the registers of a function on the stack");
}

void _Unwind_SetIP(struct _Unwind_Context *context, _Unwind_Word code)
{
    (void)context, (void)code;
    __augur_unsupported("_Unwind_SetIP: going on elsewhere in a function on the stack");
}

/* What a function with landing pads names. The machine does what it would do. */
#define PERSONALITY(name)                                                                 \
    _Unwind_Reason_Code name(int version, _Unwind_Action actions, _Unwind_Exception_Class class, \
                             struct _Unwind_Exception *e, struct _Unwind_Context *context) \
    {                                                                                     \
        (void)version, (void)actions, (void)class, (void)e, (void)context;                \
        __augur_unsupported(#name " called by the program");                              \
    }
PERSONALITY(__gxx_personality_v0)
PERSONALITY(__gcc_personality_v0)
