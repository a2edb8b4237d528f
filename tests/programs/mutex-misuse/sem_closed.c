// A named semaphore is used after it was closed: its memory is gone.
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *s = sem_open("/door", O_CREAT, 0600, 1);
    sem_close(s);
    sem_post(s); // expect: mutex-misuse
    return 0;
}
