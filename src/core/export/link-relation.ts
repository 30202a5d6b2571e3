/** How an exported link is marked for search engines. */
export const linkRelations = ['sponsored nofollow', 'sponsored', 'nofollow', 'none'] as const;

export type LinkRelation = (typeof linkRelations)[number];

export const defaultRelation: LinkRelation = 'sponsored nofollow';

/** How a paid link is marked: for search engines as sponsored, for browsers as a stranger. */
export const linkRel = 'sponsored nofollow noopener noreferrer';
