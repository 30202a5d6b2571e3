/** The `rel` values of an exported link, for search engines. */
export const linkRelations = ['sponsored nofollow', 'sponsored', 'nofollow', 'none'] as const;

export type LinkRelation = (typeof linkRelations)[number];

export const defaultRelation: LinkRelation = 'sponsored nofollow';

/** The `rel` of a paid link on the page. */
export const linkRel = 'sponsored nofollow noopener noreferrer';
