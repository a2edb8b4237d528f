/* A destructor may throw, but not while another exception is on its way through. */
struct Careless {
    int n = 0;
    ~Careless() noexcept(false)
    {
        if (n)
            throw n; // expect: uncaught-exception
    }
};

__attribute__((noinline)) static void work(bool fails)
{
    Careless c;
    c.n = 7;
    if (fails)
        throw "first";
}

int main()
{
    volatile bool fails = true;
    try {
        work(fails);
    } catch (const char *) {
    } catch (int) {
    }
}
