/* Classes with their own new, and the delete that undoes it when a constructor throws. */
#include <cstdio>
#include <cstdlib>
#include <new>

struct Own {
    explicit Own(bool fails)
    {
        if (fails)
            throw 1;
    }
    static void *operator new(std::size_t size)
    {
        printf("Own::new\n");
        return std::malloc(size);
    }
    static void operator delete(void *p)
    {
        printf("Own::delete\n");
        std::free(p);
    }
    static void *operator new(std::size_t size, int tag)
    {
        printf("Own::new %d\n", tag);
        return std::malloc(size);
    }
    static void operator delete(void *p, int tag)
    {
        printf("Own::delete %d\n", tag);
        std::free(p);
    }
};
struct Polymorphic {
    virtual ~Polymorphic() { printf("~Polymorphic\n"); }
};
struct Child : Polymorphic {
    char bytes[40];
    ~Child() { printf("~Child\n"); }
    static void operator delete(void *p, std::size_t size)
    {
        printf("Child::delete, right size: %d\n", size == sizeof(Child));
        ::operator delete(p);
    }
};

int main()
{
    for (int fails = 0; fails < 2; fails++) {
        try {
            Own *own = new Own(fails);
            delete own;
        } catch (int) {
            printf("caught\n");
        }
        try {
            Own *own = new (5) Own(fails);
            delete own;
        } catch (int) {
            printf("caught\n");
        }
    }
    alignas(Own) char memory[sizeof(Own)];
    try {
        Own *in_place = ::new (memory) Own(true);
        (void)in_place;
    } catch (int) {
        printf("in place\n");
    }
    Polymorphic *p = new Child;
    delete p;
    return 0;
}
