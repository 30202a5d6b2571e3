import * as fc from 'fast-check';

/**
 * Generates any character except half a surrogate pair. fast-check's own generator takes seconds to list them all, also
 * if a `webUrl` needs it.
 */
export const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

const urlCharacter = fc.oneof(character.map(encodeURIComponent), fc.constantFrom(...'$&+,;=:@'));
const escaped = fc.string({ unit: urlCharacter, maxLength: 12 });

/** Generates a web address, with an escaped path, query and fragment. */
export const webUrl = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.webAuthority(),
    path: fc.array(
      escaped.map((segment) => `/${segment}`),
      { maxLength: 4 },
    ),
    query: fc.option(
      escaped.map((query) => `?${query}`),
      { nil: '' },
    ),
    fragment: fc.option(
      escaped.map((fragment) => `#${fragment}`),
      { nil: '' },
    ),
  })
  .map(({ scheme, host, path, query, fragment }) => `${scheme}://${host}${path.join('')}${query}${fragment}`);
