// An atomic object that no instruction covers: the library's load races with a plain write.
#include <pthread.h>
#include <stdatomic.h>

struct triple { long parts[3]; };
static _Atomic struct triple shared;

static void *look(void *arg)
{
    struct triple seen = atomic_load(&shared);
    return seen.parts[1] ? arg : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    ((struct triple *)&shared)->parts[1] = 4; // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
