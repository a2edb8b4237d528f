//@ expect: safe
//@ exits: 0
/* Two threads need a static variable whose first initialisation throws. It is made once
 * nevertheless, and whoever waits sees it complete. */
#include <atomic>
#include <cassert>
#include <pthread.h>

static std::atomic<int> tries, made;

struct Table {
    int a, b;
    Table() : a(1)
    {
        if (tries++ == 0)
            throw 1;
        made++;
        b = 2;
    }
};
static Table &table()
{
    static Table t;
    return t;
}

static void *work(void *)
{
    try {
        assert(table().a + table().b == 3);
    } catch (int) {
    }
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    assert(made <= 1 && tries >= 1);
    work(nullptr);
    assert(made == 1 && tries == 2);
    return 0;
}
