/* Where the source looks for it. */
#include <c++locale_internal.h>
