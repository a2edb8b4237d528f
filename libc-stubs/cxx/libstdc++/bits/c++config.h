/* The configuration of the headers that programs are compiled with, less what has no meaning here:
 * instructions of the processor that give random numbers. */
#include_next <bits/c++config.h>
#undef _GLIBCXX_X86_RDRAND
#undef _GLIBCXX_X86_RDSEED
