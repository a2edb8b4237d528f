/* What compilers put into programs for their sanitizers and is left of it here. */
#include <augur/traps.h>

/* `verify cc` compiles with the thread sanitizer's attribute, which keeps the optimiser from making
 * up accesses that the source does not have, but without its instrumentation. What is left is this
 * call at start-up. */
void __tsan_init(void);
void __tsan_init(void) {}

/* -fsanitize=undefined calls these where it has found something; whoever goes on after that has
 * undefined behaviour all the same. */
#define FINDS(name, what, ...)                                                \
    void __ubsan_handle_##name(__VA_ARGS__);                                  \
    void __ubsan_handle_##name(__VA_ARGS__)                                   \
    {                                                                         \
        __augur_problem(AUGUR_ABORT, "-fsanitize=undefined has found " what); \
    }
#define BOTH(name, what, ...)                                                 \
    FINDS(name, what, __VA_ARGS__)                                            \
    FINDS(name##_abort, what, __VA_ARGS__)

#define ONE void *data
#define TWO void *data, unsigned long a
#define THREE void *data, unsigned long a, unsigned long b

BOTH(add_overflow, "an addition that overflows", THREE)
BOTH(sub_overflow, "a subtraction that overflows", THREE)
BOTH(mul_overflow, "a multiplication that overflows", THREE)
BOTH(negate_overflow, "a negation that overflows", TWO)
BOTH(divrem_overflow, "a division by zero, or one that overflows", THREE)
BOTH(shift_out_of_bounds, "a shift by too many bits, or of a negative number", THREE)
BOTH(out_of_bounds, "an index outside of an array", TWO)
BOTH(local_out_of_bounds, "an access outside of an array", ONE)
BOTH(pointer_overflow, "a pointer that leaves its object", THREE)
BOTH(type_mismatch_v1, "a pointer that is null, misaligned or to too little memory", TWO)
BOTH(alignment_assumption, "a pointer with less alignment than was assumed", void *data, unsigned long a, unsigned long b,
     unsigned long c)
BOTH(load_invalid_value, "a value that its type does not have", TWO)
BOTH(implicit_conversion, "a conversion that changes a value", THREE)
BOTH(float_cast_overflow, "a number that does not fit into an integer", TWO)
BOTH(vla_bound_not_positive, "an array of variable length without elements", TWO)
BOTH(nonnull_arg, "an argument that is null and may not be", ONE)
BOTH(nonnull_return_v1, "a result that is null and may not be", TWO)
BOTH(nullability_arg, "an argument that is null and may not be", ONE)
BOTH(nullability_return_v1, "a result that is null and may not be", TWO)
BOTH(function_type_mismatch, "a call of a function of another type", TWO)
BOTH(invalid_builtin, "a builtin that is called with 0", ONE)
FINDS(builtin_unreachable, "that the unreachable is reached", ONE)
FINDS(missing_return, "a function without a result that is needed", ONE)

/* Types that an object of a class was found to have; what is not among them is looked for here by
 * what the program does with it. */
unsigned long __ubsan_vptr_type_cache[128];
void __ubsan_handle_dynamic_type_cache_miss(void *data, unsigned long object, unsigned long hash);
void __ubsan_handle_dynamic_type_cache_miss(void *data, unsigned long object, unsigned long hash)
{
    (void)data, (void)object, (void)hash;
}
