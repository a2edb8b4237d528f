/* Faults of the environment, as the command line allows them; not for users. */
#ifndef AUGUR_FAULT_H
#define AUGUR_FAULT_H

#include <augur/traps.h>

int augur_fault_chosen(int which);

/* Does this call go wrong? A choice where the fault is switched on; never
 * otherwise, and then it costs nothing. */
static inline int augur_fault(int which)
{
    return __augur_fault_enabled(which) && augur_fault_chosen(which);
}

#endif
