//@ expect: safe
/* A buffer is data: it may be copied, and several may be open at once. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

struct handler {
    struct handler *outer;
    jmp_buf place;
};
static struct handler *top;

static void fail(int why)
{
    struct handler *h = top;
    jmp_buf copy;
    memcpy(&copy, &h->place, sizeof copy);
    top = h->outer;
    longjmp(copy, why);
}

static int guarded(int depth)
{
    struct handler mine = {.outer = top};
    top = &mine;
    int why = setjmp(mine.place);
    if (why) {
        printf("level %d: %d\n", depth, why);
        if (depth > 1)
            fail(why + 1);
        return why;
    }
    if (depth == 4)
        fail(10);
    return guarded(depth + 1);
}

int main(void)
{
    int why = guarded(1);
    printf("%d\n", why);
    return why == 13 ? 0 : 1;
}
