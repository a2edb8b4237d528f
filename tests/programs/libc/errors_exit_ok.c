//@ expect: safe
//@ native: no
//@ exits: 0 3 4
// Those that end the program do so with the status that they are given.
#define _GNU_SOURCE
#include <augur.h>
#include <err.h>
#include <error.h>

int main(void)
{
    switch (augur_choice(3)) {
    case 0: errx(3, "number %d", 1);
    case 1: error(4, 0, "number %d", 2); break;
    default: error(0, 0, "number %d", 3);
    }
    return 0;
}
