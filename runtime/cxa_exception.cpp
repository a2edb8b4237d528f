/* C++ exceptions on top of unwind.c: throwing, catching, rethrowing. What happens if
 * nobody catches is in cxa_terminate.cpp.
 *
 * An exception lives as long as somebody refers to it: it is thrown with one reference,
 * which the last handler gives back, and std::exception_ptr has others. Only the count
 * of them is touched by several threads. Memory for exceptions never runs out. */
#include <augur/exception.h>

using std::type_info;

/* The library as a whole is one object to its static variables. */
extern "C" void *__dso_handle;
void *__dso_handle;

/* Reports find it by the symbol. */
static thread_local augur_eh_globals globals asm("augur_exceptions");

static const type_info *type_of(augur_exception *e) { return (const type_info *)e->type; }

bool augur_catches(const type_info *handler, const type_info *thrown, void **object)
{
    void *seen = thrown->__is_pointer_p() ? *(void **)*object : *object;
    if (!handler->__do_catch(thrown, &seen, 1))
        return false;
    *object = seen;
    return true;
}

static int matches(_Unwind_Exception *unwind, const void *type, int enter)
{
    augur_exception *e = augur_header(unwind);
    void *object = augur_object(e);
    if (!augur_catches((const type_info *)type, type_of(e), &object))
        return 0;
    if (enter)
        e->adjusted = object;
    return 1;
}

extern "C" {

augur_eh_globals *__cxa_get_globals() noexcept { return &globals; }
augur_eh_globals *__cxa_get_globals_fast() noexcept { return &globals; }

void *__cxa_allocate_exception(size_t size) noexcept
{
    augur_exception *e = (augur_exception *)__augur_alloc(
        sizeof *e + size, 16, AUGUR_ZEROED | AUGUR_LENT | AUGUR_GIVEN * AUGUR_MADE_BY);
    return e + 1;
}

void __cxa_free_exception(void *object) noexcept { __augur_delete(augur_header_of(object), AUGUR_GIVEN, 0); }

void *__cxa_allocate_dependent_exception() noexcept
{
    return __augur_alloc(sizeof(augur_exception), 16, AUGUR_ZEROED | AUGUR_INTERNAL);
}

void __cxa_free_dependent_exception(void *dependent) noexcept { __augur_delete(dependent, AUGUR_LIBRARY, 0); }

/* ---- references ------------------------------------------------------------- */

void __cxa_increment_exception_refcount(void *object) noexcept
{
    if (object)
        __atomic_add_fetch(&augur_header_of(object)->references, 1, __ATOMIC_ACQ_REL);
}

void __cxa_decrement_exception_refcount(void *object) noexcept
{
    if (!object)
        return;
    augur_exception *e = augur_header_of(object);
    if (__atomic_sub_fetch(&e->references, 1, __ATOMIC_ACQ_REL))
        return;
    if (e->destroy)
        e->destroy(object);
    __cxa_free_exception(object);
}

static void drop(_Unwind_Reason_Code, _Unwind_Exception *unwind)
{
    __cxa_decrement_exception_refcount(augur_header(unwind) + 1);
}

static void drop_dependent(_Unwind_Reason_Code, _Unwind_Exception *unwind)
{
    augur_exception *e = augur_header(unwind);
    void *object = e->primary;
    __cxa_free_dependent_exception(e);
    __cxa_decrement_exception_refcount(object);
}

/* ---- throwing ------------------------------------------------------------------ */

/* Inlined, so that whoever throws is two calls above the unwinder. */
[[noreturn]] static inline __attribute__((always_inline)) void raise(augur_exception *e)
{
    const void *where = nullptr;
    globals.uncaught++;
    int why = augur_raise(&e->unwind, &where);
    /* With a handler of the program the stack is unwound up to where the way ends. */
    if (why != AUGUR_NO_HANDLER && augur_has_handler(why))
        _Unwind_RaiseException(&e->unwind);
    augur_dead_end(e, why, where);
}

augur_exception *__cxa_init_primary_exception(void *object, type_info *type, void (*destroy)(void *)) noexcept
{
    augur_exception *e = augur_header_of(object);
    e->matcher = matches;
    e->type = type;
    e->destroy = destroy;
    e->adjusted = object;
    e->unwind.exception_class = AUGUR_CXX;
    e->unwind.exception_cleanup = drop;
    return e;
}

__attribute__((noinline)) void __cxa_throw(void *object, type_info *type, void (*destroy)(void *))
{
    augur_exception *e = __cxa_init_primary_exception(object, type, destroy);
    e->references = 1;
    raise(e);
}

/* Throws the object of another exception again. */
__attribute__((noinline)) void __cxa_rethrow_primary_exception(void *object)
{
    if (!object)
        return;
    augur_exception *e = (augur_exception *)__cxa_allocate_dependent_exception();
    e->matcher = matches;
    e->primary = object;
    __cxa_increment_exception_refcount(object);
    e->type = augur_header_of(object)->type;
    e->adjusted = object;
    e->unwind.exception_class = AUGUR_CXX + 1;
    e->unwind.exception_cleanup = drop_dependent;
    raise(e);
}

/* ---- catching ------------------------------------------------------------------- */

void *__cxa_get_exception_ptr(void *unwind) noexcept { return augur_header((_Unwind_Exception *)unwind)->adjusted; }

/* Of an exception of another language nothing is known but where its header is. */
void *__cxa_begin_catch(void *unwind) noexcept
{
    augur_exception *e = augur_header((_Unwind_Exception *)unwind);
    if (!augur_is_cxx((_Unwind_Exception *)unwind)) {
        if (globals.caught)
            std::terminate();
        globals.caught = e;
        return nullptr;
    }
    e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
    if (globals.caught != e) {
        e->next = globals.caught;
        globals.caught = e;
    }
    globals.uncaught--;
    return e->adjusted;
}

void __cxa_end_catch()
{
    augur_exception *e = globals.caught;
    if (!e)
        return;
    if (!augur_is_cxx(&e->unwind)) {
        globals.caught = nullptr;
        _Unwind_DeleteException(&e->unwind);
    } else if (e->handlers < 0) {
        if (++e->handlers == 0)
            globals.caught = e->next;
    } else if (--e->handlers == 0) {
        globals.caught = e->next;
        _Unwind_DeleteException(&e->unwind);
    }
}

__attribute__((noinline)) void __cxa_rethrow()
{
    augur_exception *e = globals.caught;
    if (!e)
        __augur_problem(AUGUR_ABORT, "`throw;` without an exception that is being handled");
    if (augur_is_cxx(&e->unwind)) {
        e->handlers = -e->handlers;
        raise(e);
    }
    globals.caught = nullptr;
    _Unwind_Resume_or_Rethrow(&e->unwind);
    augur_dead_end(e, AUGUR_NO_HANDLER, nullptr);
}

const type_info *__cxa_current_exception_type() noexcept
{
    augur_exception *e = globals.caught;
    return e && augur_is_cxx(&e->unwind) ? type_of(e) : nullptr;
}

void *__cxa_current_primary_exception() noexcept
{
    augur_exception *e = globals.caught;
    if (!e || !augur_is_cxx(&e->unwind))
        return nullptr;
    void *object = augur_object(e);
    __cxa_increment_exception_refcount(object);
    return object;
}

unsigned __cxa_uncaught_exceptions() noexcept { return globals.uncaught; }
bool __cxa_uncaught_exception() noexcept { return globals.uncaught > 0; }

}

bool std::uncaught_exception() noexcept { return globals.uncaught > 0; }
int std::uncaught_exceptions() noexcept { return (int)globals.uncaught; }

/* Types that a handler may name for exceptions of other languages; unwind.c knows them by
 * name. No object of them exists. */
namespace __cxxabiv1 {
class __forced_unwind {
    virtual ~__forced_unwind() noexcept;
    virtual void __pure_dummy() = 0;
};
class __foreign_exception {
    virtual ~__foreign_exception() noexcept;
    virtual void __pure_dummy() = 0;
};
__forced_unwind::~__forced_unwind() noexcept {}
__foreign_exception::~__foreign_exception() noexcept {}
}
