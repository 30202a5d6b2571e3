import type { Link } from '#core/link/link.ts';

import type { LinkRow } from './database.ts';

export function toLink(row: LinkRow): Link {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
