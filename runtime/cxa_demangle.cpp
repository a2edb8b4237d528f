/* abi::__cxa_demangle. The checker knows the names; here is who owns the memory. */
#include <augur/traps.h>

extern "C" {

void *realloc(void *, size_t) noexcept;

enum { FINE = 0, NO_MEMORY = -1, BAD_NAME = -2, BAD_ARGUMENT = -3 };

static char *answer(int *status, int what, char *text)
{
    if (status)
        *status = what;
    return text;
}

char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status)
{
    if (!name || (buffer && !size))
        return answer(status, BAD_ARGUMENT, nullptr);
    /* The name is read here, as the program's own memory: others may see it, too. */
    size_t length = 0;
    while (name[length])
        length++;
    char *copy = (char *)__augur_alloc(length + 1, 1, AUGUR_ZEROED | AUGUR_INTERNAL);
    for (size_t i = 0; i < length; i++)
        copy[i] = name[i];
    size_t needed = __augur_demangle(copy, nullptr, 0);
    if (!needed)
        return answer(status, BAD_NAME, nullptr);
    if (!buffer || *size <= needed) {
        buffer = (char *)realloc(buffer, needed + 1);
        if (!buffer)
            return answer(status, NO_MEMORY, nullptr);
        if (size)
            *size = needed + 1;
    }
    __augur_demangle(copy, buffer, needed);
    buffer[needed] = 0;
    return answer(status, FINE, buffer);
}

}
