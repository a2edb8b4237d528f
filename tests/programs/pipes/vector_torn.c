// Two calls write a record, and another thread's may come in between.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg)
{
    write(ends[1], arg, 1);
    write(ends[1], arg, 1);
    return NULL;
}

int main(void)
{
    char all[5] = { 0 };
    pthread_t thread;
    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, writer, "a");
    writer("b");
    pthread_join(thread, NULL);
    if (read(ends[0], all, 4) != 4)
        return 1;
    assert(!strcmp(all, "aabb") || !strcmp(all, "bbaa")); // expect: assert
    return 0;
}
