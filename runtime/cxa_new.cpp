/* C++: memory, static variables of functions, and the exceptions that the
 * language itself throws. */
#include <augur/cxxabi.h>
#include <augur/traps.h>

extern "C" void *malloc(size_t) noexcept;
extern "C" void *aligned_alloc(size_t, size_t) noexcept;
extern "C" void free(void *) noexcept;

namespace std {

enum class align_val_t : size_t {};
struct nothrow_t {
    explicit nothrow_t() = default;
};
extern const nothrow_t nothrow;
const nothrow_t nothrow{};

class exception {
public:
    virtual ~exception() noexcept;
    virtual const char *what() const noexcept;
};
exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

#define EXCEPTION(name, base)                                                 \
    class name : public base {                                                \
    public:                                                                   \
        name() noexcept;                                                      \
        virtual ~name() noexcept;                                             \
        const char *what() const noexcept override;                           \
    };                                                                        \
    name::name() noexcept {}                                                  \
    name::~name() noexcept {}                                                 \
    const char *name::what() const noexcept { return "std::" #name; }
EXCEPTION(bad_alloc, exception)
EXCEPTION(bad_array_new_length, bad_alloc)
EXCEPTION(bad_exception, exception)
EXCEPTION(bad_cast, exception)
EXCEPTION(bad_typeid, exception)

}

static void *allocate(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (!p)
        throw std::bad_alloc();
    return p;
}

static void *allocate(size_t size, std::align_val_t align)
{
    size_t a = (size_t)align;
    void *p = aligned_alloc(a, (size + a - 1) / a * a + (size == 0) * a);
    if (!p)
        throw std::bad_alloc();
    return p;
}

/* A program may replace any of these, and the others then call what it put in its place, as
 * with libstdc++ and libc++. Weak, so that the compiler does not take one for granted. */
#define REPLACEABLE __attribute__((weak))

template <typename New> static void *or_null(New make) noexcept
{
    try {
        return make();
    } catch (...) {
        return nullptr;
    }
}

using std::align_val_t;
using std::nothrow_t;

REPLACEABLE void *operator new(size_t size) { return allocate(size); }
REPLACEABLE void *operator new[](size_t size) { return operator new(size); }
REPLACEABLE void *operator new(size_t size, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new(size); });
}
REPLACEABLE void *operator new[](size_t size, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new[](size); });
}
REPLACEABLE void *operator new(size_t size, align_val_t align) { return allocate(size, align); }
REPLACEABLE void *operator new[](size_t size, align_val_t align) { return operator new(size, align); }
REPLACEABLE void *operator new(size_t size, align_val_t align, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new(size, align); });
}
REPLACEABLE void *operator new[](size_t size, align_val_t align, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new[](size, align); });
}

REPLACEABLE void operator delete(void *p) noexcept { free(p); }
REPLACEABLE void operator delete[](void *p) noexcept { operator delete(p); }
REPLACEABLE void operator delete(void *p, size_t) noexcept { operator delete(p); }
REPLACEABLE void operator delete[](void *p, size_t) noexcept { operator delete[](p); }
REPLACEABLE void operator delete(void *p, const nothrow_t &) noexcept { operator delete(p); }
REPLACEABLE void operator delete[](void *p, const nothrow_t &) noexcept { operator delete[](p); }
REPLACEABLE void operator delete(void *p, align_val_t) noexcept { free(p); }
REPLACEABLE void operator delete[](void *p, align_val_t align) noexcept { operator delete(p, align); }
REPLACEABLE void operator delete(void *p, size_t, align_val_t align) noexcept { operator delete(p, align); }
REPLACEABLE void operator delete[](void *p, size_t, align_val_t align) noexcept
{
    operator delete[](p, align);
}
REPLACEABLE void operator delete(void *p, align_val_t align, const nothrow_t &) noexcept
{
    operator delete(p, align);
}
REPLACEABLE void operator delete[](void *p, align_val_t align, const nothrow_t &) noexcept
{
    operator delete[](p, align);
}

extern "C" {

void __cxa_bad_cast(void) { throw std::bad_cast(); }
void __cxa_bad_typeid(void) { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length(void) { throw std::bad_array_new_length(); }

/* The guard of a static variable: its first byte says that the variable is
 * ready, its second half who is making it. */
struct guard {
    unsigned char ready, pad[3];
    unsigned maker;    /* 1 + the number of the thread */
};

__attribute__((noinline)) int __cxa_guard_acquire(guard *g)
{
    __divine_interrupt_mask();
    if (g->ready)
        return 0;
    __augur_wait(&g->maker, ~0u, 0, AUGUR_EQ, "a static variable", g, (const int *)&g->maker, nullptr);
    if (g->ready)
        return 0;
    g->maker = 1 + (unsigned)__divine_get_tid();
    return 1;
}

__attribute__((noinline)) void __cxa_guard_release(guard *g)
{
    __divine_interrupt_mask();
    g->ready = 1;
    g->maker = 0;
}

__attribute__((noinline)) void __cxa_guard_abort(guard *g)
{
    __divine_interrupt_mask();
    g->maker = 0;
}

}
