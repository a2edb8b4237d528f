/* Where the source looks for it. */
#include <compatibility.h>
