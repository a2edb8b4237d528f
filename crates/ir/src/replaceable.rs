//! What a program may define for itself and the C library then uses, as on the platform itself:
//! glibc calls these by name, and everything else past what a program has under the same name.

/// Also read by the build of the library, which refuses calls of them inside atomic sections.
pub(crate) const REPLACEABLE: [&str; 11] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "free",
    "cfree",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "malloc_usable_size",
];
