/* A process that shares memory with its parent is still a second process. */
//@ expect: unsupported
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>

static char stack[1 << 16];

static int nothing(void *argument) { return argument != 0; }

int main(void) { return clone(nothing, stack + sizeof stack, CLONE_VM | SIGCHLD, 0) < 0; }
