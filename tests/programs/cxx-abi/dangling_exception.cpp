/* The exception dies with its handler; a pointer to it dangles. */
struct Trouble {
    int why = 3;
};

int main()
{
    const Trouble *last = nullptr;
    try {
        throw Trouble();
    } catch (const Trouble &t) {
        last = &t;
    }
    return last->why - 3; // expect: use-after-free
}
