//@ expect: safe
/* Handlers of C and destructors run as they are nested, function by function. */
#include <cassert>
#include <pthread.h>

static char order[8];
static int at;

struct Local {
    char name;
    ~Local() { order[at++] = name; }
};
static void handler(void *name) { order[at++] = *(char *)name; }

extern "C" void _pthread_cleanup_push(struct _pthread_cleanup_buffer *, void (*)(void *), void *);
extern "C" void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *, int);

__attribute__((noinline)) static void inner()
{
    Local a{'a'};
    pthread_exit(nullptr);
}
__attribute__((noinline)) static void middle()
{
    static char name = 'b';
    _pthread_cleanup_buffer record;
    _pthread_cleanup_push(&record, handler, &name);
    inner();
    _pthread_cleanup_pop(&record, 0);
}
__attribute__((noinline)) static void outer()
{
    Local c{'c'};
    middle();
}
static void *work(void *)
{
    static char name = 'd';
    pthread_cleanup_push(handler, &name);
    outer();
    pthread_cleanup_pop(0);
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    assert(at == 4);
    for (int i = 0; i < 4; i++)
        assert(order[i] == 'a' + i);
}
