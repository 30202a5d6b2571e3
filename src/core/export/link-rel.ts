/** How a paid link is marked: for search engines as sponsored, for browsers as a stranger. */
export const linkRel = 'sponsored nofollow noopener noreferrer';
