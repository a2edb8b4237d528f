/* The entry of every execution: arguments, constructors, main, exit. */
#include <augur/thread.h>
#include <stdlib.h>
#include <unistd.h>

char **environ;
extern char **__environ __attribute__((alias("environ")));
char *program_invocation_name, *program_invocation_short_name;

/* The strings of a kind, and a null after them. */
static char **given(int kind)
{
    int count = __augur_given_count(kind);
    int flags = AUGUR_ZEROED | AUGUR_LENT | AUGUR_GIVEN * AUGUR_MADE_BY;
    char **list = __augur_alloc((count + 1) * sizeof *list, 16, flags);
    for (int i = 0; i < count; i++) {
        list[i] = __augur_alloc(__augur_given_length(kind, i) + 1, 16, flags);
        __augur_given_copy(kind, i, list[i]);
    }
    return list;
}

static char *short_name(char *name)
{
    char *last = name;
    for (; *name; name++)
        if (*name == '/')
            last = name + 1;
    return last;
}

static MASKED int prepare(char ***argv)
{
    __divine_interrupt_mask();
    augur_thread_start_main();
    int argc = __augur_given_count(AUGUR_GIVEN_ARGUMENTS);
    *argv = given(AUGUR_GIVEN_ARGUMENTS);
    environ = given(AUGUR_GIVEN_ENVIRONMENT);
    if (argc) {
        program_invocation_name = (*argv)[0];
        program_invocation_short_name = short_name((*argv)[0]);
    }
    return argc;
}

void __augur_start(void)
{
    char **argv;
    int argc = prepare(&argv);
    __augur_call_constructors(argc, argv, environ);
    exit(__augur_call_main(argc, argv, environ));
}
