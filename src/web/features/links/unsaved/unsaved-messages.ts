import type { Link } from '#core/links/link.ts';

/** Why nothing is generated while chosen links are not saved; null if all are saved. */
export function unsavedLinksMessage(unsaved: readonly Link[]): string | null {
  const [first] = unsaved;
  if (first === undefined) return null;
  const name = first.description.trim() === '' ? first.url : first.description;
  const subject = unsaved.length === 1 ? `“${name}” is` : `${unsaved.length} of the selected links are`;
  return `${subject} not saved yet. Please check your connection, or untick what is not saved, and try again.`;
}
