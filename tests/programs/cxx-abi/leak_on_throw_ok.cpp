//@ expect: safe
__attribute__((noinline)) static void check(int n)
{
    if (n > 2)
        throw n;
}

struct Buffer {
    int *memory = new int[4];
    ~Buffer() { delete[] memory; }
};

__attribute__((noinline)) static int work(int n)
{
    Buffer buffer;
    buffer.memory[0] = n;
    check(n);
    return buffer.memory[0];
}

int main()
{
    volatile int n = 3;
    try {
        work(n);
    } catch (int) {
    }
}
