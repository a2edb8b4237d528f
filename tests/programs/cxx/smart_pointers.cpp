// unique_ptr, shared_ptr, weak_ptr: nothing leaks, everything is deleted once.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++20
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
    explicit Node(int n) : number(n) {}
    virtual ~Node() { std::printf("~%d ", number); }
    int number;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> previous;
};

struct Leaf : Node {
    Leaf() : Node(100) {}
};

int main()
{
    {
        auto a = std::make_shared<Node>(1), b = std::make_shared<Node>(2);
        a->next = b;
        b->previous = a;
        std::printf("%ld %ld\n", a.use_count(), b.use_count());
        auto self = a->shared_from_this();
        std::shared_ptr<int> part(self, &self->number);
        std::printf("%d %ld\n", *part, part.use_count());
        std::weak_ptr<Node> w = b;
        a.reset();
        self.reset();
        std::printf("%d %d\n", b->previous.expired(), w.lock() == b);
        part.reset();
        std::printf("%d\n", b->previous.expired());
        std::shared_ptr<Node> leaf = std::make_shared<Leaf>();
        std::printf("%d\n", std::dynamic_pointer_cast<Leaf>(leaf) != nullptr);
    }
    std::puts("");
    try {
        std::shared_ptr<Node> lost(std::weak_ptr<Node>{});
    } catch (const std::bad_weak_ptr &e) {
        std::puts("gone");
    }
    auto closes = [](std::FILE *) { std::puts("closed"); };
    {
        std::unique_ptr<std::FILE, decltype(closes)> file(stdout, closes);
        std::unique_ptr<Node> u = std::make_unique<Leaf>();
        auto moved = std::move(u);
        std::printf("%d %d\n", u == nullptr, moved->number);
        std::unique_ptr<int[]> numbers(new int[4]{1, 2, 3, 4});
        std::printf("%d\n", numbers[3]);
    }
    std::shared_ptr<int[]> array(new int[3]{});
    auto many = std::make_shared<int[]>(5, 7);
    std::vector<std::shared_ptr<int>> copies(4, std::make_shared<int>(9));
    std::printf("%d %d %ld\n", array[2], many[4], copies[0].use_count());
    return 0;
}
