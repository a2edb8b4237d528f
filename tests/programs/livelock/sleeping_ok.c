//@ expect: safe
//@ native: no
// Looks for work now and then; there is no way out.
#include <stdatomic.h>
#include <unistd.h>

atomic_int work;

int main(void) {
    for (;;) {
        if (work)
            work = 0;
        usleep(1000);
    }
}
