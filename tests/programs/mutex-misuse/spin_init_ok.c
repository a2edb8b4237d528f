//@ expect: safe
// A free spin lock may be made anew, also where another number was before.
#include <pthread.h>
static union {
    pthread_spinlock_t lock;
    int number;
} memory;

int main(void)
{
    memory.number = 1;
    pthread_spin_init(&memory.lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&memory.lock);
    pthread_spin_unlock(&memory.lock);
    pthread_spin_init(&memory.lock, PTHREAD_PROCESS_PRIVATE);
    return pthread_spin_destroy(&memory.lock);
}
