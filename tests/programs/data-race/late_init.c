// A lock is made while another thread copies the struct it is in.
#include <pthread.h>

static struct box {
    pthread_mutex_t lock;
    int value;
} box;
struct box image;

static void *copy(void *arg)
{
    image = box; // expect: data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, copy, NULL);
    pthread_mutex_init(&box.lock, NULL); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
