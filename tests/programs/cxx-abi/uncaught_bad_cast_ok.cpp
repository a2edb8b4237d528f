//@ expect: safe
#include <typeinfo>

struct Base {
    virtual ~Base() {}
};
struct Left : Base {
    int n = 1;
};
struct Right : Base {
    int m = 2;
};

static int use(Base &b)
{
    return dynamic_cast<Right &>(b).m;
}

int main()
{
    Left left;
    try {
        return use(left);
    } catch (std::bad_cast &) {
        return 0;
    }
}
