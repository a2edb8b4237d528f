//@ expect: safe
// Closed and opened again it has the value that it had; closed once of two times it is there.
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    int value = 0;
    sem_unlink("/augur-door");
    sem_t *s = sem_open("/augur-door", O_CREAT, 0600, 1);
    if (s == SEM_FAILED)
        return 0;
    sem_post(s);
    sem_t *t = sem_open("/augur-door", 0);
    assert(t == s);
    sem_close(s);
    sem_post(t);
    sem_close(t);
    t = sem_open("/augur-door", 0);
    sem_getvalue(t, &value);
    assert(value == 3);
    sem_close(t);
    sem_unlink("/augur-door");
    return 0;
}
