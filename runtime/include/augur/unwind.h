/* What the parts of the runtime that deal with exceptions share; not for users. */
#ifndef AUGUR_UNWIND_H
#define AUGUR_UNWIND_H

#include <augur/traps.h>
#include <unwind.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does a handler for this type catch the exception? Each language brings its own
 * answer; exceptions of no known language are caught by handlers for everything.
 * `enter` tells that the handler is about to be entered. */
int augur_exception_matches(struct _Unwind_Exception *exception, const void *type,
                            int enter) __attribute__((weak));

#ifdef __cplusplus
}
#endif
#endif
