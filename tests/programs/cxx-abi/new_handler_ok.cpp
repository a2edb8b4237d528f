//@ flags: --faults malloc
//@ expect: safe
//@ exits: 0
/* A handler frees a reserve, once. */
#include <new>

static int *reserve;
static void release()
{
    delete[] reserve;
    reserve = nullptr;
    std::set_new_handler(nullptr);
}

int main()
{
    reserve = new (std::nothrow) int[4];
    if (!reserve)
        return 0;
    std::set_new_handler(release);
    try {
        int *p = new int(1);
        delete p;
    } catch (std::bad_alloc &) {
        if (reserve)
            return 1;
    }
    delete[] reserve;
    return 0;
}
