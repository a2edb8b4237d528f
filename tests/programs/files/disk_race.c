//@ expect: data-race
// Two threads ask for the room on the disk, and have one place for the answer.
#include <pthread.h>
#include <sys/vfs.h>

static struct statfs disk;

static void *ask(void *unused)
{
    statfs("/", &disk);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, ask, NULL);
    ask(NULL);
    pthread_join(thread, NULL);
    return 0;
}
