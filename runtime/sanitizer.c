/* `verify cc` compiles with the thread sanitizer's attribute, which keeps the optimiser from making
 * up accesses that the source does not have, but without its instrumentation. What is left of the
 * sanitizer is this call at start-up. */

void __tsan_init(void);

void __tsan_init(void) {}
