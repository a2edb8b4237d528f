//@ expect: safe
/* A static variable whose constructor throws is made at the next call. */
#include <cassert>

static int tries;

struct Service {
    Service()
    {
        if (++tries < 3)
            throw tries;
    }
};

static int start()
{
    try {
        static Service service;
        return 0;
    } catch (int n) {
        return n;
    }
}

int main()
{
    assert(start() == 1 && start() == 2 && start() == 0 && start() == 0 && tries == 3);
}
