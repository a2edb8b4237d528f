/* <errno.h>: one errno per thread. */
#include "libc.h"
#include <errno.h>

static _Thread_local int value;

int *__errno_location(void) { return &value; }

/* As musl calls it. */
int *___errno_location(void);
int *___errno_location(void) { return &value; }
