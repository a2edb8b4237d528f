// Ten sleeps of a second can take ten seconds and no more.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t start = time(NULL);
    for (int i = 0; i < 10; i++)
        sleep(1);
    assert(time(NULL) - start > 10); // expect: assert
    return 0;
}
