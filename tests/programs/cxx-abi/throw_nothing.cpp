/* Nothing is being handled. */
__attribute__((noinline)) static void again()
{
    throw; // expect: abort
}

int main()
{
    try {
        throw 1;
    } catch (int) {
    }
    try {
        again();
    } catch (...) {
    }
}
