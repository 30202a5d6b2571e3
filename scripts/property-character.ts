import * as fc from 'fast-check';

/** Generates any character except half a surrogate pair. fast-check's own generator takes a second to list them all. */
export const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
