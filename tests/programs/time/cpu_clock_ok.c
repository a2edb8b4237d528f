//@ expect: safe
//@ exits: 0 1
//@ native: no
// The processor's clock stands still during a sleep (0), or shows that the program has worked (1), which takes time.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t start = time(NULL);
    clock_t worked = clock();
    sleep(10);
    worked = clock() - worked;
    assert(time(NULL) - start >= 10 + worked / CLOCKS_PER_SEC);
    return worked ? 1 : 0;
}
