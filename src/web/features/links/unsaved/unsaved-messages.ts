import type { Link } from '#core/links/link.ts';

import type { Failing } from '#web/links-client/outbox/outbox.ts';
import { nameOf } from '#web/features/links/rows/row-actions.ts';

/** Why nothing is generated while chosen links are not saved; null if all are saved. */
export function unsavedLinksMessage(unsaved: readonly Link[]): string | null {
  const [first] = unsaved;
  if (first === undefined) return null;
  const subject =
    unsaved.length === 1 ? `“${nameOf(first)}” is` : `${unsaved.length} of the selected links are`;
  return `${subject} not saved yet. Please check your connection, or untick what is not saved, and try again.`;
}

/** Why changes wait although the server can be reached. */
export function failingMessage({ entry: { kind, link }, message }: Failing): string {
  const name = nameOf(link);
  const what = `${kind === 'delete' ? 'deletion' : 'change'}${name === '' ? '' : ` of “${name}”`}`;
  return `The server does not take the ${what}: it is tried again, and later changes wait for it. ${message}`;
}
