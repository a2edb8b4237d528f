// An atomic object of three bytes is stored as one of four; a plain read of it races.
#include <pthread.h>
#include <stdatomic.h>

struct color { char parts[3]; };
static _Atomic struct color color;

static void *paint(void *arg)
{
    struct color red = { { 1, 0, 0 } };
    atomic_store(&color, red);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, paint, NULL);
    char part = *(char *)&color; // expect: data-race
    pthread_join(thread, NULL);
    return part == 5;
}
