//@ expect: limit
// A program that sleeps and looks at the clock without end has no end of states.
#include <time.h>
#include <unistd.h>

int main(void)
{
    for (;;) {
        time(NULL);
        sleep(1);
    }
}
