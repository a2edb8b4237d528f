/* Empty bases and members take no room, but are objects. */
#include <cstdio>
#include <typeinfo>

struct Empty {
    int f() const { return 1; }
};
struct Other : Empty {
};
struct Packed : Empty {
    int n = 2;
};
struct Twice : Packed, Other {
};
template <class T> struct Crtp {
    int call() { return static_cast<T *>(this)->value() + 1; }
};
struct Used : Crtp<Used>, Empty {
    int value() { return 41; }
};

int main()
{
    Twice twice;
    Empty *one = static_cast<Packed *>(&twice), *other = static_cast<Other *>(&twice);
    std::printf("%zu %d %d %d\n", sizeof(Packed), one != other, one->f(), twice.n);
    Used used;
    std::printf("%zu %d %d\n", sizeof used, used.call(), typeid(used) == typeid(Used));
    Empty array[2];
    std::printf("%d\n", &array[0] != &array[1]);
}
