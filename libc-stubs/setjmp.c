/* <setjmp.h>: the mask of signals in a jump buffer. The jumps themselves are ops
 * of the machine, which calls these functions around them; it uses the first
 * words of a buffer and leaves a 0 in SAVED. */
#include "libc.h"
#include <augur/known.h>
#include <signal.h>

enum { SAVED = AUGUR_JUMP_WORDS - 1, MASK = AUGUR_JUMP_WORDS };

void augur_save_signal_mask(unsigned long *buffer, int save)
{
    sigset_t now;
    if (!save)
        return;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    buffer[MASK] = now.__val[0];
    buffer[SAVED] = 1;
}

void augur_restore_signal_mask(const unsigned long *buffer)
{
    if (buffer[SAVED]) {
        sigset_t then = {.__val = {buffer[MASK]}};
        pthread_sigmask(SIG_SETMASK, &then, NULL);
    }
}
