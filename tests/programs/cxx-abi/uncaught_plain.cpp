/* What is thrown need not be an object: its value is told all the same. */
enum class Door { open, locked = 3 };

static void enter(Door door)
{
    if (door == Door::locked)
        throw door; // expect: uncaught-exception
}

int main()
{
    try {
        throw "nobody at home";
    } catch (const char *) {
        enter(Door::locked);
    }
}
