/* C++ exceptions on top of unwind.c: throwing, catching, rethrowing, and what
 * happens if nobody catches. */
#include <augur/cxxabi.h>
#include <augur/unwind.h>

using std::type_info;

/* The library as a whole is one object to its static variables. */
extern "C" void *__dso_handle;
void *__dso_handle;

extern "C" void abort(void) __attribute__((noreturn));

namespace std {
typedef void (*terminate_handler)();
[[noreturn]] void terminate() noexcept;
terminate_handler set_terminate(terminate_handler) noexcept;
terminate_handler get_terminate() noexcept;
bool uncaught_exception() noexcept;
int uncaught_exceptions() noexcept;
}

static const unsigned long CXX = 0x41554752432b2b00; /* "AUGRC++\0" */

struct exception {
    exception *outer;          /* the exception caught before this one */
    const type_info *type;
    void (*destroy)(void *);
    void *adjusted;            /* what the handler sees */
    int handlers;              /* that run; negative when thrown again */
    _Unwind_Exception unwind;
};

static thread_local exception *caught;
static thread_local int uncaught;
static std::terminate_handler handler;

static exception *of(_Unwind_Exception *e)
{
    return (exception *)((char *)e - offsetof(exception, unwind));
}

extern "C" {

void *__cxa_allocate_exception(size_t size)
{
    exception *e = (exception *)__augur_alloc(sizeof *e + size, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    return e + 1;
}

void __cxa_free_exception(void *object) { __divine_free((exception *)object - 1); }

static void destroy(exception *e)
{
    if (e->destroy)
        e->destroy(e + 1);
    __divine_free(e);
}

[[noreturn]] static void nobody_catches(exception *e)
{
    if (handler) {
        handler();
        abort();
    }
    char message[160] = "uncaught exception of type ";
    unsigned at = 27;
    for (const char *n = e->type->type_name; *n && at < sizeof message - 1; n++)
        message[at++] = *n;
    message[at] = 0;
    __augur_problem(AUGUR_UNCAUGHT_EXCEPTION, message);
}

static int matches(_Unwind_Exception *unwind, const void *type, int enter)
{
    exception *e = of(unwind);
    void *object = e + 1;
    if (!((const type_info *)type)->catches(e->type, object))
        return 0;
    if (enter)
        e->adjusted = object;
    return 1;
}

static void cleanup(_Unwind_Reason_Code, _Unwind_Exception *unwind) { destroy(of(unwind)); }

__attribute__((noinline)) void __cxa_throw(void *object, const type_info *type, void (*destroy)(void *))
{
    exception *e = (exception *)object - 1;
    e->type = type;
    e->destroy = destroy;
    e->adjusted = object;
    e->unwind.exception_class = CXX;
    e->unwind.exception_cleanup = cleanup;
    e->unwind.private_1 = (_Unwind_Word)(augur_matcher)matches;
    uncaught++;
    _Unwind_RaiseException(&e->unwind);
    nobody_catches(e);
}

void *__cxa_get_exception_ptr(void *unwind) { return of((_Unwind_Exception *)unwind)->adjusted; }

void *__cxa_begin_catch(void *unwind)
{
    exception *e = of((_Unwind_Exception *)unwind);
    if (e->unwind.exception_class != CXX)
        __augur_unsupported("an exception of another language");
    e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
    if (caught != e) {
        e->outer = caught;
        caught = e;
    }
    uncaught--;
    return e->adjusted;
}

void __cxa_end_catch(void)
{
    exception *e = caught;
    if (!e)
        return;
    if (e->handlers < 0) {
        if (++e->handlers == 0)
            caught = e->outer;
        return;
    }
    if (--e->handlers == 0) {
        caught = e->outer;
        destroy(e);
    }
}

__attribute__((noinline)) void __cxa_rethrow(void)
{
    exception *e = caught;
    if (!e)
        std::terminate();
    e->handlers = -e->handlers;
    uncaught++;
    _Unwind_RaiseException(&e->unwind);
    nobody_catches(e);
}

const type_info *__cxa_current_exception_type(void) { return caught ? caught->type : nullptr; }

void __cxa_call_unexpected(void *) { std::terminate(); }
void __cxa_pure_virtual(void) { __augur_problem(AUGUR_ABORT, "a pure virtual function was called"); }
void __cxa_deleted_virtual(void) { __augur_problem(AUGUR_ABORT, "a deleted virtual function was called"); }

}

void std::terminate() noexcept
{
    if (handler)
        handler();
    __augur_problem(AUGUR_ABORT, "std::terminate() was called");
}

std::terminate_handler std::set_terminate(terminate_handler next) noexcept
{
    terminate_handler old = handler;
    handler = next;
    return old;
}

std::terminate_handler std::get_terminate() noexcept { return handler; }
bool std::uncaught_exception() noexcept { return uncaught > 0; }
int std::uncaught_exceptions() noexcept { return uncaught; }
