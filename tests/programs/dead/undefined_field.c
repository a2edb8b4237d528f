//@ expect: uninit
//@ opt: O0
// A field that was never written decides, though its neighbour was and both were copied.
struct pair { int n, m; };

int main(void)
{
    struct pair one, two;
    one.n = 1;
    two = one;
    return two.m > 0;
}
