// The handler is installed by what is to be done at the end.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t step, seen;

static void note(int signal) {
    seen = step;
    assert(seen != 1); // expect: assert
}

static void finish(void) {
    signal(SIGALRM, note);
    alarm(1);
    step = 1;
    step = 2;
}

int main(void) { atexit(finish); }
