//@ expect: safe
/* At the end of a thread: thread_local objects, newest first, then keys; all before the
 * join. */
#include <cassert>
#include <pthread.h>

static int order[8], at;
static pthread_key_t key;

struct Named {
    int n;
    explicit Named(int n) : n(n) {}
    ~Named() { order[at++] = n; }
};
thread_local Named first(1);
static void second()
{
    thread_local Named local(2);
    assert(local.n == 2);
}
static void destroy_key(void *) { order[at++] = 3; }

static void *work(void *)
{
    pthread_setspecific(key, &at);
    assert(first.n == 1);
    second();
    return nullptr;
}

int main()
{
    pthread_key_create(&key, destroy_key);
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    assert(at == 3 && order[0] == 2 && order[1] == 1 && order[2] == 3);
    at = 0;
}
