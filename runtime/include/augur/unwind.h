/* What the parts of the runtime that deal with exceptions share; not for users. */
#ifndef AUGUR_UNWIND_H
#define AUGUR_UNWIND_H

#include <augur/traps.h>
#include <unwind.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does a handler for this type catch the exception? Each language puts its own
 * answer into `private_1` of what it throws; without one an exception is caught
 * only by handlers for everything. `enter` tells that the handler is about to be
 * entered. */
typedef int (*augur_matcher)(struct _Unwind_Exception *exception, const void *type, int enter);

/* A thread that ends early enters every landing pad on its way out, and calls what
 * `private_2` of the exception is at the end. It is caught by handlers for everything,
 * which must pass it on. */
#define AUGUR_FORCED 0x4155475552000001ul
void augur_unwind_all(struct _Unwind_Exception *exception);

#ifdef __cplusplus
}
#endif
#endif
