//@ expect: safe
/* setjmp returns once by itself and once for each longjmp, with its value. */
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static void deeper(int n)
{
    char local[16] = "x";
    if (n == 0)
        longjmp(place, 7);
    deeper(n - 1);
    assert(local[0] == 'y');
}

static int returns_of(int value)
{
    volatile int times = 0;
    int got = setjmp(place);
    times++;
    if (times == 1)
        longjmp(place, value);
    assert(times == 2);
    return got;
}

int main(void)
{
    volatile int stage = 0;
    switch (setjmp(place)) {
    case 0:
        stage = 1;
        deeper(5);
        break;
    case 7:
        assert(stage == 1);
        printf("back from the depth\n");
        break;
    default:
        return 2;
    }
    printf("%d %d %d\n", returns_of(0), returns_of(1), returns_of(-3));
    return stage - 1;
}
