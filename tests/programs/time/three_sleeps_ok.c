//@ expect: safe
//@ exits: 0 1
//@ native: no
// Three sleeps of a second take three seconds (0), or longer (1).
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t start = time(NULL);
    sleep(1);
    sleep(1);
    sleep(1);
    return time(NULL) - start == 3 ? 0 : 1;
}
