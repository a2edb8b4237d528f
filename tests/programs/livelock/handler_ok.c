//@ expect: safe
//@ native: no
// A signal from outside may end the loop.
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    stop = number;
}

int main(void) {
    signal(SIGTERM, on_signal);
    while (!stop) {
    }
    return 0;
}
