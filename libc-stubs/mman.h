/* What the files of <sys/mman.h> share. */
#ifndef AUGUR_MMAN_H
#define AUGUR_MMAN_H

#include "libc.h"
#include <sys/types.h>

enum { AUGUR_PAGE = 4096 };
#define AUGUR_MAPPED_MAX ((size_t)1 << 47) /* as in malloc.c */

static inline size_t augur_whole_pages(size_t size)
{
    return (size + AUGUR_PAGE - 1) / AUGUR_PAGE * AUGUR_PAGE;
}

static inline void *augur_new_mapping(size_t size)
{
    return __augur_alloc(size, AUGUR_PAGE, AUGUR_ZEROED | AUGUR_LENT | AUGUR_MMAP * AUGUR_MADE_BY);
}

/* Mappings that share a file (mman_file.c). */
void *augur_map_shared(size_t size, int protection, int fd, off_t offset);
int augur_is_shared_mapping(const void *start);
/* Was there one? It is gone then. */
int augur_unmap_shared(const void *start, size_t size);

#endif
