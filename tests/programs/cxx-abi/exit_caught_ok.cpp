//@ expect: safe
//@ native: no
/* (Not natively: as libstdc++ has it. With libc++ the end of a thread cannot be caught.) */
#include <cassert>
#include <pthread.h>

static int destroyed, passed;
struct Local {
    ~Local() { destroyed++; }
};

static void *work(void *)
{
    Local outer;
    try {
        Local inner;
        pthread_exit((void *)5);
    } catch (int) {
        return nullptr;
    } catch (...) {
        passed = destroyed;
        throw;
    }
}

int main()
{
    pthread_t t;
    void *result;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, &result);
    assert(result == (void *)5 && passed == 1 && destroyed == 2);
}
