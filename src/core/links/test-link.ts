import { makeFields, type Link, type LinkFields } from './link.ts';

/** Returns the fields of a link. Those that a test does not name are empty. */
export function testFields(fields: Partial<LinkFields>): LinkFields {
  return { ...makeFields(() => ''), ...fields };
}

/** Returns a saved link. A test names only what matters to it. */
export function testLink(link: Partial<Link> = {}): Link {
  const fields = testFields({ url: 'https://a.example/', ...link });
  return { id: 'a', createdAt: '1', updatedAt: '1', ...fields, ...link };
}
