// The id of a thread that was joined does not name the next one.
#include <pthread.h>

void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, nothing, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, nothing, NULL);
    pthread_join(first, NULL); // expect: thread-misuse
    return 0;
}
