/* Results of derived types, adjusted on the way back. */
#include <cstdio>

struct Left {
    int left = 1;
    virtual ~Left() = default;
};
struct Right {
    int right = 2;
    virtual Right *self() { return this; }
    virtual const Right &reference() const { return *this; }
    virtual ~Right() = default;
};
struct Both : Left, Right {
    int both = 3;
    Both *self() override { return this; }
    const Both &reference() const override { return *this; }
};
struct Virtual : virtual Right {
    int more = 4;
    Virtual *self() override { return this; }
};

int main()
{
    Both both;
    Right *right = &both;
    std::printf("%d %d %d\n", right->self()->right, right->self() == right, both.self()->both);
    std::printf("%d %d\n", &right->reference() == right, both.reference().left);
    Virtual other;
    right = &other;
    std::printf("%d %d %d\n", right->self()->right, right->self() == right, other.self()->more);
}
