/* Destructors are noexcept unless they say otherwise. */
struct File {
    int left = 1;
    ~File()
    {
        if (left)
            throw left; // expect: uncaught-exception
    }
};

int main()
{
    try {
        File f;
        f.left = 2;
    } catch (int) {
    }
}
