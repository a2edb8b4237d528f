//@ expect: safe
//@ native: no
// Sleeps that nobody watches add up: afterwards the clock shows all of them, and more if the thread was late.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t start = time(NULL);
    for (int i = 0; i < 4; i++)
        sleep(200);
    assert(time(NULL) - start >= 800);
    start = time(NULL);
    for (int i = 0; i < 40; i++)
        sleep(3600);
    assert(time(NULL) - start >= 40 * 3600);
    return 0;
}
