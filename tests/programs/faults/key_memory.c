//@ flags: --faults malloc
// Making a key may fail; what is then in the variable is no key.
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;

int main(void)
{
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &key);
    assert(pthread_getspecific(key) == &key); // expect: assert
    return 0;
}
