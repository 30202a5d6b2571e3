import { isUnclearEdit, readEditLine } from '#core/reply/edit-line.ts';
import { remarks } from './frame-line.ts';
import { beginsJson } from './json-values.ts';
import { readMarkerLine } from '#core/reply/marker-line.ts';
import { hiddenSigns, versionWords } from './plain-line.ts';

/** A line shows in this much of its beginning what it is, in UTF-16 units. */
export const startLimit = 240;
const remarkLimit = 400;
/** A longer line is read in pieces. In UTF-16 units. */
export const lineLimit = 65_536;

const markers = ['version', 'edits', 'section', ...versionWords.keys()];
const others =
  'insert|replace|delete|remove|move|edit|json|rest|remain|the rest|the remain|no edit|no change|no insertion|none|' +
  'nothing|n/a|keine|ningun|sin cambios|here|below|these are|this is|the edits|sure|okay|certainly|of course|' +
  'following|the following|my ';
/** Signs before the first word that are sufficient without it. */
const signs = String.raw`[^\p{L}]*?(?:[([<{|…@]|\.\.|\x60{3}|~{3})`;
const markerStart = new RegExp(String.raw`^[^\p{L}]*${beginningOf(markers)}`, 'iu');
const textStart = new RegExp(
  String.raw`^(?:${signs}|[^\p{L}]*${beginningOf([...markers, ...others.split('|')])})`,
  'iu',
);
const remarkStart = new RegExp(String.raw`^\s*[*_(]{0,3}${beginningOf(remarks)}`, 'iu');

/** Whether a line of a text that begins with `start` may turn out to be something else. */
export function mayBeStructure(start: string, atParagraph: boolean): boolean {
  const isOpen = textStart.test(start);
  if (isOpen && start.length > startLimit) return tellsByStart(start.slice(0, startLimit));
  return isOpen || (atParagraph && start.length <= remarkLimit && remarkStart.test(start));
}

/** Does the same in a section that does not count, where only a marker line matters. */
export function mayBeMarkerLine(start: string): boolean {
  const isOpen = markerStart.test(start);
  return isOpen && (start.length <= startLimit || readMarkerLine(start.slice(0, startLimit)) !== null);
}

/** Whether the beginning of a long line shows that the whole line is an edit, a marker or JSON. */
function tellsByStart(start: string): boolean {
  return (
    readEditLine(start) !== null ||
    isUnclearEdit(start) ||
    beginsJson(start) ||
    readMarkerLine(start) !== null
  );
}

/**
 * Returns a pattern for text that begins with one of the phrases, or that is the beginning of one. Full-width
 * letters match any.
 */
function beginningOf(phrases: readonly string[]): string {
  const each = phrases.map((phrase) =>
    phrase
      .split('')
      .map((sign) => (sign === ' ' ? String.raw`\s` : sign))
      .reduceRight((rest, sign) => `${sign}${hiddenSigns}*(?:$|${rest})`),
  );
  return String.raw`(?:$|[\uFF21-\uFF5A]|${each.join('|')})`;
}
