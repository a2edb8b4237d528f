//@ native: no
// A random environment drives a small machine into its bad state.
#include <assert.h>
#include "augur.h"

enum { IDLE, OPEN, RUNNING };

int main(void) {
    int state = IDLE, opened = 0;
    for (;;) {
        switch (augur_choice(3)) {
        case 0:
            if (state == IDLE) {
                state = OPEN;
                opened = 1;
            }
            break;
        case 1:
            if (state == OPEN)
                state = RUNNING;
            break;
        case 2:
            opened = 0;
            if (state == OPEN)
                state = IDLE;
            break;
        }
        assert(state != RUNNING || opened); // expect: assert
    }
}
