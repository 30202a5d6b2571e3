import type { Failing } from '#web/links-client/outbox/outbox-entry.ts';
import { nameOf } from '#web/features/links/rows/row-actions.ts';

/** Why changes wait although the server can be reached. */
export function failingMessage({ entry: { kind, link }, message }: Failing): string {
  const name = nameOf(link);
  const what = `${kind === 'delete' ? 'deletion' : 'change'}${name === '' ? '' : ` of “${name}”`}`;
  return `The server does not take the ${what}: it is tried again, and later changes wait for it. ${message}`;
}
