// The nearest ending is not modelled, the one that goes wrong is farther away.
#include <assert.h>
#include <augur.h>

int main(void)
{
    if (augur_choice(2) == 0)
        __asm__ volatile("rdpmc");
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += augur_choice(2);
    assert(sum < 4); // expect: assert
    return 0;
}
