/* `throw;` in a handler, and nobody further out. */
int main()
{
    try {
        throw 1L;
    } catch (long &n) {
        n = 2;
        throw; // expect: uncaught-exception
    }
}
