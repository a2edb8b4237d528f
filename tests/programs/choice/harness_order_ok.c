/* Each of the six orders comes, and nothing else. */
//@ expect: safe
//@ native: no
//@ exits: 123 132 213 231 56 65
#include <augur.h>

static int number;

static void one(void) { number = 10 * number + 1; }
static void two(void) { number = 10 * number + 2; }
static void three(void) { number = 10 * number + 3; }

int main(void)
{
    AUGUR_ANY_ORDER(one, two, three);
    return number % 256; /* 312 and 321 are 56 and 65 */
}
