//@ expect: safe
// A field that was never written is copied along, and that is all.
struct pair { int n, m; };

int main(void)
{
    struct pair one, two;
    one.n = 1;
    two = one;
    return two.n - 1;
}
