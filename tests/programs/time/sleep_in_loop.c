// As sleep_in_loop_ok; the sleep need not be longer than it was asked to be.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    for (;;) {
        time_t start = time(NULL);
        sleep(10);
        assert(time(NULL) - start >= 11); // expect: assert
    }
}
