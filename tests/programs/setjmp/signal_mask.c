//@ expect: safe
/* sigsetjmp and siglongjmp as plain jumps. */
#include <setjmp.h>

static sigjmp_buf place;
static int count;

int main(void)
{
    int got = sigsetjmp(place, 1);
    if (got == 0)
        siglongjmp(place, 5);
    if (got == 5 && count++ == 0)
        siglongjmp(place, 6);
    return got == 6 ? 0 : 1;
}
