//@ flags: --random explore
// Any rest of a small divisor can come, and the greatest number.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    srand((unsigned)time(NULL));
    int die = rand() % 6 + 1;
    assert(die < 6); // expect: assert
    return 0;
}
