/* std::exception_ptr and std::nested_exception, out of line, as the headers of both
 * libraries declare them. Either class is a pointer to the thrown object.
 *
 * std::current_exception has one name in both, and both get what it returns in memory
 * of theirs, so one function serves. */
#include <augur/exception.h>

static void keep(void *object) { __cxa_increment_exception_refcount(object); }
static void drop(void *object) { __cxa_decrement_exception_refcount(object); }

[[noreturn]] static inline __attribute__((always_inline)) void throw_again(void *object)
{
    __cxa_rethrow_primary_exception(object);
    __augur_problem(AUGUR_ABORT, "std::rethrow_exception was called with a null pointer");
}

#define COPIES(name)                                                          \
    name::name(const name &other) noexcept : object(other.object) { keep(object); } \
    name::~name() noexcept { drop(object); }                                  \
    name &name::operator=(const name &other) noexcept                         \
    {                                                                         \
        void *old = object;                                                   \
        keep(other.object);                                                   \
        object = other.object;                                                \
        drop(old);                                                            \
        return *this;                                                         \
    }

namespace std {

/* ---- libc++ ---------------------------------------------------------------- */

class exception_ptr {
public:
    void *object;
    exception_ptr() noexcept : object(nullptr) {}
    exception_ptr(const exception_ptr &) noexcept;
    ~exception_ptr() noexcept;
    exception_ptr &operator=(const exception_ptr &) noexcept;
    static exception_ptr __from_native_exception_pointer(void *) noexcept;
};
COPIES(exception_ptr)

exception_ptr exception_ptr::__from_native_exception_pointer(void *object) noexcept
{
    exception_ptr made;
    made.object = object;
    keep(object);
    return made;
}

exception_ptr current_exception() noexcept;
exception_ptr current_exception() noexcept
{
    exception_ptr made;
    made.object = __cxa_current_primary_exception();
    return made;
}

[[noreturn]] void rethrow_exception(exception_ptr);
void rethrow_exception(exception_ptr e) { throw_again(e.object); }

class nested_exception {
    exception_ptr nested;

public:
    nested_exception() noexcept;
    virtual ~nested_exception() noexcept;
    [[noreturn]] void rethrow_nested() const;
};
nested_exception::nested_exception() noexcept : nested(current_exception()) {}
nested_exception::~nested_exception() noexcept {}
void nested_exception::rethrow_nested() const
{
    if (!nested.object)
        terminate();
    throw_again(nested.object);
}

/* ---- libstdc++ -------------------------------------------------------------- */

namespace __exception_ptr {

class exception_ptr {
    typedef void (exception_ptr::*safe_bool)();

public:
    void *object;
    exception_ptr() noexcept;
    explicit exception_ptr(void *) noexcept;
    exception_ptr(safe_bool) noexcept;
    exception_ptr(const exception_ptr &) noexcept;
    ~exception_ptr() noexcept;
    exception_ptr &operator=(const exception_ptr &) noexcept;
    void _M_addref() noexcept;
    void _M_release() noexcept;
    void *_M_get() const noexcept;
    void swap(exception_ptr &) noexcept;
    void _M_safe_bool_dummy() noexcept;
    bool operator!() const noexcept;
    const type_info *__cxa_exception_type() const noexcept;
};
COPIES(exception_ptr)

exception_ptr::exception_ptr() noexcept : object(nullptr) {}
exception_ptr::exception_ptr(safe_bool) noexcept : object(nullptr) {}
exception_ptr::exception_ptr(void *object) noexcept : object(object) { keep(object); }
void exception_ptr::_M_addref() noexcept { keep(object); }
void exception_ptr::_M_release() noexcept
{
    drop(object);
    object = nullptr;
}
void *exception_ptr::_M_get() const noexcept { return object; }
void exception_ptr::swap(exception_ptr &other) noexcept
{
    void *mine = object;
    object = other.object;
    other.object = mine;
}
void exception_ptr::_M_safe_bool_dummy() noexcept {}
bool exception_ptr::operator!() const noexcept { return !object; }
const type_info *exception_ptr::__cxa_exception_type() const noexcept
{
    return (const type_info *)augur_header_of(object)->type;
}

bool operator==(const exception_ptr &a, const exception_ptr &b) noexcept;
bool operator==(const exception_ptr &a, const exception_ptr &b) noexcept { return a.object == b.object; }
bool operator!=(const exception_ptr &a, const exception_ptr &b) noexcept;
bool operator!=(const exception_ptr &a, const exception_ptr &b) noexcept { return a.object != b.object; }

}

[[noreturn]] void rethrow_exception(__exception_ptr::exception_ptr);
void rethrow_exception(__exception_ptr::exception_ptr e) { throw_again(e.object); }

}
