//@ expect: safe
// Two jobs are announced with a counter; what is read is their sum.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;

static void *announces(void *unused)
{
    uint64_t one = 1;
    assert(write(event, &one, sizeof one) == sizeof one);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    event = eventfd(0, EFD_CLOEXEC);
    pthread_create(&a, 0, announces, 0);
    pthread_create(&b, 0, announces, 0);
    uint64_t sum = 0, more;
    while (sum < 2) {
        assert(read(event, &more, sizeof more) == sizeof more && more > 0);
        sum += more;
    }
    pthread_join(a, 0);
    pthread_join(b, 0);
    close(event);
    return 0;
}
