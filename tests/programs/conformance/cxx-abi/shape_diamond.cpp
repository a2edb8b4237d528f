/* Virtual bases: one object, whatever the way to it; casts up, down and across. */
#include <cstdio>

struct Top {
    int top = 1;
    virtual ~Top() = default;
    virtual int id() const { return 1; }
};
struct Left : virtual Top {
    int left = 2;
    int id() const override { return 2; }
};
struct Right : virtual Top {
    int right = 3;
};
struct Bottom : Left, Right {
    int bottom = 4;
    int id() const override { return 4; }
};
struct Below : Bottom {
    int below = 5;
};

int main()
{
    Below below;
    Left *left = &below;
    Right *right = &below;
    Top *top = left;
    std::printf("%d %d %d\n", top == static_cast<Top *>(right), dynamic_cast<Right *>(left) == right, top->id());
    std::printf("%d %d\n", dynamic_cast<Bottom *>(top)->bottom, dynamic_cast<Below *>(right)->below);
    std::printf("%d %d\n", dynamic_cast<void *>(top) == &below, dynamic_cast<Left *>(right)->left);
    Bottom bottom;
    top = &bottom;
    std::printf("%d %d\n", dynamic_cast<Below *>(top) == nullptr, dynamic_cast<Right *>(top)->right);
    Right alone;
    std::printf("%d %d\n", dynamic_cast<Left *>(static_cast<Top *>(&alone)) == nullptr, alone.id());
}
