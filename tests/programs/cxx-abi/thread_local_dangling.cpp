/* A pointer to a thread_local object of a thread that has ended. */
#include <pthread.h>

struct Cell {
    int value = 7;
    ~Cell() { value = 0; }
};
thread_local Cell cell;
static int *leaked;

static void *work(void *)
{
    leaked = &cell.value;
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    return *leaked; // expect: dead-stack use-after-free invalid-pointer
}
