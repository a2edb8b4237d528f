/* What the parts of the runtime that deal with exceptions share; not for users. */
#ifndef AUGUR_UNWIND_H
#define AUGUR_UNWIND_H

#include <augur/traps.h>
#include <unwind.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does a handler for this type catch the exception? `enter` tells that the handler is
 * about to be entered. */
typedef int (*augur_matcher)(struct _Unwind_Exception *exception, const void *type, int enter);

/* An exception of C++: this header, laid out as libstdc++ and libc++abi have it, and the
 * thrown object right behind it. One that was thrown again by std::rethrow_exception is a
 * header of its own ("dependent"), which refers to the object of the first. */
struct augur_exception {
    augur_matcher matcher;             /* where libc++abi has a reserve */
    union {
        unsigned long references;      /* handlers that run, exception_ptrs, dependents */
        void *primary;                 /* of a dependent one: the object */
    };
    const void *type;                  /* std::type_info */
    void (*destroy)(void *);
    void (*unexpected)(void);          /* null, as is the next: whatever is set */
    void (*terminate)(void);
    struct augur_exception *next;      /* the exception caught before this one */
    int handlers;                      /* that run; negative when thrown again */
    int selector;
    const char *action, *data;         /* unused */
    const void **allowed;              /* the exception specification that stopped it */
    void *adjusted;                    /* what the handler sees */
    struct _Unwind_Exception unwind;
};
typedef char augur_exception_size[sizeof(struct augur_exception) == 128 ? 1 : -1];

/* "GNUCC++", and 1 for a dependent one. */
#define AUGUR_CXX 0x474e5543432b2b00ul

static inline int augur_is_cxx(const struct _Unwind_Exception *e)
{
    return (e->exception_class & ~1ul) == AUGUR_CXX;
}
static inline struct augur_exception *augur_header(struct _Unwind_Exception *e)
{
    return (struct augur_exception *)((char *)e - __builtin_offsetof(struct augur_exception, unwind));
}

/* As _Unwind_RaiseException, but an exception that would end the program stays where it
 * was thrown, with the whole stack above: the result says why, and `where` is the code of
 * the function that it must not leave. */
enum augur_dead_end { AUGUR_NO_HANDLER, AUGUR_AT_NOEXCEPT, AUGUR_AT_DESTRUCTOR,
                      AUGUR_AT_SPECIFICATION };
int augur_raise(struct _Unwind_Exception *exception, const void **where);

/* Calls a function, and another one if it does not return: an exception leaves it, or the
 * thread ends. */
void augur_call(void (*function)(void), void (*undo)(void *), void *argument);

/* How many calls above the caller is the function that a context is about. */
int augur_context_up(struct _Unwind_Context *context);

#ifdef __cplusplus
}
#endif
#endif
