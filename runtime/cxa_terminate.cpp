/* Where an exception cannot go on: std::terminate, std::unexpected and their handlers,
 * and what is reported if the program has not set any.
 *
 * A handler is looked at when it is needed, not with every throw: in between another one
 * could be set by a destructor. */
#include <augur/exception.h>

using std::type_info;

static std::terminate_handler terminate_handler;
static std::unexpected_handler unexpected_handler;

/* ---- words ---------------------------------------------------------------- */

namespace {

struct text {
    char bytes[512];
    unsigned at = 0;

    void add(const char *from)
    {
        while (*from && at < sizeof bytes - 1)
            bytes[at++] = *from++;
        bytes[at] = 0;
    }
    void add_demangled(const char *symbol)
    {
        char name[256];
        size_t length = __augur_demangle(symbol, name, sizeof name - 1);
        name[length < sizeof name ? length : sizeof name - 1] = 0;
        add(length ? name : symbol);
    }
    void add_function(const void *code)
    {
        char symbol[512];
        size_t length = __augur_symbol(code, symbol, sizeof symbol - 1);
        symbol[length < sizeof symbol ? length : sizeof symbol - 1] = 0;
        add_demangled(symbol);
    }
    /* Its type, and what it says of itself. */
    void add_exception(augur_exception *e)
    {
        if (e->unwind.private_1)
            return add("the end of a thread (pthread_exit, pthread_cancel)");
        if (!augur_is_cxx(&e->unwind))
            return add("an exception of another language");
        const type_info *type = (const type_info *)e->type;
        add("an exception of type ");
        add_demangled(type->type_name);
        void *object = augur_object(e);
        if (type->__is_pointer_p() || !augur_catches(&typeid(std::exception), type, &object))
            return;
        const char *what = ((std::exception *)object)->what();
        if (what) {
            add(" (\"");
            add(what);
            add("\")");
        }
    }
};

}

/* ---- std::terminate ---------------------------------------------------------- */

/* What is said before and behind the name of the function that has the landing pad. The one
 * that is meant may have been inlined there. */
static const char *const reasons[][2] = {
    {" is not caught", ""},
    {" leaves a noexcept function, in ", ""},
    {" leaves a destructor, called in ", ", while the stack is unwound for another exception"},
    {" leaves a function whose exception specification does not allow it, in ", ""},
};

[[noreturn]] static void report(augur_exception *e, int why, const void *where)
{
    text message;
    message.add_exception(e);
    message.add(reasons[why][0]);
    if (why != AUGUR_NO_HANDLER)
        message.add_function(where);
    message.add(reasons[why][1]);
    __augur_problem(AUGUR_UNCAUGHT_EXCEPTION, message.bytes);
}

/* What std::get_terminate returns if nothing was set. */
[[noreturn]] static void default_terminate()
{
    augur_exception *e = __cxa_get_globals()->caught;
    if (!e)
        __augur_problem(AUGUR_ABORT, "std::terminate() was called");
    text message;
    message.add("std::terminate() was called because of, or while handling, ");
    message.add_exception(e);
    __augur_problem(AUGUR_ABORT, message.bytes);
}

static std::terminate_handler current_terminate()
{
    std::terminate_handler set = __atomic_load_n(&terminate_handler, __ATOMIC_ACQUIRE);
    return set ? set : default_terminate;
}

static std::unexpected_handler current_unexpected()
{
    std::unexpected_handler set = __atomic_load_n(&unexpected_handler, __ATOMIC_ACQUIRE);
    return set ? set : std::terminate;
}

static bool is_function(const void *code, const char *name)
{
    char symbol[32];
    size_t length = __augur_symbol(code, symbol, sizeof symbol), i = 0;
    while (i < length && i < sizeof symbol && symbol[i] == name[i])
        i++;
    return i == length && !name[i];
}

bool augur_has_handler(int why)
{
    return current_terminate() != default_terminate ||
           (why == AUGUR_AT_SPECIFICATION && current_unexpected() != std::terminate);
}

void augur_dead_end(augur_exception *e, int why, const void *where)
{
    /* As in a handler, what the exception refers to is not lost. */
    __cxa_begin_catch(&e->unwind);
    if (!augur_has_handler(why))
        report(e, why, where);
    std::terminate();
}

void std::terminate() noexcept
{
    std::terminate_handler handler = current_terminate();
    if (handler == default_terminate) {
        /* What clang calls where an exception must not go on: above it is the function. */
        augur_exception *e = __cxa_get_globals()->caught;
        if (e && is_function(__augur_code(1), "__clang_call_terminate"))
            report(e, AUGUR_AT_NOEXCEPT, __augur_code(2));
        default_terminate();
    }
    try {
        handler();
    } catch (...) {
        __augur_problem(AUGUR_ABORT, "an exception left the terminate handler");
    }
    __augur_problem(AUGUR_ABORT, "the terminate handler has returned");
}

std::terminate_handler std::set_terminate(terminate_handler next) noexcept
{
    std::terminate_handler old = __atomic_exchange_n(&::terminate_handler, next, __ATOMIC_ACQ_REL);
    return old ? old : default_terminate;
}

std::terminate_handler std::get_terminate() noexcept { return current_terminate(); }

/* ---- exception specifications -------------------------------------------------- */

void std::unexpected()
{
    current_unexpected()();
    std::terminate();
}

std::unexpected_handler std::set_unexpected(unexpected_handler next) noexcept
{
    std::unexpected_handler old = __atomic_exchange_n(&::unexpected_handler, next, __ATOMIC_ACQ_REL);
    return old ? old : std::terminate;
}

std::unexpected_handler std::get_unexpected() noexcept { return current_unexpected(); }

/* Does a list of types that ends with null allow this exception? */
static bool allows(const void **list, const type_info *type, void *object)
{
    for (; *list; list++)
        if (augur_catches((const type_info *)*list, type, &object))
            return true;
    return false;
}

namespace {
struct end_of_handler {
    ~end_of_handler() { __cxa_end_catch(); }
};
}

/* The handler of unexpected exceptions may throw another one, which goes on if the
 * specification allows it, or else as std::bad_exception if that is allowed. */
extern "C" void __cxa_call_unexpected(void *unwind)
{
    static const void *nothing[1];
    _Unwind_Exception *exception = (_Unwind_Exception *)unwind;
    const void **allowed = augur_is_cxx(exception) ? augur_header(exception)->allowed : nothing;
    __cxa_begin_catch(unwind);
    end_of_handler whatever_happens;
    try {
        std::unexpected();
    } catch (...) {
        augur_exception *e = __cxa_get_globals()->caught;
        if (augur_is_cxx(&e->unwind) && allows(allowed, (const type_info *)e->type, augur_object(e)))
            throw;
        std::bad_exception bad;
        if (allows(allowed, &typeid(std::bad_exception), &bad))
            throw std::bad_exception();
        std::terminate();
    }
}

/* clang and GCC call these where the language says that the program ends. */
extern "C" void __cxa_call_terminate(void *unwind)
{
    if (unwind)
        __cxa_begin_catch(unwind);
    std::terminate();
}
extern "C" void __cxa_pure_virtual() { __augur_problem(AUGUR_ABORT, "a pure virtual function was called"); }
extern "C" void __cxa_deleted_virtual() { __augur_problem(AUGUR_ABORT, "a deleted virtual function was called"); }

namespace __gnu_cxx {
void __verbose_terminate_handler() { default_terminate(); }
}
