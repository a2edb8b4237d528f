#pragma clang diagnostic ignored "-Wdynamic-exception-spec"
struct Allowed {};

static void work(int n) throw(Allowed)
{
    if (n == 1)
        throw Allowed();
    throw n; // expect: uncaught-exception
}

int main()
{
    for (int i = 1; i < 3; i++) {
        try {
            work(i);
        } catch (Allowed &) {
        } catch (int) {
        }
    }
}
