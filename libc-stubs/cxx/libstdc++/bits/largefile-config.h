/* Large files need nothing special on x86-64. */
