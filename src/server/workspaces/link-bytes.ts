import { sql } from 'kysely';

/**
 * What a row of `links` takes in the database: its texts, and its keys in the table and the indexes. An estimate that
 * both databases make alike; SQLite's files stay below it.
 */
export const linkBytes = sql<number>`(octet_length(url) + octet_length(description) + octet_length(search_text) + 500)`;

/** What the memory of a deleted link takes. */
export const deletedLinkBytes = 300;
