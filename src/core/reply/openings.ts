import { howMany } from '#core/edits/version-names.ts';

import { folded } from '#core/commands/command-words.ts';
import { plainLine } from '#core/commands/line-cursor.ts';

/** Words with which models announce what follows. */
export const leadIns =
  'here|below|these are|this is|the edits|sure|okay|certainly|of course|following|the following|my ';

/** Words with which models begin remarks to the user, in lower case. */
export const remarks = (
  'i hope|hope this|hope these|hope that|let me know|please let me know|feel free|would you like|say the word|' +
  "just say the word|if you’d like|if you'd like|if you would like|if you’d prefer|if you'd prefer|" +
  'if you would prefer|these versions|all versions|each of these versions|' +
  `these ${howMany} versions|all ${howMany} versions|each of these ${howMany} versions|` +
  'ich hoffe|ich habe|lass mich|lass es mich|lasst mich|lasst es mich|' +
  'lassen sie mich|lassen sie es mich|gern|gerne|wenn du|wenn sie|wenn ihr|sag bescheid|sag mir bescheid|' +
  'sagen sie bescheid|sagen sie mir bescheid|espero que|avísame|avisame|avíseme|aviseme|dime si|déjame saber|' +
  'dejame saber|hágamelo saber|hagamelo saber|si quieres|si deseas|si prefieres|si necesitas'
)
  .split('|')
  .concat(
    ['i’ve', "i've", 'i have'].flatMap((begun) =>
      ['kept', 'made', 'tried', 'woven', 'added', 'included'].map((done) => `${begun} ${done}`),
    ),
  );
const emphasis = /^\s*[*_(]{0,3}/u;
const subject =
  /\b(?:versions?|versionen|versiones|adjust\w*|tweak\w*|rewrit\w*|revis\w*|further changes|anpass\w*|änder\w*|ajust\w*|cambi\w*|modifi\w*)/iu;
export const remarkLimit = 400;

/** Whether a line is a remark to the user about the versions. */
export function isRemarkLine(line: string): boolean {
  return line.length <= remarkLimit && isRemark(line) && subject.test(line) && !line.includes('((');
}

function isRemark(line: string): boolean {
  const text = line.replace(emphasis, '').toLowerCase();
  return remarks.some(
    (opening) => text.startsWith(opening) && !/^[\p{L}\p{N}]/u.test(text.slice(opening.length)),
  );
}

/** Longer than each of these, with room for invisible signs. */
export const openingLimit = 80;

/** Returns the signs before the first letter of a line, and its first words, folded. */
export function openingOf(start: string) {
  const from = start.search(/\p{L}/u);
  const at = from < 0 ? start.length : from;
  const words = folded(plainLine(start.slice(at, at + openingLimit))).replaceAll('\t', ' ');
  return { signs: start.slice(0, at), words };
}

/** Phrases by their first sign, because each line of a reply is compared with all of them. */
export type Phrases = ReturnType<typeof phrasesOf>;

export function phrasesOf(phrases: readonly string[]) {
  const bySign = new Map<string, string[]>();
  for (const phrase of phrases) {
    const others = bySign.get(phrase.charAt(0));
    if (others === undefined) bySign.set(phrase.charAt(0), [phrase]);
    else others.push(phrase);
  }
  return bySign;
}

/**
 * Whether the words begin with one of the phrases, or are the beginning of one.
 *
 * @param isWhole whether no letter may stand behind the phrase
 */
export function opens(phrases: Phrases, words: string, isWhole = false): boolean {
  if (words === '') return true;
  return (phrases.get(words.charAt(0)) ?? []).some(
    (phrase) =>
      phrase.startsWith(words) ||
      (words.startsWith(phrase) && !(isWhole && /\p{L}/u.test(words.charAt(phrase.length)))),
  );
}
