/* C++: allocating and freeing memory. */
#include <augur/exception.h>

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

typedef void (*new_handler)();
new_handler set_new_handler(new_handler) noexcept;
new_handler get_new_handler() noexcept;

}

static std::new_handler new_handler;

std::new_handler std::set_new_handler(new_handler next) noexcept
{
    return __atomic_exchange_n(&::new_handler, next, __ATOMIC_ACQ_REL);
}

std::new_handler std::get_new_handler() noexcept { return __atomic_load_n(&::new_handler, __ATOMIC_ACQUIRE); }

/* As long as there is a handler, it is called and may make memory available. */
template <typename Allocate> static void *try_hard(Allocate allocate)
{
    void *p;
    while (!(p = allocate())) {
        std::new_handler handler = std::get_new_handler();
        if (!handler)
            throw std::bad_alloc();
        handler();
    }
    return p;
}

/* ---- who makes what ----------------------------------------------------------- */

/* As long as the program brings none of these itself, a block remembers which operator has
 * made it, and its end must fit. With some of them its own, one may free what another of
 * them has made. */
extern "C" {
void *augur_allocate(size_t size, size_t align, int maker) noexcept;
#define ASK(name) void augur_defined_##name() __attribute__((weak));
ASK(malloc) ASK(aligned_alloc) ASK(free)
ASK(_Znwm) ASK(_Znam) ASK(_ZnwmSt11align_val_t) ASK(_ZnamSt11align_val_t)
ASK(_ZdlPv) ASK(_ZdaPv) ASK(_ZdlPvm) ASK(_ZdaPvm)
ASK(_ZdlPvSt11align_val_t) ASK(_ZdaPvSt11align_val_t)
ASK(_ZdlPvmSt11align_val_t) ASK(_ZdaPvmSt11align_val_t)
#undef ASK
}

static bool is_replaced()
{
    return augur_defined_malloc || augur_defined_aligned_alloc || augur_defined_free || augur_defined__Znwm ||
           augur_defined__Znam || augur_defined__ZnwmSt11align_val_t || augur_defined__ZnamSt11align_val_t ||
           augur_defined__ZdlPv || augur_defined__ZdaPv || augur_defined__ZdlPvm || augur_defined__ZdaPvm ||
           augur_defined__ZdlPvSt11align_val_t || augur_defined__ZdaPvSt11align_val_t ||
           augur_defined__ZdlPvmSt11align_val_t || augur_defined__ZdaPvmSt11align_val_t;
}

static void *allocate(size_t size, size_t align, int maker)
{
    size_t bytes = size ? size : 1;
    return try_hard([=] {
        if (!is_replaced())
            return augur_allocate(bytes, align, maker);
        return align ? aligned_alloc(align, (bytes + align - 1) / align * align) : malloc(bytes);
    });
}

/* If the size is not known it is 0. */
static void release(void *p, int maker, size_t size)
{
    if (is_replaced())
        free(p);
    else
        __augur_delete(p, maker, size);
}

/* ---- the operators ---------------------------------------------------------------- */

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

REPLACEABLE void *operator new(size_t size) { return allocate(size, 0, AUGUR_NEW); }
REPLACEABLE void *operator new[](size_t size)
{
    return is_replaced() ? operator new(size) : allocate(size, 0, AUGUR_NEW_ARRAY);
}
REPLACEABLE void *operator new(size_t size, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new(size); });
}
REPLACEABLE void *operator new[](size_t size, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new[](size); });
}
REPLACEABLE void *operator new(size_t size, align_val_t align)
{
    return allocate(size, (size_t)align, AUGUR_NEW);
}
REPLACEABLE void *operator new[](size_t size, align_val_t align)
{
    return is_replaced() ? operator new(size, align) : allocate(size, (size_t)align, AUGUR_NEW_ARRAY);
}
REPLACEABLE void *operator new(size_t size, align_val_t align, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new(size, align); });
}
REPLACEABLE void *operator new[](size_t size, align_val_t align, const nothrow_t &) noexcept
{
    return or_null([=] { return operator new[](size, align); });
}

REPLACEABLE void operator delete(void *p) noexcept { release(p, AUGUR_NEW, 0); }
REPLACEABLE void operator delete[](void *p) noexcept
{
    if (is_replaced())
        operator delete(p);
    else
        release(p, AUGUR_NEW_ARRAY, 0);
}
REPLACEABLE void operator delete(void *p, size_t size) noexcept
{
    if (is_replaced())
        operator delete(p);
    else
        release(p, AUGUR_NEW, size);
}
REPLACEABLE void operator delete[](void *p, size_t size) noexcept
{
    if (is_replaced())
        operator delete[](p);
    else
        release(p, AUGUR_NEW_ARRAY, size);
}
REPLACEABLE void operator delete(void *p, const nothrow_t &) noexcept { operator delete(p); }
REPLACEABLE void operator delete[](void *p, const nothrow_t &) noexcept { operator delete[](p); }
REPLACEABLE void operator delete(void *p, align_val_t) noexcept { release(p, AUGUR_NEW, 0); }
REPLACEABLE void operator delete[](void *p, align_val_t align) noexcept
{
    if (is_replaced())
        operator delete(p, align);
    else
        release(p, AUGUR_NEW_ARRAY, 0);
}
REPLACEABLE void operator delete(void *p, size_t size, align_val_t align) noexcept
{
    if (is_replaced())
        operator delete(p, align);
    else
        release(p, AUGUR_NEW, size);
}
REPLACEABLE void operator delete[](void *p, size_t size, align_val_t align) noexcept
{
    if (is_replaced())
        operator delete[](p, align);
    else
        release(p, AUGUR_NEW_ARRAY, size);
}
REPLACEABLE void operator delete(void *p, align_val_t align, const nothrow_t &) noexcept
{
    operator delete(p, align);
}
REPLACEABLE void operator delete[](void *p, align_val_t align, const nothrow_t &) noexcept
{
    operator delete[](p, align);
}
