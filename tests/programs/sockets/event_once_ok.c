//@ expect: safe
// Those of a semaphore are read one by one.
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;

static void *announces(void *unused)
{
    eventfd_write(event, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    eventfd_t number;
    event = eventfd(0, EFD_SEMAPHORE);
    pthread_create(&a, 0, announces, 0);
    pthread_create(&b, 0, announces, 0);
    for (int jobs = 0; jobs < 2; jobs++)
        eventfd_read(event, &number);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
