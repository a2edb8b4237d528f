/* abi::__cxa_demangle. */
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>

static void show(const char *name)
{
    int status = 1;
    char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    printf("%s: %d %s\n", name, status, text ? text : "-");
    std::free(text);
}

int main()
{
    show("i");
    show("PKc");
    show("7Trouble");
    show("N5outer5innerIiE4PairE");
    show("_Z3addii");
    show("_ZN5Class6methodEv");
    show("_ZNK5Class3getEPKc");
    show("_ZN3BoxIiE3putERKi");
    show("main");
    show("_Z");
    show("not a name");
    std::size_t room = 4;
    char *buffer = (char *)std::malloc(room);
    int status;
    buffer = abi::__cxa_demangle("_ZN5Class6methodEv", buffer, &room, &status);
    printf("%s %d\n", buffer, room >= 16);
    char *same = abi::__cxa_demangle("_Z1fv", buffer, &room, nullptr);
    printf("%s %d\n", same, same == buffer);
    std::free(same);
    abi::__cxa_demangle(nullptr, nullptr, nullptr, &status);
    printf("%d\n", status);
    return 0;
}
