//! Every interleaving of two small insertions.
