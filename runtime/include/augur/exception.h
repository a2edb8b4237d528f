/* What the files about exceptions of C++ share; not for users. */
#ifndef AUGUR_EXCEPTION_H
#define AUGUR_EXCEPTION_H

#include <augur/cxxabi.h>
#include <augur/unwind.h>

/* Also what __cxa_get_globals shows: the exceptions that handlers of the thread are busy
 * with, the newest first, and how many are on their way to one. */
struct augur_eh_globals {
    augur_exception *caught;
    unsigned uncaught;
};
extern "C" augur_eh_globals *__cxa_get_globals() noexcept;

extern "C" {
void *__cxa_allocate_exception(size_t size) noexcept;
void __cxa_free_exception(void *object) noexcept;
void __cxa_increment_exception_refcount(void *object) noexcept;
void __cxa_decrement_exception_refcount(void *object) noexcept;
void *__cxa_current_primary_exception() noexcept;
void __cxa_rethrow_primary_exception(void *object);
void *__cxa_begin_catch(void *unwind) noexcept;
void __cxa_end_catch();
}

/* The object of an exception, the header of an object. */
static inline void *augur_object(augur_exception *e)
{
    return e->unwind.exception_class == AUGUR_CXX ? e + 1 : e->primary;
}
static inline augur_exception *augur_header_of(void *object) { return (augur_exception *)object - 1; }

/* Does a handler for this type catch an object of that one? */
bool augur_catches(const std::type_info *handler, const std::type_info *thrown, void **object);

/* An exception came to a dead end (enum augur_dead_end). Calls the handlers that the
 * program has set; without them, reports what happened. */
[[noreturn]] void augur_dead_end(augur_exception *e, int why, const void *where);
bool augur_has_handler(int why);

namespace std {
typedef void (*terminate_handler)();
typedef void (*unexpected_handler)();
[[noreturn]] void terminate() noexcept;
terminate_handler set_terminate(terminate_handler) noexcept;
terminate_handler get_terminate() noexcept;
[[noreturn]] void unexpected();
unexpected_handler set_unexpected(unexpected_handler) noexcept;
unexpected_handler get_unexpected() noexcept;
bool uncaught_exception() noexcept;
int uncaught_exceptions() noexcept;

class exception {
public:
    exception() noexcept {}
    virtual ~exception() noexcept;
    virtual const char *what() const noexcept;
};
class bad_exception : public exception {
public:
    bad_exception() noexcept;
    virtual ~bad_exception() noexcept;
    const char *what() const noexcept override;
};
class bad_alloc : public exception {
public:
    bad_alloc() noexcept;
    virtual ~bad_alloc() noexcept;
    const char *what() const noexcept override;
};
class bad_array_new_length : public bad_alloc {
public:
    bad_array_new_length() noexcept;
    virtual ~bad_array_new_length() noexcept;
    const char *what() const noexcept override;
};
class bad_cast : public exception {
public:
    bad_cast() noexcept;
    virtual ~bad_cast() noexcept;
    const char *what() const noexcept override;
};
class bad_typeid : public exception {
public:
    bad_typeid() noexcept;
    virtual ~bad_typeid() noexcept;
    const char *what() const noexcept override;
};
}

#endif
