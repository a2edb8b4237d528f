// Sleeping takes no time of the processor.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    clock_t start = clock();
    sleep(1);
    assert(clock() - start >= CLOCKS_PER_SEC); // expect: assert
    return 0;
}
