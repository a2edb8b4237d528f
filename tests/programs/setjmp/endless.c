//@ expect: safe
//@ native: no
/* A loop by longjmp comes back to a state that is known. */
#include <setjmp.h>

static jmp_buf place;

int main(void)
{
    setjmp(place);
    longjmp(place, 1);
}
