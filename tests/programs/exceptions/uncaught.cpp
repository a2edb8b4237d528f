struct Trouble {
    int why;
};

static void fail(int why)
{
    if (why > 2)
        throw Trouble{why}; // expect: uncaught-exception
}

int main()
{
    try {
        fail(5);
    } catch (int) {
    }
    return 0;
}
