//@ flags: --faults malloc
// There may be no memory for a semaphore.
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *semaphore = sem_open("/s", O_CREAT, 0600, 1);
    sem_wait(semaphore); // expect: null-deref
    return 0;
}
