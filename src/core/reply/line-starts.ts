import { versionWords } from '#core/edits/version-names.ts';

import { commands, folded, newWords, oldWords, placeOpenings } from '#core/commands/command-words.ts';
import { isUnclearCommand, readEditLine } from '#core/commands/edit-line.ts';
import { beginsJson } from './json-edits.ts';
import { readMarkerLine } from './lines.ts';
import { leadIns, openingOf, opens, phrasesOf, remarkLimit, remarks } from './openings.ts';

/** How much of a line shows what the line is, in UTF-16 units. */
export const startLimit = 240;

/** How lines that are not text may begin, folded. Behind a word of the second list there is no letter. */
const markerWords = ['version', 'edits', 'section', ...versionWords.keys()];
const markers = phrasesOf(markerWords);
const structures = phrasesOf([
  ...markerWords,
  ...leadIns.split('|'),
  ...'json|rest|remain|the rest|the remain|no edit|no change|no insertion|none|nothing|n/a|keine|ningun|sin cambios'.split(
    '|',
  ),
]);
const wholeWords = phrasesOf([...commands.keys(), ...placeOpenings, ...oldWords, ...newWords]);
const foldedRemarks = phrasesOf(remarks.map(folded));

/** Whether a line of a text that begins with `start` may be more than text. */
export function mayBeStructure(start: string, atParagraph: boolean): boolean {
  const { signs, words } = openingOf(start.slice(0, startLimit));
  const isOpen =
    /[([<{|…@]|\.\.|`{3}|~{3}/u.test(signs) || opens(structures, words) || opens(wholeWords, words, true);
  if (isOpen && start.length > startLimit) return tellsByStart(start.slice(0, startLimit));
  return isOpen || (atParagraph && start.length <= remarkLimit && opens(foldedRemarks, words));
}

/** Whether a line that begins with `start` may be a marker line. Only these matter in a section that does not count. */
export function mayBeMarkerLine(start: string): boolean {
  const isOpen = opens(markers, openingOf(start.slice(0, startLimit)).words);
  return isOpen && (start.length <= startLimit || readMarkerLine(start.slice(0, startLimit)) !== null);
}

/** Whether the beginning of a long line shows that the whole line is an edit, a marker or JSON. */
function tellsByStart(start: string): boolean {
  return (
    readEditLine(start) !== null ||
    isUnclearCommand(start) ||
    beginsJson(start) ||
    readMarkerLine(start) !== null
  );
}
